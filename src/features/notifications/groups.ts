import type {
  GroupedResponse,
  NotificationGroup,
  NotificationStatus,
  NotificationTab,
  NotificationView,
} from "@/contract/notification";

/*
 * What a screen of groups becomes by an action, before the server has answered and back again if it refuses. A tab
 * shows one status; an item with another one was changed here and stays until the next load. Counts follow.
 */

/** Whether a tab shows an item, and counts it. */
export function isIn({ status, starredAt, snoozedUntil }: NotificationView, tab: NotificationTab): boolean {
  if (tab === "all") return true;
  if (tab === "starred") return starredAt !== null;
  return tab === (snoozedUntil === null ? status : "snoozed");
}

/** The answer with this item in its group, in place of an older version of it or where its time puts it. */
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

/** The answer without this item, and without its group where that held nothing else. */
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

/** The answer with every item of these groups in a status that the tab does not show: they stay, and count no more. */
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

/** The answer without these groups. */
export function dropGroups(answer: GroupedResponse, ids: readonly string[]): GroupedResponse {
  const gone = answer.groupedNotifications.filter(({ _id }) => ids.includes(_id));
  const change = gone.reduce((sum, { count }) => sum - count, 0);
  return withGroups(
    answer,
    answer.groupedNotifications.filter((group) => !gone.includes(group)),
    change,
  );
}

/** The answer without what this group had when it was deleted; what came since stays. */
export function dropGroup(answer: GroupedResponse, group: NotificationGroup): GroupedResponse {
  const held = answer.groupedNotifications.find(({ _id }) => _id === group._id);
  if (held === undefined) return answer;
  const notifications = held.notifications.filter(({ createdAt }) => createdAt > group.latestNotification);
  if (notifications.length === 0) return dropGroups(answer, [group._id]);
  return putGroup(answer, { ...held, notifications, count: notifications.length });
}

/** The answer with this group as it was. */
export function putGroup(answer: GroupedResponse, group: NotificationGroup): GroupedResponse {
  const held = answer.groupedNotifications.find(({ _id }) => _id === group._id);
  const groups =
    held === undefined
      ? [...answer.groupedNotifications, group].sort(latestFirst)
      : answer.groupedNotifications.map((one) => (one === held ? group : one));
  return withGroups(answer, groups, group.count - (held?.count ?? 0));
}

/** The answer with more of a group's notifications, each once. */
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
 * A newer answer, with what must not vanish under the reader's eyes: items that were changed here, and those of the
 * rest of a group that were asked for.
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

/** The answer as the next load would bring it: what was changed here is gone. */
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

/** Both lists as one, the first's version of what is in both. */
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
