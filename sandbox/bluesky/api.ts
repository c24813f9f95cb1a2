import { json } from "../http";
import { getCid, getDid, type Post } from "./shapes";
import type { BlueskyWorld } from "./world";

const maxRequested = 25;

/** Responses of the public API. */
export function handleApi(world: BlueskyWorld, path: string, query: URLSearchParams): Response {
  switch (path) {
    case "/xrpc/app.bsky.feed.getPosts":
      return requested(query, "uris", (uris) => {
        const posts = uris.map((uri) => world.shown(uri)).filter((post) => post !== null);
        return { posts: posts.map((post) => getView(world, post)) };
      });
    case "/xrpc/app.bsky.actor.getProfiles":
      return requested(query, "actors", (actors) => {
        const profiles = actors.map((actor) => profileOf(world, actor)).filter((one) => one !== null);
        return { profiles };
      });
    case "/xrpc/app.bsky.feed.getPostThread":
      return thread(world, query.get("uri") ?? "");
    default:
      return json(501, { error: "MethodNotImplemented", message: "Method Not Implemented" });
  }
}

function requested(query: URLSearchParams, name: string, response: (values: string[]) => object): Response {
  const values = query.getAll(name);
  if (values.length === 0 || values.length > maxRequested)
    return json(400, { error: "InvalidRequest", message: `${name} must have 1 to ${maxRequested} items` });
  return json(200, response(values));
}

function thread(world: BlueskyWorld, uri: string): Response {
  const [, , account = "", ...rest] = uri.split("/");
  const did = account.startsWith("did:") ? account : world.didCalled(account);
  const post = did === null ? null : world.shown(["at:", "", did, ...rest].join("/"));
  if (post === null) return json(400, { error: "NotFound", message: `Post not found: ${uri}` });
  const found = { $type: "app.bsky.feed.defs#threadViewPost", post: getView(world, post), replies: [] };
  return json(200, { thread: found });
}

function getView(world: BlueskyWorld, { uri, cid, name, record, atMs }: Post): object {
  return {
    ...{ $type: "app.bsky.feed.defs#postView", uri, cid, record },
    author: profileOf(world, getDid(name)),
    ...{ replyCount: 0, repostCount: 0, likeCount: 0, indexedAt: new Date(atMs).toISOString(), labels: [] },
  };
}

function profileOf(world: BlueskyWorld, actor: string): object | null {
  const did = actor.startsWith("did:") ? actor : world.didCalled(actor);
  const handle = did === null ? null : world.handle(did);
  if (did === null || handle === null) return null;
  return { did, handle, displayName: "", avatar: `https://cdn.example/${getCid(did)}`, labels: [] };
}
