import { updatesConnection, newsRest, newsTitle } from "@/domain/news-texts";
import type { NotificationView } from "@/contract/notification";
import { itemOf } from "@/contract/place";
import { addressOf, viewOf } from "./view";

/** How many of a bulk of news are named. */
export const namedNews = 5;

export interface News {
  /** The keyword is marked. */
  title: { text: string; keyword: string };
  lines: string[];
  /** 'and 3 more', null where all are named. */
  more: string | null;
  /** The screen that shows them: of one keyword alone where all are known to be its. */
  href: ReturnType<typeof addressOf>;
}

/** What to say of new notifications, the newest first; `total` counts those, too, that are not given. */
export function newsOf(notifications: readonly NotificationView[], total: number): News {
  const keyword = notifications[0]?.matchedKeyword ?? "";
  const isOfOne =
    total === notifications.length && notifications.every((one) => one.matchedKeyword === keyword);
  const lines = notifications
    .slice(0, namedNews)
    .map(itemOf)
    .map((item) => updatesConnection(item.place.label, item.title));
  return {
    title: { text: newsTitle(total, isOfOne), keyword },
    lines,
    more: newsRest(total - lines.length),
    href: addressOf({ ...viewOf(new URLSearchParams(), false), keyword: isOfOne ? keyword : "" }),
  };
}
