import { createHash } from "node:crypto";

export const SITE_ID = "fediverse";

const tagPlace = /^#([\p{L}\p{M}\p{N}_·]{1,100})@([a-z\d](?:[a-z\d.-]{0,200}[a-z\d])?(?::\d{1,5})?)$/iu;
const maxUri = 500;

export function getTag(place: string): { tag: string; instance: string } | null {
  const [, tag, instance] = tagPlace.exec(place) ?? [];
  return tag === undefined ? null : { tag, instance: instance!.toLowerCase() };
}

/** The stream identifies a post by its URI, which is the same on all instances. */
export function fullnameOfUri(uri: string): string {
  return uri.length <= maxUri ? uri : `uri:${createHash("sha256").update(uri).digest("hex")}`;
}

/** Posts of a tag page are identified by place and number, because each place has its own position. */
export function fullnameOnPage(place: string, id: string): string {
  return `${place.toLowerCase()}/${id}`;
}

const keyStart = "id:";
const maxId = 100;

/** Replies name the post above them by its number on the server that sends them. */
export function toReplyKey(id: string): string {
  return `${keyStart}${id.slice(0, maxId).toWellFormed()}`;
}

/** The fullname, on a tag page, of the post that a reply names. */
export function namedOnPage(place: string, replyKey: string): string {
  return fullnameOnPage(place, replyKey.slice(keyStart.length));
}

export function toPageItem(fullname: string): { instance: string; id: string } | null {
  const at = fullname.lastIndexOf("/");
  const named = fullname.startsWith("#") ? getTag(fullname.slice(0, at)) : null;
  return named === null ? null : { instance: named.instance, id: fullname.slice(at + 1) };
}

/** The instance and number of a Mastodon post, from its URI or web address. Null for other software. */
export function getOrigin(address: string): { instance: string; id: string } | null {
  const [, instance, id] =
    /^https?:\/\/([^/?#@]+)\/(?:(?:ap\/)?users\/[^/]+\/statuses|@[^/]+)\/(\d{1,20})(?:[/?#].*)?$/.exec(
      address,
    ) ?? [];
  return instance === undefined ? null : { instance: instance.toLowerCase(), id: id! };
}

const shift = 65_536n;

/** The smallest number of posts created at or after a time: numbers contain their creation time. */
export function idAt(at: Date): string {
  return `${BigInt(Math.max(0, at.getTime())) * shift}`;
}

/** A Bluesky post in the URI of a bridge, possibly escaped; null if it isn't one. */
export function bridgedUri(uri: string): string | null {
  const plain = uri.replaceAll(/%2f/gi, "/").replaceAll(/%3a/gi, ":");
  const inside = /at:\/\/(did:[\w.:%-]+)\/app\.bsky\.feed\.post\/([\w.~:-]+)/.exec(plain);
  const shown = /^https:\/\/bsky\.app\/profile\/(did:[\w.:%-]+)\/post\/([\w.~:-]+)$/.exec(plain);
  const [, account, key] = inside ?? shown ?? [];
  return account === undefined ? null : `at://${account}/app.bsky.feed.post/${key}`;
}
