import { type ParsedRequest, getFields, seeOther } from "../http";
import { escapeHtml } from "../reddit/inline";
import { getDid, getHandle, type Post } from "./shapes";
import type { BlueskyWorld } from "./world";
import {
  generatedText,
  newestSection,
  option,
  writeDocument,
  writeResponse,
  type Sheet,
} from "../write-page";

/** Path of the page in the browser. */
const address = "/bluesky/write";
const shownPosts = 25;
/** Bluesky's limit for post text. */
const longest = 300;

/**
 * Pages of the simulated Bluesky. /write has forms to write posts and replies, delete them and close
 * accounts: GET, and POST to the same path. Success redirects to ?done=URI with 303; invalid input returns
 * 422 with the submitted values.
 */
export function handleBlueskyPage(world: BlueskyWorld, request: ParsedRequest): Response {
  const path = request.path.replace(/\/+$/, "");
  if (path === "") return seeOther(address);
  if (path !== "/write") return writeResponse(render(world, request.query, { typed: {} }), 404);
  return request.method === "POST"
    ? write(world, request)
    : writeResponse(render(world, request.query, { typed: {} }));
}

function write(world: BlueskyWorld, request: ParsedRequest): Response {
  const typed = getFields(request);
  const { uri = "", account = "", parent = "" } = typed;
  if (uri !== "") {
    if (world.shown(uri) !== null) world.delete(uri);
    return seeOther(address);
  }
  if (account !== "") {
    world.become(account, typed.become === "active" ? "active" : "deactivated");
    return seeOther(address);
  }
  const fault = getFault(world, typed);
  if (fault !== undefined) return writeResponse(render(world, request.query, { typed, fault }), 422);
  const text = (typed.text ?? "").replace(/\r\n?/g, "\n").trim();
  const written = world.write({ text, by: "you", ...(parent === "" ? {} : { parent }) });
  return seeOther(`${address}?done=${encodeURIComponent(written)}`);
}

function getFault(world: BlueskyWorld, { text = "", parent = "" }: Sheet["typed"]): Sheet["fault"] {
  if (parent !== "" && world.shown(parent) === null)
    return { field: "parent", message: "This post no longer exists. Choose another one." };
  if (text.trim() === "") return { field: "text", message: "A post needs some text." };
  if (Array.from(text.trim()).length > longest)
    return { field: "text", message: `A post has at most ${longest} characters.` };
  if (world.handle(getDid("you")) === null)
    return { field: "text", message: "Your account is deactivated. Activate it below." };
  return undefined;
}

function render(world: BlueskyWorld, query: URLSearchParams, { typed, fault }: Sheet): string {
  const written = world.shown(query.get("done") ?? "");
  const newest = world.newest(shownPosts).filter(({ uri }) => world.shown(uri) !== null);
  const isActive = world.handle(getDid("you")) !== null;
  const done =
    written === null
      ? null
      : {
          what: "Your post is published.",
          next: "If a watch covers Bluesky, Earshot reads it within seconds. If it contains the keyword",
        };
  return writeDocument(
    {
      heading: "Write on the sandbox&#39;s Bluesky",
      text: generatedText,
      fault,
      done,
    },
    `<div class="desk">
<form class="card sheet" method="post" action="${address}" aria-labelledby="post" novalidate>
<h2 id="post">A post</h2>
<div class="field"><label for="text">Text</label><textarea id="text" name="text" rows="5" required>${escapeHtml(typed.text ?? "")}</textarea></div>
<div class="field"><label for="parent">In reply to</label><select id="parent" name="parent"><option value="">Nobody</option>${newest.map((post) => option(post.uri, post.record.text.slice(0, 70), typed.parent)).join("")}</select></div>
<div class="row"><button class="primary">Post</button></div>
</form>
<form class="card sheet" method="post" action="${address}" aria-labelledby="account">
<h2 id="account">Your account</h2><input type="hidden" name="account" value="you">
<p>@${getHandle("you")} is ${isActive ? "active" : "deactivated: none of its posts are shown"}.</p>
<div class="row"><button name="become" value="${isActive ? "deactivated" : "active"}">${isActive ? "Deactivate" : "Activate"}</button></div>
</form>
</div>
${newestSection(newest.map(row))}`,
  );
}

function row({ uri, name, record }: Post): string {
  const kind = record.reply === undefined ? "post" : "reply";
  const words = escapeHtml(record.text);
  return `<li><p class="origin"><span>@${escapeHtml(getHandle(name))}</span><span>${kind}</span></p>
<p class="words">${words}</p><form method="post" action="${address}" class="row"><input type="hidden" name="uri" value="${escapeHtml(uri)}"><button>Delete<span class="hidden"> ${words.slice(0, 40)}</span></button></form></li>`;
}
