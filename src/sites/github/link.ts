import type { LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";
import { commentName, isRepository, numberName, releaseName, type CommentWord } from "./address";

const host = /^(?:www\.)?github\.com$/;

/** Returns the repository that a URL belongs to, 'owner/name', or null. Feeds belong to no repository. */
export function getRepository(address: string): string | null {
  const url = webUrl(address);
  if (url === null || !host.test(url.hostname) || /\.atom$/i.test(url.pathname)) return null;
  const [owner = "", name = ""] = pathParts(url);
  const place = `${owner}/${name.replace(/\.git$/i, "")}`;
  return isRepository(place) ? place : null;
}

export function itemOfLink(address: string): LinkedItem | null {
  const url = webUrl(address);
  const place = getRepository(address);
  if (url === null || place === null) return null;
  const [, , page = "", ...rest] = pathParts(url);
  if (page === "releases" && rest[0] === "tag" && rest.length > 1) return released(place, rest.slice(1));
  const number = /^\d{1,15}$/.test(rest[0] ?? "") ? Number(rest[0]) : 0;
  if (!/^(?:issues|pull|discussions)$/.test(page) || number === 0) return null;
  const [, word, id] = /^#(issuecomment|discussion_r|discussioncomment)-?(\d{1,20})$/.exec(url.hash) ?? [];
  if (word === undefined || id === undefined) return { fullname: numberName(place, number), place };
  return { fullname: commentName(place, word as CommentWord, id, number), place };
}

/** Tags can contain slashes. */
function released(place: string, parts: readonly string[]): LinkedItem | null {
  try {
    return { fullname: releaseName(place, decodeURIComponent(parts.join("/"))), place };
  } catch {
    // A URL with a broken percent-encoding names nothing.
    return null;
  }
}
