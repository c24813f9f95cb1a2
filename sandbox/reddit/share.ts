import type { Entry } from "./entry";

/** Path of a share link. The part after '/s/' is opaque to clients. */
export function getSharePath({ fullname, subreddit }: Pick<Entry, "fullname" | "subreddit">): string {
  return `/r/${subreddit.name}/s/${Buffer.from(fullname).toString("base64url")}`;
}

/** Decodes a share link's path to a fullname. Null for other paths. */
export function sharedFullname(path: string): string | null {
  const share = /^\/(?:r|u|user)\/[^/]+\/s\/(\w+)$/.exec(path)?.[1];
  return share === undefined ? null : Buffer.from(share, "base64url").toString();
}
