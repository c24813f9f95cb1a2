import { isAll } from "@/domain/reading/place";
import { wireSite } from "./place";

export function isShared({ site, name }: { site: string; name: string }): boolean {
  return site === wireSite && isAll(name);
}

/** Describes the share of 'all' that is read. Shares are 0 to 1, or null before the first measurement. */
export function allShareText(share: { posts: number | null; comments: number | null }): string {
  const parts = [
    share.posts === null ? null : `${percent(share.posts)} of all new posts`,
    share.comments === null ? null : `${percent(share.comments)} of all new comments`,
  ].filter((part) => part !== null);
  const read = parts.length === 0 ? "as much of Reddit as Reddit's limits allow" : parts.join(" and ");
  return `With "all", Earshot currently reads ${read}. Subreddits you name are read in full.`;
}

/** Whole percents. Only exact values are shown as 0 % or 100 %. */
function percent(share: number): string {
  if (share > 0 && share < 0.01) return "less than 1%";
  if (share > 0.99 && share < 1) return "99%";
  return `${Math.round(share * 100)}%`;
}
