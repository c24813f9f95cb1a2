import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import { communities } from "./words";
import type { Instance, LemmyItem, LemmyWorld } from "./world";
import { newestSection, option, writeDocument, writeResponse, type Sheet } from "../write-page";

/** Path of the page in the browser. */
const address = "/lemmy/write";
const shownItems = 25;

interface Instances {
  world: LemmyWorld;
  getHost(instance: string): string;
}

/**
 * /write has forms to write on an instance and to delete items: GET, and POST to the same path with
 * ?instance=NAME. Success redirects to &done=ID with 303; invalid input returns 422 with the submitted values.
 */
export function handleLemmyPage(instances: Instances, parsed: ParsedRequest): Response {
  const path = parsed.path.replace(/\/+$/, "");
  if (path === "") return seeOther(address);
  const all = instances.world.all();
  const instance = all.find(({ name }) => name === parsed.query.get("instance")) ?? all[0]!;
  const shown = (sheet: Sheet, status?: number) =>
    writeResponse(render(instances, instance, parsed.query, sheet), status);
  if (path !== "/write") return shown({ typed: {} }, 404);
  if (parsed.method !== "POST") return shown({ typed: {} });
  const { world } = instances;
  const typed = getFields(parsed);
  const letter = typed.letter === "c" ? "c" : "p";
  if (typed.end === "deleted" || typed.end === "removed") {
    const id = Number(typed.id);
    if (world.find(instance.name, letter, id) !== undefined) world.end(instance.name, letter, id, typed.end);
    return seeOther(getAddress(instance));
  }
  const words = (name: string) => (typed[name] ?? "").replace(/\r\n?/g, "\n").trim();
  const fault = getFault(instances.world, instance, typed, words);
  if (fault !== undefined) return shown({ typed, fault }, 422);
  const draft =
    typed.kind === "comment"
      ? { post: Number(typed.post), text: words("text") }
      : { community: typed.community, title: words("title"), text: words("opening") };
  return seeOther(`${getAddress(instance)}&done=${world.write(instance.name, { ...draft, by: "you" })}`);
}

function getAddress({ name }: Instance): string {
  return `${address}?instance=${name}`;
}

function getFault(
  world: LemmyWorld,
  { name }: Instance,
  typed: Sheet["typed"],
  words: (field: string) => string,
): Sheet["fault"] {
  if (typed.kind !== "comment")
    return words("title") === "" ? { field: "title", message: "A post needs a title." } : undefined;
  if (world.find(name, "p", Number(typed.post)) === undefined)
    return { field: "post", message: "This post no longer exists. Choose another one." };
  return words("text") === "" ? { field: "text", message: "A comment needs some text." } : undefined;
}

function render(
  { world, getHost }: Instances,
  instance: Instance,
  query: URLSearchParams,
  { typed, fault }: Sheet,
): string {
  const { name } = instance;
  const host = getHost(name);
  const posts = world.shown(name, "p").slice(0, shownItems);
  const newest = [...posts, ...world.shown(name, "c").slice(0, shownItems)]
    .sort((a, b) => b.shownMs - a.shownMs)
    .slice(0, shownItems);
  const value = (field: string) => escapeHtml(typed[field] ?? "");
  const links = world
    .all()
    .map(
      (one) =>
        `<a href="${getAddress(one)}"${one === instance ? ' aria-current="page"' : ""}>${escapeHtml(one.name)}</a>`,
    );
  const done = query.get("done");
  return writeDocument(
    {
      title: "Write on the sandbox&#39;s Lemmy",
      heading: `Write on ${escapeHtml(name)}`,
      text: `Add it to a watch as <code>${escapeHtml(host)}</code>, or a community as <code>!selfhosted@${escapeHtml(host)}</code>. Nothing leaves this machine.`,
      navigation: `<nav aria-label="Instances"><p>${links.join(" · ")}</p></nav>`,
      fault,
      done:
        done === null
          ? null
          : {
              what: `Published as number ${escapeHtml(done)}.`,
              next: "If a watch covers this instance, Earshot reads it within about two minutes. If it contains the keyword",
            },
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${getAddress(instance)}" aria-labelledby="post-form" novalidate>
<h2 id="post-form">New post</h2><input type="hidden" name="kind" value="post">
<div class="field"><label for="community">Community</label><select id="community" name="community">${communities.map((one) => `<option>${one}</option>`).join("")}</select></div>
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${value("title")}" autocomplete="off" required></div>
<div class="field"><label for="opening">Text</label><textarea id="opening" name="opening" rows="4">${value("opening")}</textarea></div>
<div class="row"><button class="primary">Post</button></div>
</form>
<form class="card sheet" method="post" action="${getAddress(instance)}" aria-labelledby="comment-form" novalidate>
<h2 id="comment-form">Comment</h2><input type="hidden" name="kind" value="comment">
<div class="field"><label for="post">On the post</label><select id="post" name="post">${posts.map(({ id, title }) => option(id, title.slice(0, 70), typed.post)).join("")}</select></div>
<div class="field"><label for="text">Comment</label><textarea id="text" name="text" rows="4" required>${value("text")}</textarea></div>
<div class="row"><button class="primary">Comment</button></div>
</form>
</div>
${newestSection(newest.map((item) => row(instance, item)))}`,
  );
}

function row(instance: Instance, { letter, id, community, by, state, title, text }: LemmyItem): string {
  const end = (become: string, label: string) =>
    `<button name="end" value="${become}">${label}<span class="hidden"> ${id}</span></button>`;
  const ends =
    state === "live"
      ? `<form method="post" action="${getAddress(instance)}" class="row"><input type="hidden" name="letter" value="${letter}"><input type="hidden" name="id" value="${id}">${end("deleted", "Delete")}${end("removed", "Remove as a moderator")}</form>`
      : "";
  return `<li><p class="origin"><span>${id}</span><span>${letter === "p" ? "post" : "comment"}</span><span>!${community}</span><span>${escapeHtml(by)}</span><span>${state}</span></p>
<p class="words">${escapeHtml(letter === "p" ? title : text)}</p>${ends}</li>`;
}
