import type { LinkedItem } from "@/domain/reading/item";
import { pathParts, webUrl } from "../web-url";

/** Languages and versions of the site have their own hosts: 'de.', 'old.', 'np.', 'amp.'. */
const site = /^(?:[\w-]+\.)*reddit\.com$/;
const shortener = /^(?:www\.)?redd\.it$/;
const media = /^(?!www\.)(?:[\w-]+\.)+(?:redd\.it|redditmedia\.com)$/;
const id = /^[0-9a-z]{1,20}$/i;
const placeName = /^\w{2,22}$/;

/** Pages of a post. The post id is the next part of the path. */
const postPages = new Set(["comments", "duplicates", "gallery", "poll", "tb", "link"]);

export function itemOfLink(address: string): LinkedItem | null {
  const url = webUrl(address);
  if (url === null) return null;
  const parts = pathParts(url).map((part) => part.replace(/\.(?:json|rss|compact)$/i, ""));
  if (shortener.test(url.hostname)) return parts.length === 1 ? getPost(parts[0]!, null) : itemAt(parts);
  if (!site.test(url.hostname)) return null;
  return itemBehind(url) ?? itemAt(parts);
}

function itemAt(parts: readonly string[]): LinkedItem | null {
  const { place, rest } = placed(parts);
  const [page = "", post = "", , comment = ""] = rest;
  if (postPages.has(page.toLowerCase())) {
    // '/comments/POST/title/COMMENT' or '/comments/POST/comment/COMMENT'.
    if (page.toLowerCase() === "comments" && id.test(post) && id.test(comment))
      return { fullname: `t1_${comment.toLowerCase()}`, place };
    return getPost(post, place);
  }
  const fullname = /^(t[13])_([0-9a-z]{1,20})$/i.exec(page);
  if (fullname !== null) return { fullname: fullname[0].toLowerCase(), place };
  // 'reddit.com/1abc2d' redirects to the post. Other pages are words without digits.
  const isShort = parts.length === 1 && /\d/.test(page) && page.length >= 5 && page.length <= 10;
  return isShort ? getPost(page, place) : null;
}

function getPost(post: string, place: string | null): LinkedItem | null {
  return id.test(post) ? { fullname: `t3_${post.toLowerCase()}`, place } : null;
}

/** Sign-in and age checks contain the URL of the next page. */
function itemBehind({ searchParams }: URL): LinkedItem | null {
  const next = webUrl(searchParams.get("dest") ?? "");
  return next !== null && site.test(next.hostname) ? itemAt(pathParts(next)) : null;
}

/** Splits off '/r/NAME' or '/u/NAME'. Users' pages list posts of any subreddit, so they have no place. */
function placed(parts: readonly string[]): { place: string | null; rest: readonly string[] } {
  const [first = "", name = ""] = parts;
  if (!/^(?:r|u|user)$/i.test(first)) return { place: null, rest: parts };
  const isPlace = first.toLowerCase() === "r" && placeName.test(name);
  return { place: isPlace ? name : null, rest: parts.slice(2) };
}

/** The path of a link made by the app's Share button, which only Reddit can resolve. */
export function getShareLink(address: string): string | null {
  const url = webUrl(address);
  if (url === null || !site.test(url.hostname)) return null;
  const [kind = "", name = "", page, share = ""] = pathParts(url);
  const isShare = /^(?:r|u|user)$/i.test(kind) && page === "s" && /^\w{4,30}$/.test(share);
  return isShare && /^[\w-]{2,24}$/.test(name) ? `/${kind.toLowerCase()}/${name}/s/${share}` : null;
}

/** Advice on share links and media links, which don't name a post. Null for other URLs. */
export function linkAdvice(address: string): string | null {
  if (getShareLink(address) !== null) return linkAdviceTexts.share;
  const url = webUrl(address);
  if (url === null || itemOfLink(address) !== null) return null;
  const [page] = pathParts(url);
  const isMedia =
    media.test(url.hostname) || (site.test(url.hostname) && (page === "media" || page === "video"));
  return isMedia ? linkAdviceTexts.media : null;
}

export const linkAdviceTexts = {
  share: "Reddit didn't say which post this share link leads to. Open it, then paste the post's URL.",
  media: "This is the link of an image or video. Paste the link of the Reddit post that contains it.",
} as const;

/** Returns the subreddit of a listing or post URL, or 'all' for the front page. */
export function placeOfLink(address: string): string | null {
  const url = webUrl(address);
  if (url === null || !site.test(url.hostname)) return null;
  const parts = pathParts(url);
  return placed(parts).place ?? (parts.length === 0 ? "all" : null);
}
