import { newsLine, newsRest, newsTitle } from "@/domain/news-texts";
import type { NotificationView } from "@/contract/notification";
import { getItem } from "@/contract/place";
import { isReply } from "./row-text";
import { getAddress, getView } from "./view";

export const namedNews = 5;

export interface News {
  total: number;
  title: { text: string; keyword: string };
  lines: string[];
  more: string | null;
  /** Filtered by keyword if all are known to share one. */
  href: ReturnType<typeof getAddress>;
}

/** `total` also counts notifications that aren't passed. */
export function getNews(notifications: readonly NotificationView[], total: number): News {
  const keyword = notifications[0]?.matchedKeyword ?? "";
  const isOfOne =
    total === notifications.length && notifications.every((one) => one.matchedKeyword === keyword);
  // The keyword filter only knows keywords.
  const isOfThread = notifications.some(isReply);
  const lines = notifications
    .slice(0, namedNews)
    .map(getItem)
    .map((item) => newsLine(item.place.label, item.title));
  return {
    total,
    title: { text: newsTitle(total, isOfOne), keyword },
    lines,
    more: newsRest(total - lines.length),
    href: getAddress({
      ...getView(new URLSearchParams(), false),
      keyword: isOfOne && !isOfThread ? keyword : "",
    }),
  };
}
