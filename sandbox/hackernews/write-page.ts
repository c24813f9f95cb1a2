import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { Entry, HackerNewsWorld } from "./world";
import {
  generatedText,
  newestSection,
  option,
  writeDocument,
  writeResponse,
  type Sheet,
} from "../write-page";

/** Path of the page in the browser. */
const address = "/hackernews/write";
const shownItems = 25;

/**
 * Pages of the simulated Hacker News. /write has forms to write and remove stories and comments: GET, and
 * POST to the same path. Success redirects to ?done=NUMBER with 303; invalid input returns 422 with the
 * submitted values.
 */
export function handleHackerNewsPage(world: HackerNewsWorld, request: ParsedRequest): Response {
  const path = request.path.replace(/\/+$/, "");
  if (path === "" || path === "/item") return seeOther(address);
  if (path !== "/write") return writeResponse(render(world, request.query, { typed: {} }), 404);
  return request.method === "POST"
    ? write(world, request)
    : writeResponse(render(world, request.query, { typed: {} }));
}

function write(world: HackerNewsWorld, request: ParsedRequest): Response {
  const typed = getFields(request);
  if (typed.end === "deleted" || typed.end === "dead") {
    const id = Number(typed.id);
    if (world.find(id) !== undefined) world.end(id, typed.end);
    return seeOther(address);
  }
  const parent = typed.kind === "comment" ? Number(typed.parent) : undefined;
  const fault = getFault(world, typed, parent);
  if (fault !== undefined) return writeResponse(render(world, request.query, { typed, fault }), 422);
  const text = toHtml(typed.text ?? "");
  const title = parent === undefined ? escapeHtml((typed.title ?? "").trim()) : undefined;
  const url = (typed.url ?? "").trim();
  const lines = parent === undefined ? (typed.options ?? "").split(/\r?\n/) : [];
  const options = lines.map((line) => escapeHtml(line.trim())).filter((line) => line !== "");
  const id = world.write({
    ...{ title, parent, by: "you", options },
    ...(text === "" ? {} : { text }),
    ...(url === "" || parent !== undefined ? {} : { url }),
  });
  return seeOther(`${address}?done=${id}`);
}

function getFault(world: HackerNewsWorld, typed: Sheet["typed"], parent: number | undefined): Sheet["fault"] {
  if (parent === undefined)
    return (typed.title ?? "").trim() === ""
      ? { field: "title", message: "A story needs a title." }
      : undefined;
  if (world.find(parent) === undefined)
    return { field: "parent", message: "This item no longer exists. Choose another one." };
  return (typed.text ?? "").trim() === ""
    ? { field: "text", message: "A comment needs some text." }
    : undefined;
}

/** Converts text to HTML as the site does: blank lines separate paragraphs. */
function toHtml(text: string): string {
  return escapeHtml(text.replace(/\r\n?/g, "\n").trim())
    .split(/\n\s*\n/)
    .join("<p>");
}

function render(world: HackerNewsWorld, query: URLSearchParams, { typed, fault }: Sheet): string {
  const written = world.find(Number(query.get("done")));
  const newest = world.newest(shownItems);
  const done =
    written === undefined
      ? null
      : {
          what: `Your ${written.type} is published as number ${written.id}.`,
          next: "If a watch covers Hacker News, Earshot reads it within about 5 seconds. If it contains the keyword",
        };
  return writeDocument(
    {
      heading: "Write on the sandbox&#39;s Hacker News",
      text: generatedText,
      fault,
      done,
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${address}" aria-labelledby="story" novalidate>
<h2 id="story">New story</h2><input type="hidden" name="kind" value="story">
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${escapeHtml(typed.title ?? "")}" autocomplete="off" required></div>
<div class="field"><label for="url">Link</label><input id="url" name="url" type="url" value="${escapeHtml(typed.url ?? "")}" placeholder="https://" autocomplete="off"></div>
<div class="field"><label for="story-text">Text</label><textarea id="story-text" name="text" rows="3"></textarea></div>
<div class="field"><label for="options">Poll options, one per line</label><textarea id="options" name="options" rows="2"></textarea></div>
<div class="row"><button class="primary">Submit</button></div>
</form>
<form class="card sheet" method="post" action="${address}" aria-labelledby="comment" novalidate>
<h2 id="comment">New comment</h2><input type="hidden" name="kind" value="comment">
<div class="field"><label for="parent">In reply to</label><select id="parent" name="parent">${newest.map((entry) => option(entry.id, getWords(entry).slice(0, 70), typed.parent)).join("")}</select></div>
<div class="field"><label for="text">Comment</label><textarea id="text" name="text" rows="5" required>${escapeHtml(typed.kind === "comment" ? (typed.text ?? "") : "")}</textarea></div>
<div class="row"><button class="primary">Comment</button></div>
</form>
</div>
${newestSection(newest.map(row))}`,
  );
}

function row(entry: Entry): string {
  const end = (state: string, label: string) =>
    `<button name="end" value="${state}">${label}<span class="hidden"> ${entry.id}</span></button>`;
  const ends =
    entry.state === "live"
      ? `<form method="post" action="${address}" class="row"><input type="hidden" name="id" value="${entry.id}">${end("deleted", "Delete")}${end("dead", "Kill")}</form>`
      : "";
  return `<li><p class="origin"><span>${entry.id}</span><span>${entry.type}</span><span>${escapeHtml(entry.by)}</span><span>${entry.state}</span></p>
<p class="words">${escapeHtml(getWords(entry))}</p>${ends}</li>`;
}

function getWords({ title, text }: Entry): string {
  const plain = (title ?? text ?? "").replace(/<[^>]*>/g, " ");
  const named: Record<string, string> = {
    "&#x2F;": "/",
    "&#x27;": "'",
    "&gt;": ">",
    "&lt;": "<",
    "&quot;": '"',
    "&amp;": "&",
    "&#39;": "'",
  };
  return plain
    .replace(/&(?:#x2F|#x27|#39|gt|lt|quot|amp);/g, (one) => named[one] ?? one)
    .replace(/\s+/g, " ")
    .trim();
}
