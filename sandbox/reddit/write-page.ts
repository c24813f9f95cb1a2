import { type ParsedRequest, getFields, seeOther } from "../http";
import type { World } from "./world";
import { readWritten, type Fault, type Typed } from "./write-input";
import { recentEntries } from "./write-state";
import { writeDocument } from "./write-view";

/** Path of the page in the browser. */
const address = "/reddit/write";
const pagePolicy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'";

/**
 * Pages of the simulated Reddit. /write has forms to post and comment: GET (?r= one subreddit, ?on= the post
 * to comment on), and POST to the same path. Success redirects to ?done=FULLNAME with 303; invalid input
 * returns 422 with the submitted values. URLs of a subreddit or its items redirect to the subreddit's list.
 */
export function handleRedditPage(world: World, request: ParsedRequest): Response {
  const [, subreddit] = /^\/r\/([^/]+)/.exec(request.path) ?? [];
  if (subreddit !== undefined)
    return seeOther(`${address}?${new URLSearchParams({ r: decodeURIComponent(subreddit) })}`);
  if (request.path.replace(/\/+$/, "") === "") return seeOther(address);
  if (request.path.replace(/\/+$/, "") !== "/write") return page(render(world, request.query, {}, []), 404);
  if (request.method === "POST") return write(world, request);
  return page(render(world, request.query, {}, []));
}

function write(world: World, request: ParsedRequest): Response {
  const typed: Typed = getFields(request);
  const written = readWritten(typed, (fullname) => world.find(fullname));
  if ("faults" in written) return page(render(world, request.query, typed, written.faults), 422);
  const done = "post" in written ? world.post(written.post) : world.comment(written.comment);
  const filter = request.query.get("r");
  return seeOther(`${address}?${new URLSearchParams({ done, ...(filter ? { r: filter } : {}) })}`);
}

function render(world: World, query: URLSearchParams, typed: Typed, faults: readonly Fault[]): string {
  world.catchUp();
  const filter = (query.get("r") ?? "").trim().replace(/^\/?r\//i, "");
  const subreddit = filter === "" ? undefined : world.subreddit(filter);
  const done = query.get("done");
  const isUnknown = filter !== "" && subreddit === undefined;
  return writeDocument({
    path: address,
    filter: subreddit?.name ?? filter,
    isUnknown,
    names: [...world.library.subreddits.values()]
      .map((one) => one.name)
      .sort((one, other) => one.localeCompare(other)),
    entries: isUnknown ? [] : recentEntries(world, subreddit, 15),
    posts: recentEntries(world, subreddit, 40, ["post"]),
    on: world.find(query.get("on") ?? typed.on ?? ""),
    done: done === null ? undefined : world.find(done),
    nowMs: world.clock.nowMs(),
    typed,
    faults,
  });
}

function page(content: string, status = 200): Response {
  const headers = {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": pagePolicy,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  };
  return new Response(content, { status, headers });
}
