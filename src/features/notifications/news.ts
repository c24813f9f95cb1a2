import type { NotificationView } from "@/contract/notification";
import { counted } from "@/domain/counted";

/** How many of a bulk of news are named. */
export const namedNews = 5;

export interface News {
  /** The keyword where there is one alone; it is marked. */
  title: { text: string; keyword: string | null };
  lines: string[];
  /** 'and 3 more', null where all are named. */
  more: string | null;
}

/** What to say of new notifications, the newest first; `total` counts those, too, that are not given. */
export function newsOf(notifications: readonly NotificationView[], total: number): News {
  const [first] = notifications;
  const lines = notifications
    .slice(0, namedNews)
    .map(({ redditPost: post }) => `r/${post.subreddit}: ${post.title}`);
  if (first !== undefined && total === 1) {
    return { title: { text: "New match for ", keyword: first.matchedKeyword }, lines, more: null };
  }
  const left = total - lines.length;
  return {
    title: { text: counted(total, "new match", "new matches"), keyword: null },
    lines,
    more: left > 0 ? `and ${left} more` : null,
  };
}
