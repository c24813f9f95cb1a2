import type {
  GroupedResponse,
  NotificationGroup,
  NotificationTab,
  NotificationView,
} from "@/contract/notification";
import { isIn, latestFirst, united, withGroups } from "./groups";

/** A notification and its group. */
export interface Standing {
  group: NotificationGroup;
  item: NotificationView;
}

/**
 * Whether a changed item stays listed in the tab. Items leave when they are archived, unarchived, snoozed or
 * unsnoozed; they stay when they are marked as read or unread, or lose their star.
 */
export function staysIn(tab: NotificationTab, item: NotificationView): boolean {
  if (tab === "starred" || tab === "all") return true;
  if (tab === "archived") return isIn(item, "archived");
  return item.status !== "archived" && (item.snoozedUntil !== null) === (tab === "snoozed");
}

/**
 * Replaces these items, or removes them if the tab no longer lists them. Makes one pass, however many there
 * are.
 */
export function withSeveral(
  response: GroupedResponse,
  several: readonly Standing[],
  tab: NotificationTab,
): GroupedResponse {
  const gone = several.filter(({ item }) => !staysIn(tab, item));
  const remaining = several.filter(({ item }) => staysIn(tab, item));
  return putSeveral(dropSeveral(response, new Set(gone.map(({ item }) => item._id)), tab), remaining, tab);
}

/** Removes these items, and groups that become empty. */
export function dropSeveral(
  response: GroupedResponse,
  ids: ReadonlySet<string>,
  tab: NotificationTab,
): GroupedResponse {
  let change = 0;
  const groups = response.groupedNotifications.flatMap((group) => {
    const notifications = group.notifications.filter(({ _id }) => !ids.has(_id));
    if (notifications.length === group.notifications.length) return [group];
    const lost = countIn(group.notifications, tab) - countIn(notifications, tab);
    change -= lost;
    const count = group.count - lost;
    return notifications.length === 0 && count <= 0 ? [] : [{ ...group, count, notifications }];
  });
  return withGroups(response, groups, change);
}

/** Inserts these items into their groups, replacing older versions. */
function putSeveral(
  response: GroupedResponse,
  several: readonly Standing[],
  tab: NotificationTab,
): GroupedResponse {
  if (several.length === 0) return response;
  const byGroup = new Map<string, Standing[]>();
  for (const one of several) {
    const others = byGroup.get(one.group._id);
    if (others === undefined) byGroup.set(one.group._id, [one]);
    else others.push(one);
  }
  const stored = new Set(response.groupedNotifications.map(({ _id }) => _id));
  const missing = [...byGroup.values()]
    .map(([first]) => first!.group)
    .filter(({ _id }) => !stored.has(_id))
    .map((group) => ({ ...group, count: 0, notifications: [] }));
  let change = 0;
  const groups = [...response.groupedNotifications, ...missing].map((group) => {
    const items = byGroup.get(group._id)?.map(({ item }) => item);
    if (items === undefined) return group;
    const notifications = united(items, group.notifications);
    const won = countIn(notifications, tab) - countIn(group.notifications, tab);
    change += won;
    return { ...group, count: group.count + won, notifications };
  });
  return withGroups(response, missing.length === 0 ? groups : groups.sort(latestFirst), change);
}

function countIn(items: readonly NotificationView[], tab: NotificationTab): number {
  return items.filter((item) => isIn(item, tab)).length;
}
