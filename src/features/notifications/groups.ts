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
  response: GroupedResponse,
  group: NotificationGroup,
  item: NotificationView,
  tab: NotificationTab,
): GroupedResponse {
  const stored = response.groupedNotifications.find(({ _id }) => _id === group._id);
  const before = stored?.notifications.find(({ _id }) => _id === item._id);
  const change = Number(isIn(item, tab)) - Number(before !== undefined && isIn(before, tab));
  const others = (stored?.notifications ?? []).filter(({ _id }) => _id !== item._id);
  const next = {
    ...(stored ?? { ...group, count: 0 }),
    notifications: [...others, item].sort(newestFirst),
  };
  next.count += change;
  const groups = response.groupedNotifications.filter(({ _id }) => _id !== group._id);
  const at = stored === undefined ? groups.length : response.groupedNotifications.indexOf(stored);
  const placed = [...groups.slice(0, at), next, ...groups.slice(at)];
  return withGroups(response, stored === undefined ? placed.sort(latestFirst) : placed, change);
}

/** Removes the item, and its group if it becomes empty. */
export function dropItem(response: GroupedResponse, id: string, tab: NotificationTab): GroupedResponse {
  let change = 0;
  const groups = response.groupedNotifications.flatMap((group) => {
    const item = group.notifications.find(({ _id }) => _id === id);
    if (item === undefined) return [group];
    const lost = Number(isIn(item, tab));
    change -= lost;
    const notifications = group.notifications.filter((one) => one !== item);
    const next = { ...group, count: group.count - lost, notifications };
    return notifications.length === 0 && next.count <= 0 ? [] : [next];
  });
  return withGroups(response, groups, change);
}

/**
 * Moves every item of these groups to a status the tab doesn't show. They stay visible but are no longer
 * counted.
 */
export function markGroups(
  response: GroupedResponse,
  ids: readonly string[],
  status: NotificationStatus,
): GroupedResponse {
  let change = 0;
  const groups = response.groupedNotifications.map((group) => {
    if (!ids.includes(group._id)) return group;
    change -= group.count;
    const notifications = group.notifications.map((item) => ({ ...item, status }));
    return { ...group, count: 0, notifications };
  });
  return withGroups(response, groups, change);
}

/** Removes these groups. */
export function dropGroups(response: GroupedResponse, ids: readonly string[]): GroupedResponse {
  const gone = response.groupedNotifications.filter(({ _id }) => ids.includes(_id));
  const change = gone.reduce((sum, { count }) => sum - count, 0);
  return withGroups(
    response,
    response.groupedNotifications.filter((group) => !gone.includes(group)),
    change,
  );
}

/** Removes the items the group had when it was deleted, but keeps newer ones. */
export function dropGroup(response: GroupedResponse, group: NotificationGroup): GroupedResponse {
  const stored = response.groupedNotifications.find(({ _id }) => _id === group._id);
  if (stored === undefined) return response;
  const notifications = stored.notifications.filter(({ createdAt }) => createdAt > group.latestNotification);
  if (notifications.length === 0) return dropGroups(response, [group._id]);
  return putGroup(response, { ...stored, notifications, count: notifications.length });
}

/** Restores the group. */
export function putGroup(response: GroupedResponse, group: NotificationGroup): GroupedResponse {
  const stored = response.groupedNotifications.find(({ _id }) => _id === group._id);
  const groups =
    stored === undefined
      ? [...response.groupedNotifications, group].sort(latestFirst)
      : response.groupedNotifications.map((one) => (one === stored ? group : one));
  return withGroups(response, groups, group.count - (stored?.count ?? 0));
}

/** Adds more of a group's notifications, without duplicates. */
export function addRest(
  response: GroupedResponse,
  groupId: string,
  rest: readonly NotificationView[],
): GroupedResponse {
  const groups = response.groupedNotifications.map((group) =>
    group._id === groupId ? { ...group, notifications: united(group.notifications, rest) } : group,
  );
  return withGroups(response, groups, 0);
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
    const stored = before.groupedNotifications.find(({ _id }) => _id === group._id);
    const oldest = group.notifications.at(-1);
    const retained = (stored?.notifications ?? []).filter(
      (item) => !isIn(item, tab) || (oldest !== undefined && newestFirst(oldest, item) < 0),
    );
    return { ...group, notifications: united(group.notifications, retained) };
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
export function asReloaded(response: GroupedResponse, tab: NotificationTab): GroupedResponse {
  const groups = response.groupedNotifications
    .map((group) => ({
      ...group,
      notifications: group.notifications.filter((item) => isIn(item, tab)),
    }))
    .filter(({ count }) => count > 0);
  return withGroups(response, groups, 0);
}

export function withGroups(
  response: GroupedResponse,
  groups: NotificationGroup[],
  change: number,
): GroupedResponse {
  const total = Math.max(0, response.pagination.total + change);
  return { groupedNotifications: groups, pagination: { ...response.pagination, total } };
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
