import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { Thread } from "./shapes";
import type { GitHubWorld } from "./world";
import { newestSection, option, writeDocument, writeResponse, type Sheet } from "../write-page";

/** Path of the page in the browser. */
const address = "/github/write";
const shownThreads = 25;
const kinds = { issue: "Issue", pull: "Pull request", discussion: "Discussion", release: "Release" } as const;

/** The page to write issues and comments by hand. Success redirects to ?done=NAME; invalid input returns 422. */
export function handleGitHubPage(world: GitHubWorld, parsed: ParsedRequest): Response {
  world.catchUp();
  if (parsed.path.replace(/\/+$/, "") !== "/write") return seeOther(address);
  return parsed.method === "POST"
    ? write(world, parsed)
    : writeResponse(render(world, parsed.query, { typed: {} }));
}

function write(world: GitHubWorld, parsed: ParsedRequest): Response {
  const typed = getFields(parsed);
  const { form, title = "", text = "", repository = "", on = "", end } = typed;
  const [name = "", number = ""] = on.split("#");
  if (end === "deleted" || end === "transferred") {
    world.end(name, Number(number), end);
    return seeOther(address);
  }
  const body = text.replace(/\r\n?/g, "\n").trim();
  const fault = getFault(world, typed, body);
  if (fault !== undefined) return writeResponse(render(world, parsed.query, { typed, fault }), 422);
  const by = typed.bot === "on" ? "your-helper[bot]" : "you";
  if (form === "comment") {
    const is = typed.review === "on" && thread(world, on)?.is === "pull" ? "review" : "comment";
    world.comment(name, Number(number), { is, text: body, by });
    return seeOther(`${address}?done=${encodeURIComponent(on)}`);
  }
  const is = Object.keys(kinds).find((kind) => kind === typed.is) as keyof typeof kinds | undefined;
  const written = world.write(repository, { is: is ?? "issue", title: title.trim(), text: body, by });
  return seeOther(`${address}?done=${encodeURIComponent(`${repository}#${written}`)}`);
}

function getFault(world: GitHubWorld, typed: Sheet["typed"], text: string): Sheet["fault"] {
  if (typed.form === "comment") {
    if (thread(world, typed.on ?? "") === undefined)
      return { field: "on", message: "This no longer exists. Choose another one." };
    return text === "" ? { field: "text", message: "A comment needs some text." } : undefined;
  }
  return (typed.title ?? "").trim() === "" ? { field: "title", message: "It needs a title." } : undefined;
}

function thread(world: GitHubWorld, on: string): Thread | undefined {
  const [name = "", number] = on.split("#");
  return world.find(name)?.threads.find((one) => one.number === Number(number) && one.state === "live");
}

function render(world: GitHubWorld, query: URLSearchParams, { typed, fault }: Sheet): string {
  const threads = world.repositories
    .flatMap(({ name, threads }) => threads.map((one) => ({ ...one, on: `${name}#${one.number}` })))
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, shownThreads);
  const live = threads.filter(({ state }) => state === "live");
  const isComment = typed.form === "comment";
  const typedValue = (name: string, isOwn: boolean) => (isOwn ? escapeHtml(typed[name] ?? "") : "");
  const published = query.get("done");
  const done =
    published === null
      ? null
      : {
          what: `Published in ${escapeHtml(published)}.`,
          next: "If a watch names this repository, Earshot reads it within about a minute. If it contains the keyword",
        };
  const repositories = world.repositories.map(({ name }) => option(name, name, typed.repository));
  return writeDocument(
    {
      heading: "Write on the sandbox&#39;s GitHub",
      text: "Issues and comments are generated here automatically, and you can add your own. Nothing leaves this machine.",
      fault,
      done,
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${address}" aria-labelledby="thread-form" novalidate>
<h2 id="thread-form">New issue</h2><input type="hidden" name="form" value="thread">
<div class="field"><label for="repository">Repository</label><select id="repository" name="repository">${repositories.join("")}</select></div>
<div class="field"><label for="is">Type</label><select id="is" name="is">${Object.entries(kinds)
      .map(([value, label]) => option(value, label, typed.is))
      .join("")}</select></div>
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${typedValue("title", !isComment)}" autocomplete="off" required></div>
<div class="field"><label for="thread-text">Text</label><textarea id="thread-text" name="text" rows="3">${typedValue("text", !isComment)}</textarea></div>
<div class="row"><label><input type="checkbox" name="bot"> As a bot</label><button class="primary">Submit</button></div>
</form>
<form class="card sheet" method="post" action="${address}" aria-labelledby="comment-form" novalidate>
<h2 id="comment-form">New comment</h2><input type="hidden" name="form" value="comment">
<div class="field"><label for="on">On</label><select id="on" name="on">${live.map(({ on, title }) => option(on, `${on} ${title.slice(0, 60)}`, typed.on)).join("")}</select></div>
<div class="field"><label for="text">Comment</label><textarea id="text" name="text" rows="5" required>${typedValue("text", isComment)}</textarea></div>
<div class="row"><label><input type="checkbox" name="review"> On a line of code</label><label><input type="checkbox" name="bot"> As a bot</label><button class="primary">Comment</button></div>
</form>
</div>
${newestSection(threads.map(row))}`,
  );
}

function row({ on, is, by, state, title, comments }: Thread & { on: string }): string {
  const end = (become: string, label: string) =>
    `<button name="end" value="${become}">${label}<span class="hidden"> ${escapeHtml(on)}</span></button>`;
  const ends =
    state === "live"
      ? `<form method="post" action="${address}" class="row"><input type="hidden" name="on" value="${escapeHtml(on)}">${end("deleted", "Delete")}${end("transferred", "Transfer")}</form>`
      : "";
  return `<li><p class="origin"><span>${escapeHtml(on)}</span><span>${kinds[is]}</span><span>${escapeHtml(by ?? "ghost")}</span><span>${state}</span><span>${comments.length} comments</span></p>
<p class="words">${escapeHtml(title)}</p>${ends}</li>`;
}
