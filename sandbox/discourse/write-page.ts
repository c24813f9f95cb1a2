import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { DiscourseWorld, Forum, ForumPost } from "./world";
import {
  generatedText,
  newestSection,
  option,
  writeDocument,
  writeResponse,
  type Sheet,
} from "../write-page";

/** Path of the page in the browser. */
const address = "/discourse/write";
const shownPosts = 25;

/** The forums and their addresses (host and folder). */
export interface Forums {
  world: DiscourseWorld;
  getAddress(forum: string): string;
}

/**
 * /write has forms to write posts in a forum and delete them: GET, and POST to the same path with
 * ?forum=NAME. Success redirects to &done=NUMBER with 303; invalid input returns 422 with the submitted
 * values.
 */
export function handleDiscoursePage(forums: Forums, request: ParsedRequest): Response {
  const path = request.path.replace(/\/+$/, "");
  if (path === "") return seeOther(address);
  const all = forums.world.all();
  const forum = all.find(({ name }) => name === request.query.get("forum")) ?? all[0]!;
  const shown = (sheet: Sheet, status?: number) =>
    writeResponse(render(forums, forum, request.query, sheet), status);
  if (path !== "/write") return shown({ typed: {} }, 404);
  if (request.method !== "POST") return shown({ typed: {} });
  const typed = getFields(request);
  if (typed.end === "deleted" || typed.end === "private") {
    if (forums.world.find(forum.name, Number(typed.number)) !== undefined)
      forums.world.end(forum.name, Number(typed.number), typed.end);
    return seeOther(getAddress(forum));
  }
  const fault = getFault(forum, typed);
  if (fault !== undefined) return shown({ typed, fault }, 422);
  const text = (name: string) => (typed[name] ?? "").replace(/\r\n?/g, "\n").trim();
  const draft =
    typed.kind === "reply"
      ? { topic: Number(typed.topic), text: text("text") }
      : { title: text("title"), text: text("opening") };
  const number = forums.world.write(forum.name, { ...draft, by: "you" });
  return seeOther(`${getAddress(forum)}&done=${number}`);
}

function getAddress({ name }: Forum): string {
  return `${address}?forum=${name}`;
}

function getFault({ topics }: Forum, typed: Sheet["typed"]): Sheet["fault"] {
  const isEmpty = (name: string) => (typed[name] ?? "").trim() === "";
  if (typed.kind !== "reply") {
    if (isEmpty("title")) return { field: "title", message: "A topic needs a title." };
    return isEmpty("opening") ? { field: "opening", message: "A topic needs some text." } : undefined;
  }
  if (!topics.has(Number(typed.topic)))
    return { field: "topic", message: "This topic no longer exists. Choose another one." };
  return isEmpty("text") ? { field: "text", message: "A reply needs some text." } : undefined;
}

function render(
  { world, getAddress: homeOf }: Forums,
  forum: Forum,
  query: URLSearchParams,
  { typed, fault }: Sheet,
): string {
  const newest = [...world.shown(forum.name)].slice(0, shownPosts);
  const topics = world.shown(forum.name).filter(({ inTopic }) => inTopic === 1);
  const value = (name: string) => escapeHtml(typed[name] ?? "");
  const links = world
    .all()
    .map(
      (one) =>
        `<a href="${getAddress(one)}"${one === forum ? ' aria-current="page"' : ""}>${escapeHtml(one.title)}</a>`,
    );
  const written = forum.posts.find(({ number }) => number === Number(query.get("done")));
  return writeDocument(
    {
      title: "Write in the sandbox&#39;s forums",
      heading: `Write in ${escapeHtml(forum.title)}`,
      text: `Add it to a watch by its URL, <code>${escapeHtml(homeOf(forum.name))}</code>. ${generatedText}`,
      navigation: `<nav aria-label="Forums"><p>${links.join(" · ")}</p></nav>`,
      fault,
      done:
        written === undefined
          ? null
          : {
              what: `Your post is published as number ${written.number}.`,
              next: "If a watch covers this forum, Earshot reads it within about two minutes. If it contains the keyword",
            },
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${getAddress(forum)}" aria-labelledby="new-topic" novalidate>
<h2 id="new-topic">New topic</h2><input type="hidden" name="kind" value="topic">
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${value("title")}" autocomplete="off" required></div>
<div class="field"><label for="opening">Text</label><textarea id="opening" name="opening" rows="4" required>${value("opening")}</textarea></div>
<div class="row"><button class="primary">Create topic</button></div>
</form>
<form class="card sheet" method="post" action="${getAddress(forum)}" aria-labelledby="reply" novalidate>
<h2 id="reply">Reply</h2><input type="hidden" name="kind" value="reply">
<div class="field"><label for="topic">In the topic</label><select id="topic" name="topic">${topics.map(({ topic, title }) => option(topic, title.slice(0, 70), typed.topic)).join("")}</select></div>
<div class="field"><label for="text">Reply</label><textarea id="text" name="text" rows="4" required>${value("text")}</textarea></div>
<div class="row"><button class="primary">Reply</button></div>
</form>
</div>
${newestSection(newest.map((post) => row(forum, post)))}`,
  );
}

function row(forum: Forum, { number, inTopic, by, title, text }: ForumPost): string {
  const end = (state: string, label: string) =>
    `<button name="end" value="${state}">${label}<span class="hidden"> ${number}</span></button>`;
  const words = inTopic === 1 ? `${title}: ${text}` : text;
  return `<li><p class="origin"><span>${number}</span><span>${inTopic === 1 ? "topic" : "reply"}</span><span>${escapeHtml(by)}</span></p>
<p class="words">${escapeHtml(words.replace(/\s+/g, " "))}</p><form method="post" action="${getAddress(forum)}" class="row"><input type="hidden" name="number" value="${number}">${end("deleted", "Delete")}${end("private", "Make private")}</form></li>`;
}
