import { blankedTitle, type NotificationView } from "@/contract/notification";
import type { NotificationRow } from "./sql/notification-row";

/** A notification as the wire shows it; of an item that was deleted at its source nothing of itself. */
export function notificationView(row: NotificationRow): NotificationView {
  const isBlank = row.blankedAt !== null;
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    matchedKeyword: row.keyword,
    matchedBy: row.matchedBy ?? { caseSensitive: false, wholeWordOnly: false },
    watchId: row.watchId,
    watchIds: row.watchIds,
    redditPost: {
      title: isBlank ? blankedTitle : row.title,
      subreddit: row.subreddit,
      content: isBlank ? "" : row.content,
      url: row.url,
      author: isBlank ? null : row.author,
      kind: row.kind,
      createdAt: row.itemCreatedAt.toISOString(),
      over18: row.over18,
    },
  };
}
