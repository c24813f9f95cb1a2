import type {
  GroupedResponse,
  NotificationGroup,
  NotificationTab,
  NotificationView,
} from "@/contract/notification";
import { isIn, withOperations, type Listed, type Operation } from "./operations";

/** Rows keep their place; new matches are only counted. Unlisted items disappear, unless changed here. */
export function refreshed(
  before: Listed,
  next: GroupedResponse,
  tab: NotificationTab,
  operations: readonly Operation[],
): Listed {
  const shown = withOperations(before, tab, operations);
  const isOnePage = next.pagination.totalPages <= 1;
  const waiting: Record<string, number> = {};
  const groups = before.groupedNotifications.map((group) => {
    const counterpart = (one: NotificationGroup) => one._id === group._id;
    const current = next.groupedNotifications.find(counterpart);
    // It can be on another page.
    if (current === undefined && !isOnePage) return group;
    const display = shown.groupedNotifications.find(counterpart);
    const shownCount = display?.count ?? 0;
    const count = current?.count ?? 0;
    if (count > shownCount) waiting[group._id] = count - shownCount;
    return {
      ...group,
      count: Math.min(count, shownCount) + group.count - shownCount,
      notifications: remaining(group, current, display, tab),
    };
  });
  for (const { _id, count } of next.groupedNotifications)
    if (!groups.some((group) => group._id === _id)) waiting[_id] = count;
  const total = Math.min(next.pagination.total, shown.pagination.total);
  return {
    ...before,
    groupedNotifications: groups.filter(({ count, notifications }) => count > 0 || notifications.length > 0),
    pagination: {
      ...next.pagination,
      total: total + before.pagination.total - shown.pagination.total,
    },
    waiting,
    waitingIn: [...before.groupedNotifications, ...next.groupedNotifications]
      .filter(({ _id }, at, all) => _id in waiting && all.findIndex((one) => one._id === _id) === at)
      .map(({ _id, thread }) => thread?.title ?? _id),
    waitingTotal: Math.max(0, next.pagination.total - shown.pagination.total),
  };
}

function remaining(
  group: NotificationGroup,
  current: NotificationGroup | undefined,
  display: NotificationGroup | undefined,
  tab: NotificationTab,
): NotificationView[] {
  const fresh = new Map(current?.notifications.map((item) => [item._id, item]));
  const displayed = new Map(display?.notifications.map((item) => [item._id, item]));
  // The response contains all rows of short groups.
  const oldest =
    current !== undefined && current.count > current.notifications.length
      ? current.notifications.at(-1)
      : undefined;
  const isBeyond = (item: NotificationView) => oldest !== undefined && newestFirst(oldest, item) < 0;
  return group.notifications.flatMap((item) => {
    const isChangedHere = displayed.get(item._id) !== item || !isIn(item, tab);
    if (isChangedHere || isBeyond(item)) return [item];
    return fresh.get(item._id) ?? [];
  });
}

export function withRest(listed: Listed, groupId: string, rest: readonly NotificationView[]): Listed {
  const groups = listed.groupedNotifications.map((group) => {
    if (group._id !== groupId) return group;
    const ids = new Set(group.notifications.map(({ _id }) => _id));
    const older = rest.filter(({ _id, createdAt }) => !ids.has(_id) && createdAt <= group.latestNotification);
    return { ...group, notifications: [...group.notifications, ...older].sort(newestFirst) };
  });
  return { ...listed, groupedNotifications: groups };
}

function newestFirst(one: NotificationView, other: NotificationView): number {
  return other.createdAt.localeCompare(one.createdAt) || other._id.localeCompare(one._id);
}
