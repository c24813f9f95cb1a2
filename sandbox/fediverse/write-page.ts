import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import type { FediverseWorld, Post } from "./world";
import { newestSection, writeDocument, writeResponse } from "../write-page";

/** Path of the page in the browser. */
const address = "/fediverse/write";
const maxShown = 25;

/**
 * The page to write and delete posts in the simulated fediverse: GET, and POST to the same path. Success
 * redirects with 303; invalid input returns 422 with the submitted values.
 */
export function handleFediversePage(world: FediverseWorld, parsed: ParsedRequest): Response {
  const path = parsed.path.replace(/\/+$/, "");
  if (path === "") return seeOther(address);
  if (path !== "/write") return writeResponse(render(world, {}, false), 404);
  if (parsed.method !== "POST") return writeResponse(render(world, {}, parsed.query.has("done")));
  const typed = getFields(parsed);
  if (typed.delete !== undefined) {
    world.delete(typed.delete);
    return seeOther(address);
  }
  const text = (typed.text ?? "").trim();
  if (text === "") return writeResponse(render(world, typed, false, "A post needs some text."), 422);
  const tags = [...text.matchAll(/#([\p{L}\p{N}_]+)/gu)].map(([, tag]) => tag!.toLowerCase());
  const account = { bot: typed.kind === "bot", indexable: typed.kind !== "unlisted" };
  world.write({
    text,
    by: "you",
    tags,
    account,
    parent: typed.kind === "reply" ? lastUri(world) : undefined,
  });
  return seeOther(`${address}?done`);
}

function lastUri(world: FediverseWorld): string | undefined {
  return world.posts().at(-1)?.uri;
}

function render(
  world: FediverseWorld,
  typed: Readonly<Record<string, string>>,
  isDone: boolean,
  fault?: string,
): string {
  const newest = world.posts().slice(-maxShown).reverse();
  const done = isDone
    ? {
        what: "Your post is published.",
        next: "If a watch covers the Fediverse and the post contains the keyword",
      }
    : null;
  const kinds = [
    ["post", "Post"],
    ["reply", "Reply to the latest post"],
    ["bot", "Post of a bot"],
    ["unlisted", "Post of an author who asks not to be indexed"],
  ] as const;
  return writeDocument(
    {
      heading: "Write in the sandbox&#39;s fediverse",
      text: "Posts are generated here automatically, and you can add your own. Hashtags can be watched as #tag@social.example. Nothing leaves this machine.",
      fault: fault === undefined ? undefined : { field: "text", message: fault },
      done,
    },
    `<form class="card sheet" method="post" action="${address}" aria-labelledby="post-form" novalidate>
<h2 id="post-form">New post</h2>
<div class="field"><label for="text">Text, with hashtags</label><textarea id="text" name="text" rows="4" required>${escapeHtml(typed.text ?? "")}</textarea></div>
<div class="field"><label for="kind">Type</label><select id="kind" name="kind">${kinds.map(([value, label]) => `<option value="${value}"${typed.kind === value ? " selected" : ""}>${label}</option>`).join("")}</select></div>
<div class="row"><button class="primary">Post</button></div>
</form>
${newestSection(newest.map(row))}`,
  );
}

function row({ by, text, uri, tags, isDeleted }: Post): string {
  const remove = isDeleted
    ? ""
    : `<form method="post" action="${address}" class="row"><button name="delete" value="${escapeHtml(uri)}">Delete<span class="hidden"> ${escapeHtml(uri)}</span></button></form>`;
  const shown = tags.map((tag) => `<span>#${escapeHtml(tag)}</span>`).join("");
  return `<li><p class="origin"><span>@${escapeHtml(by)}</span>${shown}<span>${isDeleted ? "deleted" : "public"}</span></p>
<p class="words">${escapeHtml(text)}</p>${remove}</li>`;
}
