import type { LinkedItem } from "./item";

/** Interprets URLs without requests to the site. Each function returns null for other URLs. */
export interface SiteLinks {
  itemOfLink(address: string): LinkedItem | null;
  /** The fullname of a linked item in another place that contains it. Null if places share no items. */
  inPlace?(fullname: string, place: string): string | null;
  /** A share link that only the site can resolve, as `resolveShareLink` takes it. */
  getShareLink?(address: string): string | null;
  /** Advice on which link to paste instead, for example of an image link. */
  linkAdvice?(address: string): string | null;
  /** The feed of a page that isn't a place of the site. */
  feedOf?(address: string): string | null;
}
