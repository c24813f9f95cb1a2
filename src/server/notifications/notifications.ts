import {
  listContentLength,
  popupCountLimit,
  popupLength,
  type NotificationView,
  type PopupResponse,
  type PopupQuery,
  type TabCounts,
  type UnreadCountResponse,
} from "@/contract/notification";
import type { NotificationQuery } from "@/contract/notification-query";
import { formatCursor } from "@/contract/pagination";
import { isSilent } from "@/domain/delivery/quiet-hours";
import { getQuiet } from "@/server/delivery/statements/policies";
import { pool, type Queryable, prisma } from "@/server/platform/database";
import { AppError } from "@/server/platform/errors";
import { getId } from "@/server/platform/id";
import { resolveTitles } from "@/server/places/place-titles";
import { Reply } from "@/server/platform/reply";
import { getPage, searchedFilter, searching } from "./notification-query";
import { notificationView, notificationViews } from "./notification-view";
import { withPendingUpdatesApplied } from "@/server/mentions/pending-updates";
import type { Account, Reader } from "@/server/accounts/statements/accounts";
import {
  softDeleteNotification,
  markNotification as markRow,
  type NotificationMark,
} from "./statements/status-updates";
import { countNotifications, listNotifications as listRows, listPopups } from "./statements/notifications";
import { snoozeTime } from "./snooze-time";
import type { NotificationFilter } from "./statements/notification-row";

export interface NotificationList {
  notifications: NotificationView[];
  total: number;
  nextCursor: string | null;
  /** For searches: older matches than this can exist. */
  reachedTo: Date | null;
}

/** Throws PRO_REQUIRED or SEARCH_TOO_BROAD for searches. */
export function listNotifications(user: Account, query: NotificationQuery): Promise<NotificationList> {
  return searching(query, () => listFitting(user, query));
}

async function listFitting(user: Account, query: NotificationQuery): Promise<NotificationList> {
  const { filter, reachedTo } = await searchedFilter(user, query);
  const [found, total] = await Promise.all([
    listRows(pool(), filter, { ...getPage(query), contentLength: listContentLength }),
    filter.found?.length ?? countNotifications(pool(), filter),
  ]);
  const shown = found.slice(0, query.limit);
  await resolveTitles(shown);
  const last = shown.at(-1);
  const nextCursor = found.length > query.limit && last !== undefined ? formatCursor(last) : null;
  return { notifications: await notificationViews(shown, query.q), total, nextCursor, reachedTo };
}

export async function listNotificationsPage(user: Account, query: NotificationQuery): Promise<Reply> {
  const list = await listNotifications(user, query);
  const headers: Record<string, string> = { "X-Total-Count": String(list.total) };
  if (list.nextCursor !== null) headers["X-Next-Cursor"] = list.nextCursor;
  if (list.reachedTo !== null) headers["X-Searched-To"] = list.reachedTo.toISOString();
  return new Reply(list.notifications, headers);
}

export async function listRecent(user: Reader, limit: number): Promise<NotificationView[]> {
  const newest = { isNewestFirst: true, limit, offset: 0, after: null, contentLength: listContentLength };
  const found = await listRows(pool(), anyOf(user), newest);
  await resolveTitles(found);
  return notificationViews(found);
}

/** Throws NOT_FOUND if the id is malformed or unknown, or the notification is deleted or another user's. */
export async function getNotification(
  user: Reader,
  id: string | undefined,
): Promise<{ notification: NotificationView }> {
  const alone = { isNewestFirst: true, limit: 1, offset: 0, after: null, contentLength: null };
  const [found] = await listRows(pool(), { ...anyOf(user), found: [getId(id)] }, alone);
  if (found === undefined) throw new AppError("NOT_FOUND");
  await resolveTitles([found]);
  return { notification: notificationView(found) };
}

/** Returns the oldest notification of this item with its full text. Throws NOT_FOUND. */
export async function getMention(
  user: Reader,
  fullname: string,
): Promise<{ notification: NotificationView }> {
  const first = await prisma().notification.findFirst({
    where: { fullname, userId: user.id, deletedAt: null },
    orderBy: [{ leadId: { sort: "asc", nulls: "first" } }, { createdAt: "asc" }],
    select: { id: true, leadId: true },
  });
  // A later post of a story is shown with its first one.
  return getNotification(user, first?.leadId ?? first?.id);
}

/** Only watches with browser alerts. `isSilent` if the user is muted or in quiet hours. */
export async function listNews(user: Account, query: PopupQuery, now: Date): Promise<PopupResponse> {
  const { notifications, total } = await listPopups(pool(), {
    user,
    since: query.since === undefined ? null : new Date(query.since),
    limit: popupLength,
    countLimit: popupCountLimit,
    contentLength: listContentLength,
  });
  await resolveTitles(notifications);
  const response = { notifications: await notificationViews(notifications), total };
  return isSilent(now, getQuiet(user)) ? { ...response, isSilent: true } : response;
}

export async function countUnread(user: Reader): Promise<UnreadCountResponse> {
  return { count: await countNotifications(pool(), { ...anyOf(user), status: "unread" }) };
}

export async function countTabs(user: Reader): Promise<TabCounts> {
  const count = (status: keyof TabCounts) => countNotifications(pool(), { ...anyOf(user), status });
  const [unread, read, starred, snoozed, following, archived] = await Promise.all([
    count("unread"),
    count("read"),
    count("starred"),
    count("snoozed"),
    count("following"),
    count("archived"),
  ]);
  return { unread, read, starred, snoozed, following, archived };
}

export function anyOf({ id, pendingBulkUpdates: marks }: Reader): NotificationFilter {
  return {
    userId: id,
    marks,
    status: null,
    groupFolded: null,
    keywordFolded: null,
    place: null,
    isStarred: false,
    until: null,
    found: null,
  };
}

/** Throws NOT_FOUND like `getNotification`. */
export async function markNotification(
  user: Account,
  id: string | undefined,
  mark: NotificationMark,
  now: Date,
): Promise<{ notification: NotificationView }> {
  const marked = await actOn(user, getId(id), (db, own) => markRow(db, user.id, own, mark, now));
  if (marked === null) throw new AppError("NOT_FOUND");
  await resolveTitles([marked]);
  return { notification: notificationView(marked) };
}

/** Throws NOT_FOUND, or VALIDATION_ERROR if the time is in the past or too far ahead. */
export function snoozeNotification(user: Account, id: string | undefined, until: string | null, now: Date) {
  return markNotification(user, id, { snoozedUntil: snoozeTime(until, now) }, now);
}

/** Throws NOT_FOUND, also when called again. */
export async function deleteNotification(user: Account, id: string | undefined, now: Date): Promise<void> {
  const isDeleted = await actOn(user, getId(id), (db, own) => softDeleteNotification(db, user.id, own, now));
  if (!isDeleted) throw new AppError("NOT_FOUND");
}

/** If the user has pending updates, applies them to this notification first. */
function actOn<T>(user: Reader, id: string, act: (db: Queryable, id: string) => Promise<T>): Promise<T> {
  if (user.pendingBulkUpdates.length === 0) return act(pool(), id);
  return withPendingUpdatesApplied(user.id, [id], (tx) => act(tx, id));
}
