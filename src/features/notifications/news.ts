import { newsLine, newsRest, newsTitle } from "@/domain/news-texts";
import type { NotificationView } from "@/contract/notification";
import { itemOf } from "@/contract/place";

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
    .map(itemOf)
    .map((item) => newsLine(item.place.label, item.title));
  return {
    title: newsTitle(total, first?.matchedKeyword ?? ""),
    lines,
    more: newsRest(total - lines.length),
  };
}
