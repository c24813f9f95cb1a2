import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { FeedsSite } from "./site";
import type { FeedEntry, FeedOfWorld } from "./world";
import { entryList, writeDocument, writeResponse, type Sheet } from "../write-page";

/** Path of the page in the browser. */
const address = "/feeds/write";
const shownEntries = 8;

/**
 * /write shows the feeds, with forms to write and remove entries: GET, and POST to the same path. Success
 * redirects to ?done=FEED with 303; invalid input returns 422 with the submitted values.
 */
export function handleFeedsPage(feeds: FeedsSite, request: ParsedRequest): Response {
  if (request.method !== "POST") return writeResponse(render(feeds, request.query, { typed: {} }));
  const typed = getFields(request);
  const feed = feeds.world.find(typed.feed ?? "");
  if (feed === undefined)
    return writeResponse(
      render(feeds, request.query, { typed, fault: { field: "feed", message: "Choose one of the feeds." } }),
      422,
    );
  if (typed.end === "deleted" || typed.end === "gone") {
    feeds.world.end(feed.name, typed.id ?? "", typed.end);
    return seeOther(address);
  }
  const title = (typed.title ?? "").trim();
  if (title === "")
    return writeResponse(
      render(feeds, request.query, { typed, fault: { field: "title", message: "A post needs a title." } }),
      422,
    );
  feeds.world.write(feed.name, { title, text: (typed.text ?? "").trim() });
  return seeOther(`${address}?done=${feed.name}`);
}

function render(feeds: FeedsSite, query: URLSearchParams, { typed, fault }: Sheet): string {
  const all = feeds.world.all();
  const written = feeds.world.find(query.get("done") ?? "");
  const wrong = fault === undefined ? "" : ' aria-invalid="true"';
  return writeDocument(
    {
      heading: "Write in the sandbox&#39;s feeds",
      text: "Blogs on this machine. Paste a URL into a watch's places. Nothing leaves this machine.",
      fault,
      done:
        written === undefined
          ? null
          : {
              what: `Your post is published in ${escapeHtml(written.title)}.`,
              next: "If a watch covers the feed, Earshot reads it every five minutes. If your post contains the keyword",
            },
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${address}" aria-labelledby="post" novalidate>
<h2 id="post">A post</h2>
<div class="field"><label for="feed">In</label><select id="feed" name="feed">${all.map((feed) => `<option value="${feed.name}"${feed.name === typed.feed ? " selected" : ""}>${escapeHtml(feed.title)}</option>`).join("")}</select></div>
<div class="field"><label for="title">Title</label><input id="title" name="title" value="${escapeHtml(typed.title ?? "")}" autocomplete="off" required${wrong}></div>
<div class="field"><label for="text">Text</label><textarea id="text" name="text" rows="4">${escapeHtml(typed.text ?? "")}</textarea></div>
<div class="row"><button class="primary">Publish</button></div>
</form>
</div>
${all.map((feed) => section(feeds, feed)).join("\n")}`,
  );
}

function section(feeds: FeedsSite, feed: FeedOfWorld): string {
  const at = feeds.getAddress(feed.name);
  return `<section aria-labelledby="${feed.name}"><div class="bar heading"><h2 id="${feed.name}">${escapeHtml(feed.title)}</h2><a href="${at}"><code>${at}</code></a></div>
${entryList(feed.entries.slice(0, shownEntries).map((entry) => row(feed, entry)))}</section>`;
}

function row({ name }: FeedOfWorld, { id, title, text, state, atMs }: FeedEntry): string {
  const end = (become: string, label: string) =>
    `<button name="end" value="${become}">${label}<span class="hidden"> ${escapeHtml(title)}</span></button>`;
  const ends =
    state === "stands"
      ? `<form method="post" action="${address}" class="row"><input type="hidden" name="feed" value="${name}"><input type="hidden" name="id" value="${id}">${end("deleted", "Delete")}${end("gone", "Lose")}</form>`
      : "";
  return `<li><p class="origin"><span>${new Date(atMs).toISOString().slice(0, 16).replace("T", " ")} UTC</span><span>${state}</span></p>
<p class="words">${escapeHtml(text === "" ? title : `${title}: ${text}`)}</p>${ends}</li>`;
}
