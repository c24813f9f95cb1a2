import {
  blankedTitle,
  listContentLength,
  type NotificationQuery,
  type NotificationStatus,
  type NotificationView,
} from "@/contract/notification";
import { formatCursor } from "@/contract/pagination";
import { foldKeyword } from "@/domain/matching/fold";
import { planOf } from "@/domain/plans";
import { pool } from "./database";
import { AppError } from "./http/errors";
import { idOf } from "./http/id";
import { Reply } from "./http/reply";
import type { Account } from "./sql/account-row";
import { buryNotification } from "./sql/bury-notification";
import { countNotifications } from "./sql/count-notifications";
import { listNotifications as listRows } from "./sql/list-notifications";
import { markNotification as markRow } from "./sql/mark-notification";
import type { NotificationFilter, NotificationRow } from "./sql/notification-row";

export interface NotificationList {
  notifications: NotificationView[];
  total: number;
  /** Where the next page begins, null on the last. */
  nextCursor: string | null;
}

/** A page of what fits the query and how many fit it; PRO_REQUIRED for search. */
export async function listNotifications(user: Account, query: NotificationQuery): Promise<NotificationList> {
  const filter = filterOf(user, query);
  const page = {
    isNewestFirst: query.sort === "newest",
    // One more than asked for tells whether there is a next page.
    limit: query.limit + 1,
    offset: query.cursor === undefined ? (query.page - 1) * query.limit : 0,
    after: query.cursor ?? null,
    contentLength: listContentLength,
  };
  const [found, total] = await Promise.all([
    listRows(pool(), filter, page),
    countNotifications(pool(), filter),
  ]);
  const shown = found.slice(0, query.limit);
  const last = shown.at(-1);
  const nextCursor = found.length > query.limit && last !== undefined ? formatCursor(last) : null;
  return { notifications: shown.map(notificationView), total, nextCursor };
}

/** The list as the wire has it: an array, the rest in headers. */
export async function answerNotifications(user: Account, query: NotificationQuery): Promise<Reply> {
  const list = await listNotifications(user, query);
  const headers: Record<string, string> = { "X-Total-Count": String(list.total) };
  if (list.nextCursor !== null) headers["X-Next-Cursor"] = list.nextCursor;
  return new Reply(list.notifications, headers);
}

function filterOf(user: Account, query: NotificationQuery): NotificationFilter {
  const { keyword, subreddit, q, group, status } = query;
  const isSearch = keyword !== undefined || subreddit !== undefined || q !== undefined;
  if (isSearch && !planOf(user.subscriptionStatus).hasSearch) throw new AppError("PRO_REQUIRED");
  return {
    userId: user.id,
    status: status === "all" ? null : status,
    groupFolded: group === undefined ? null : foldKeyword(group),
    keywordFolded: keyword === undefined ? null : foldKeyword(keyword),
    subreddit: subreddit?.replace(/^\/?r\//i, "") ?? null,
    q: q ?? null,
  };
}

/** NOT_FOUND for an id that is malformed, absent, deleted or somebody else's. */
export async function markNotification(
  user: Account,
  id: string | undefined,
  status: NotificationStatus,
): Promise<{ notification: NotificationView }> {
  const marked = await markRow(pool(), user.id, idOf(id), status);
  if (marked === null) throw new AppError("NOT_FOUND");
  return { notification: notificationView(marked) };
}

/** NOT_FOUND as above, so also the second time. */
export async function deleteNotification(user: Account, id: string | undefined, now: Date): Promise<void> {
  if (!(await buryNotification(pool(), user.id, idOf(id), now))) throw new AppError("NOT_FOUND");
}

function notificationView(row: NotificationRow): NotificationView {
  const isBlank = row.blankedAt !== null;
  return {
    _id: row.id,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    matchedKeyword: row.keyword,
    watchId: row.watchId,
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
