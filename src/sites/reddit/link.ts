import type { LinkedItem } from "@/domain/site";

const host = /^(?:(?:www|old|new|np|sh|m|amp)\.)?reddit\.com$/i;
const id = "[0-9a-z]{1,20}";
const permalink = new RegExp(
  `^(?:/r/([0-9A-Za-z_]{2,21})|/u(?:ser)?/[^/]+)?/comments/(${id})(?:/[^/]*(?:/(${id}))?)?/?$`,
);
const newComment = new RegExp(`^/r/([0-9A-Za-z_]{2,21})/comments/(${id})/comment/(${id})/?$`);
const short = new RegExp(`^/(${id})/?$`);

/** The post or comment that an address of the site names; null for every other address. */
export function itemOfLink(address: string): LinkedItem | null {
  const whole = /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`;
  if (!URL.canParse(whole)) return null;
  const url = new URL(whole);
  if (!/^https?:$/.test(url.protocol)) return null;
  if (/^redd\.it$/i.test(url.hostname)) {
    const post = short.exec(url.pathname)?.[1];
    return post === undefined ? null : { fullname: `t3_${post}`, place: null };
  }
  if (!host.test(url.hostname)) return null;
  const [, place = null, post, comment] = newComment.exec(url.pathname) ?? permalink.exec(url.pathname) ?? [];
  if (post === undefined) return null;
  return { fullname: comment === undefined ? `t3_${post}` : `t1_${comment}`, place };
}
