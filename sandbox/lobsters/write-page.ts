import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { Entry, LobstersWorld } from "./world";
import {
  generatedText,
  newestSection,
  option,
  writeDocument,
  writeResponse,
  type Sheet,
} from "../write-page";

/** Path of the page in the browser. */
const address = "/lobsters/write";
const shownItems = 25;

/**
 * Pages of the simulated Lobsters. /write has forms to write and remove stories and comments: GET, and POST
 * to the same path. Success redirects to ?done=ID with 303; invalid input returns 422 with the submitted
 * values.
 */
export function handleLobstersPage(world: LobstersWorld, request: ParsedRequest): Response {
  const path = request.path.replace(/\/+$/, "");
  if (path === "" || /^\/[sc]\/[0-9a-z]+(\/|$)/.test(path)) return seeOther(address);
  if (path !== "/write") return writeResponse(render(world, request.query, { typed: {} }), 404);
  return request.method === "POST"
    ? write(world, request)
    : writeResponse(render(world, request.query, { typed: {} }));
}

function write(world: LobstersWorld, request: ParsedRequest): Response {
  const typed = getFields(request);
  const { end, id = "", kind, story = "" } = typed;
  if (end === "deleted" || end === "moderated") {
    if (world.find(id) !== undefined) world.end(id, end);
    return seeOther(address);
  }
  const words = (name: string) => (typed[name] ?? "").replace(/\r\n?/g, "\n").trim();
  const fault = kind === "comment" ? commentFault(world, typed) : storyFault(words);
  if (fault !== undefined) return writeResponse(render(world, request.query, { typed, fault }), 422);
  const text = words("text");
  const draft = kind === "comment" ? { story } : { title: words("title"), url: words("url") };
  return seeOther(`${address}?done=${world.write({ by: "you", text, ...draft })}`);
}

function storyFault(words: (name: string) => string): Sheet["fault"] {
  if (words("title") === "") return { field: "title", message: "A story needs a title." };
  if (words("url") === "" && words("text") === "")
    return { field: "url", message: "A story needs a link or some text." };
  return undefined;
}

function commentFault(world: LobstersWorld, typed: Sheet["typed"]): Sheet["fault"] {
  if (world.find(typed.story ?? "")?.kind !== "story")
    return { field: "story", message: "This item no longer exists. Choose another one." };
  return (typed.text ?? "").trim() === ""
    ? { field: "text", message: "A comment needs some text." }
    : undefined;
}

function render(world: LobstersWorld, query: URLSearchParams, { typed, fault }: Sheet): string {
  const written = world.find(query.get("done") ?? "");
  const isComment = typed.kind === "comment";
  const typedValue = (name: string, isOwn: boolean) => (isOwn ? escapeHtml(typed[name] ?? "") : "");
  const newest = world.written().slice(-shownItems).reverse();
  const stories = world.newest().slice(0, shownItems);
  const done =
    written === undefined
      ? null
      : {
          what: `Your ${written.kind} is published as ${written.shortId}.`,
          next: "If a watch covers Lobsters, Earshot reads it within about two minutes. If it contains the keyword",
        };
  return writeDocument(
    {
      heading: "Write on the sandbox&#39;s Lobsters",
      text: generatedText,
      fault,
      done,
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${address}" aria-labelledby="story-form" novalidate>
<h2 id="story-form">New story</h2><input type="hidden" name="kind" value="story">
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${typedValue("title", !isComment)}" autocomplete="off" required></div>
<div class="field"><label for="url">Link</label><input id="url" name="url" type="url" value="${typedValue("url", !isComment)}" placeholder="https://" autocomplete="off"></div>
<div class="field"><label for="story-text">Text</label><textarea id="story-text" name="text" rows="3">${typedValue("text", !isComment)}</textarea></div>
<div class="row"><button class="primary">Submit</button></div>
</form>
<form class="card sheet" method="post" action="${address}" aria-labelledby="comment-form" novalidate>
<h2 id="comment-form">New comment</h2><input type="hidden" name="kind" value="comment">
<div class="field"><label for="story">On the story</label><select id="story" name="story">${stories.map(({ shortId, title }) => option(shortId, title.slice(0, 70), typed.story)).join("")}</select></div>
<div class="field"><label for="text">Comment</label><textarea id="text" name="text" rows="5" required>${typedValue("text", isComment)}</textarea></div>
<div class="row"><button class="primary">Comment</button></div>
</form>
</div>
${newestSection(newest.map(row))}`,
  );
}

function row({ shortId, kind, by, state, title, text }: Entry): string {
  const end = (become: string, label: string) =>
    `<button name="end" value="${become}">${label}<span class="hidden"> ${shortId}</span></button>`;
  const ends =
    state === "live"
      ? `<form method="post" action="${address}" class="row"><input type="hidden" name="id" value="${shortId}">${end("deleted", "Delete")}${end("moderated", "Remove as a moderator")}</form>`
      : "";
  return `<li><p class="origin"><span>${shortId}</span><span>${kind}</span><span>${escapeHtml(by)}</span><span>${state}</span></p>
<p class="words">${escapeHtml(kind === "story" ? title : text)}</p>${ends}</li>`;
}
