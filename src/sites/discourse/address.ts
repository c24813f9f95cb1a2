import { isIP } from "node:net";
import { foldedPath, unfoldedPath } from "../path-case";
import { pathParts, webUrl } from "../web-url";

export const SITE_ID = "discourse";
const maxHost = 253;
const maxFolder = 200;
/** Deeper paths are pages, not folders. */
const maxDepth = 2;

/** First parts of the paths of Discourse pages. The parts before them are the forum's folder. */
const routes = new Set([
  ...["t", "p", "n", "c", "category", "categories", "tag", "tags", "tag_groups", "posts", "raw", "pub"],
  ...["latest", "new", "unread", "unseen", "hot", "top", "read", "posted", "bookmarks", "filter", "search"],
  ...["u", "user", "users", "user_avatar", "letter_avatar", "my", "g", "group", "groups", "badges", "chat"],
  ...["about", "faq", "guidelines", "rules", "conduct", "tos", "privacy", "site", "srv", "uploads"],
  ...["login", "signup", "session", "auth", "invites", "password-reset", "admin", "review", "embed"],
  ...["new-topic", "new-message", "robots.txt", "sitemap.xml", "manifest.webmanifest", "opensearch.xml"],
]);

/** Its host and its folder if it has one ('forum.example', 'example.com/forum'). Null if it is no URL. */
export function getPlace(typed: string): string | null {
  const url = webUrl(typed);
  if (url === null || url.username !== "" || url.password !== "") return null;
  const isIp = isIP(url.hostname.replace(/[[\]]/g, "")) > 0;
  if (!url.hostname.includes(".") && !isIp && url.port === "") return null;
  return url.host.length > maxHost ? null : url.host + folderOf(url);
}

/** '/forum' for '/forum/t/a-topic/12' and '/forum'. Empty for a forum at the root of its host. */
function folderOf(url: URL): string {
  const parts = pathParts(url).filter((part) => part !== "");
  const route = parts.findIndex(
    (part) => routes.has(part) || routes.has(part.replace(/\.(?:json|rss)$/, "")),
  );
  const isFile = /\.[a-z]{3,5}$|^(?:feeds?|rss|atom)$/i.test(parts.at(-1) ?? "");
  const folders = route === -1 ? parts.slice(0, isFile ? -1 : undefined) : parts.slice(0, route);
  const isFolder = folders.every((part) => /^[\w.~%-]+$/.test(part));
  if (folders.length === 0 || folders.length > maxDepth || !isFolder) return "";
  const folder = foldedPath(`/${folders.join("/")}`);
  return folder.length > maxFolder ? "" : folder;
}

export function placeAbove(place: string): string | null {
  const end = place.lastIndexOf("/");
  return end === -1 ? null : place.slice(0, end);
}

export function getHost(place: string): string {
  return place.split("/", 1)[0]!;
}

/** Without a slash at the end. Only forums in the operator's own network have a port; they use http. */
export function getBase(place: string): string {
  const host = getHost(place);
  return `${/:\d+$/.test(host) ? "http" : "https"}://${host}${unfoldedPath(place.slice(host.length))}`;
}

export function getFullname(place: string, number: number): string {
  return `${place}:post:${number}`;
}

/** The permanent URL of a post. It stays valid when its topic moves. */
export function getUrl(place: string, number: number): string {
  return `${getBase(place)}/p/${number}`;
}

/** Identifies a post by its position in a topic. Only the forum knows its number. */
export function topicName(place: string, at: { topic: number; inTopic: number }): string {
  return `${place}:topic:${at.topic}:${at.inTopic}`;
}

/** Returns the forum and API path for a fullname or a topic position, or null if it is neither. */
export function searchFor(fullname: string): { place: string; path: string } | null {
  const parted = partedFullname(fullname);
  if (parted !== null) return { place: parted.place, path: `/posts/${parted.number}.json` };
  const [, place, topic, inTopic] = /^(.+):topic:(\d{1,15}):(\d{1,15})$/.exec(fullname) ?? [];
  return place === undefined ? null : { place, path: `/posts/by_number/${topic}/${inTopic}.json` };
}

export function partedFullname(fullname: string): { place: string; number: number } | null {
  const [, place, number] = /^(.+):post:(\d{1,15})$/.exec(fullname) ?? [];
  return place === undefined ? null : { place, number: Number(number) };
}
