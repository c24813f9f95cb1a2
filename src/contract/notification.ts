import { listQuery } from "./pagination";
import { z } from "./zod";

/** How much of an item's Markdown a list carries, in characters. */
export const listContentLength = 5_000;

/** What stands for an item that was deleted at its source. */
export const blankedTitle = "[deleted on Reddit]";

const search = z.string().trim().min(1).max(100).optional();

/** GET /api/notifications; keyword, subreddit and q are search: Pro. */
export const notificationQuery = z.object({
  ...listQuery,
  status: z.enum(["unread", "read", "archived", "all"]).default("unread"),
  group: z.string().max(200).optional(),
  keyword: search,
  subreddit: search,
  q: search,
});
export type NotificationQuery = z.infer<typeof notificationQuery>;

export const notificationStatus = z.enum(["unread", "read", "archived"]);
export type NotificationStatus = z.infer<typeof notificationStatus>;

export const notificationView = z.object({
  _id: z.string(),
  createdAt: z.string(),
  status: notificationStatus,
  matchedKeyword: z.string(),
  watchId: z.string(),
  redditPost: z.object({
    title: z.string(),
    subreddit: z.string(),
    content: z.string(),
    url: z.string(),
    author: z.string().nullable(),
    kind: z.enum(["post", "comment"]),
    createdAt: z.string(),
    over18: z.boolean(),
  }),
});
export type NotificationView = z.infer<typeof notificationView>;

export const notificationAnswer = z.object({ notification: notificationView });
export const notificationListAnswer = z.array(notificationView);
