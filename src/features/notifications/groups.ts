import type {
  GroupedResponse,
  NotificationGroup,
  NotificationStatus,
  NotificationTab,
  NotificationView,
} from "@/contract/notification";

/* Optimistic updates of the grouped response, and their rollback. A tab shows one status; items changed
   here to another status stay until the next load. Counts are updated as well. */

/** Whether a tab lists and counts an item. */
export function isIn({ status, starredAt, snoozedUntil }: NotificationView, tab: NotificationTab): boolean {
  if (tab === "all") return true;
  if (tab === "starred") return starredAt !== null;
  return tab === (snoozedUntil === null ? status : "snoozed");
}

/** Inserts the item into its group, or replaces its older version. */
export function putItem(
  answer: GroupedResponse,
  group: NotificationGroup,
  item: NotificationView,
  tab: NotificationTab,
): GroupedResponse {
  const held = answer.groupedNotifications.find(({ _id }) => _id === group._id);
  const before = held?.notifications.find(({ _id }) => _id === item._id);
  const change = Number(isIn(item, tab)) - Number(before !== undefined && isIn(before, tab));
  const others = (held?.notifications ?? []).filter(({ _id }) => _id !== item._id);
  const next = {
    ...(held ?? { ...group, count: 0 }),
    notifications: [...others, item].sort(newestFirst),
  };
  next.count += change;
  const groups = answer.groupedNotifications.filter(({ _id }) => _id !== group._id);
  const at = held === undefined ? groups.length : answer.groupedNotifications.indexOf(held);
  const placed = [...groups.slice(0, at), next, ...groups.slice(at)];
  return withGroups(answer, held === undefined ? placed.sort(latestFirst) : placed, change);
}

/** Removes the item, and its group if it becomes empty. */
export function dropItem(answer: GroupedResponse, id: string, tab: NotificationTab): GroupedResponse {
  let change = 0;
  const groups = answer.groupedNotifications.flatMap((group) => {
    const item = group.notifications.find(({ _id }) => _id === id);
    if (item === undefined) return [group];
    const lost = Number(isIn(item, tab));
    change -= lost;
    const notifications = group.notifications.filter((one) => one !== item);
    const next = { ...group, count: group.count - lost, notifications };
    return notifications.length === 0 && next.count <= 0 ? [] : [next];
  });
  return withGroups(answer, groups, change);
}

/**
 * Moves every item of these groups to a status the tab doesn't show. They stay visible but are no longer
 * counted.
 */
export function markGroups(
  answer: GroupedResponse,
  ids: readonly string[],
  status: NotificationStatus,
): GroupedResponse {
  let change = 0;
  const groups = answer.groupedNotifications.map((group) => {
    if (!ids.includes(group._id)) return group;
    change -= group.count;
    const notifications = group.notifications.map((item) => ({ ...item, status }));
    return { ...group, count: 0, notifications };
  });
  return withGroups(answer, groups, change);
}

/** Removes these groups. */
export function dropGroups(answer: GroupedResponse, ids: readonly string[]): GroupedResponse {
  const gone = answer.groupedNotifications.filter(({ _id }) => ids.includes(_id));
  const change = gone.reduce((sum, { count }) => sum - count, 0);
  return withGroups(
    answer,
    answer.groupedNotifications.filter((group) => !gone.includes(group)),
    change,
  );
}

/** Removes the items the group had when it was deleted, but keeps newer ones. */
export function dropGroup(answer: GroupedResponse, group: NotificationGroup): GroupedResponse {
  const held = answer.groupedNotifications.find(({ _id }) => _id === group._id);
  if (held === undefined) return answer;
  const notifications = held.notifications.filter(({ createdAt }) => createdAt > group.latestNotification);
  if (notifications.length === 0) return dropGroups(answer, [group._id]);
  return putGroup(answer, { ...held, notifications, count: notifications.length });
}

/** Restores the group. */
export function putGroup(answer: GroupedResponse, group: NotificationGroup): GroupedResponse {
  const held = answer.groupedNotifications.find(({ _id }) => _id === group._id);
  const groups =
    held === undefined
      ? [...answer.groupedNotifications, group].sort(latestFirst)
      : answer.groupedNotifications.map((one) => (one === held ? group : one));
  return withGroups(answer, groups, group.count - (held?.count ?? 0));
}

/** Adds more of a group's notifications, without duplicates. */
export function addRest(
  answer: GroupedResponse,
  groupId: string,
  rest: readonly NotificationView[],
): GroupedResponse {
  const groups = answer.groupedNotifications.map((group) =>
    group._id === groupId ? { ...group, notifications: united(group.notifications, rest) } : group,
  );
  return withGroups(answer, groups, 0);
}

/**
 * Merges a newer response, keeping items that must not disappear while the user reads: items changed here,
 * and items loaded with "Show all".
 */
export function mergeResponses(
  next: GroupedResponse,
  before: GroupedResponse | undefined,
  tab: NotificationTab,
): GroupedResponse {
  if (before === undefined) return next;
  const groups = next.groupedNotifications.map((group) => {
    const held = before.groupedNotifications.find(({ _id }) => _id === group._id);
    const oldest = group.notifications.at(-1);
    const kept = (held?.notifications ?? []).filter(
      (item) => !isIn(item, tab) || (oldest !== undefined && newestFirst(oldest, item) < 0),
    );
    return { ...group, notifications: united(group.notifications, kept) };
  });
  const alone = before.groupedNotifications
    .filter(({ _id }) => !groups.some((group) => group._id === _id))
    .map((group) => ({
      ...group,
      count: 0,
      notifications: group.notifications.filter((item) => !isIn(item, tab)),
    }))
    .filter(({ notifications }) => notifications.length > 0);
  return withGroups(next, [...groups, ...alone].sort(latestFirst), 0);
}

/** Predicts the next load: drops items that were changed here. */
export function asReloaded(answer: GroupedResponse, tab: NotificationTab): GroupedResponse {
  const groups = answer.groupedNotifications
    .map((group) => ({
      ...group,
      notifications: group.notifications.filter((item) => isIn(item, tab)),
    }))
    .filter(({ count }) => count > 0);
  return withGroups(answer, groups, 0);
}

export function withGroups(
  answer: GroupedResponse,
  groups: NotificationGroup[],
  change: number,
): GroupedResponse {
  const total = Math.max(0, answer.pagination.total + change);
  return { groupedNotifications: groups, pagination: { ...answer.pagination, total } };
}

/** Merges two lists; items of the first win. */
export function united(
  first: readonly NotificationView[],
  second: readonly NotificationView[],
): NotificationView[] {
  const ids = new Set(first.map(({ _id }) => _id));
  return [...first, ...second.filter(({ _id }) => !ids.has(_id))].sort(newestFirst);
}

function newestFirst(one: NotificationView, other: NotificationView): number {
  return other.createdAt.localeCompare(one.createdAt) || other._id.localeCompare(one._id);
}

export function latestFirst(one: NotificationGroup, other: NotificationGroup): number {
  return other.latestNotification.localeCompare(one.latestNotification);
}
