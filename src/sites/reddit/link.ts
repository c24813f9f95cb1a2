import type { LinkedItem } from "@/domain/item";
import { isUrl } from "@/domain/url";

const host = /^(?:(?:www|old|new|np|sh|m|amp)\.)?reddit\.com$/i;
const id = "[0-9a-z]{1,20}";
const permalink = new RegExp(
  `^(?:/r/([0-9A-Za-z_]{2,21})|/u(?:ser)?/[^/]+)?/comments/(${id})(?:/[^/]*(?:/(${id}))?)?/?$`,
);
const newComment = new RegExp(`^/r/([0-9A-Za-z_]{2,21})/comments/(${id})/comment/(${id})/?$`);
const short = new RegExp(`^/(${id})/?$`);

/** The post or comment that an address of the site names; null for every other address. */
export function itemOfLink(address: string): LinkedItem | null {
  const url = urlOf(address);
  if (url === null) return null;
  if (/^redd\.it$/i.test(url.hostname)) {
    const post = short.exec(url.pathname)?.[1];
    return post === undefined ? null : { fullname: `t3_${post}`, place: null };
  }
  if (!host.test(url.hostname)) return null;
  const [, place = null, post, comment] = newComment.exec(url.pathname) ?? permalink.exec(url.pathname) ?? [];
  if (post === undefined) return null;
  return { fullname: comment === undefined ? `t3_${post}` : `t1_${comment}`, place };
}

/** The place of an address: of a listing, or of what was written in it. The site's own front pages are its 'all'. */
export function placeOfLink(address: string): string | null {
  const url = urlOf(address);
  if (url === null || !host.test(url.hostname)) return null;
  const [, place] = /^\/r\/([0-9A-Za-z_]{2,21})(?:\/|$)/.exec(url.pathname) ?? [];
  return place ?? (url.pathname === "/" ? "all" : null);
}

function urlOf(address: string): URL | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!isUrl(whole)) return null;
  const url = new URL(whole);
  return /^https?:$/.test(url.protocol) ? url : null;
}
