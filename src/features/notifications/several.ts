import type {
  GroupedResponse,
  NotificationGroup,
  NotificationTab,
  NotificationView,
} from "@/contract/notification";
import { isIn, latestFirst, united, withGroups } from "./groups";

/** One of several, with the group that it stands in. */
export interface Standing {
  group: NotificationGroup;
  item: NotificationView;
}

/**
 * Whether what was changed here still stands in a tab: to and from the archive and what waits it leaves, between unread and
 * read it stays, as does what loses its star.
 */
export function staysIn(tab: NotificationTab, item: NotificationView): boolean {
  if (tab === "starred" || tab === "all") return true;
  if (tab === "archived") return isIn(item, "archived");
  return item.status !== "archived" && (item.snoozedUntil !== null) === (tab === "snoozed");
}

/** The answer with each of these as it is now: where its tab still shows it, or gone. In one pass, however many they are. */
export function withSeveral(
  answer: GroupedResponse,
  several: readonly Standing[],
  tab: NotificationTab,
): GroupedResponse {
  const gone = several.filter(({ item }) => !staysIn(tab, item));
  const standing = several.filter(({ item }) => staysIn(tab, item));
  return putSeveral(dropSeveral(answer, new Set(gone.map(({ item }) => item._id)), tab), standing, tab);
}

/** The answer without these, and without groups that held nothing else. */
export function dropSeveral(
  answer: GroupedResponse,
  ids: ReadonlySet<string>,
  tab: NotificationTab,
): GroupedResponse {
  let change = 0;
  const groups = answer.groupedNotifications.flatMap((group) => {
    const notifications = group.notifications.filter(({ _id }) => !ids.has(_id));
    if (notifications.length === group.notifications.length) return [group];
    const lost = countIn(group.notifications, tab) - countIn(notifications, tab);
    change -= lost;
    const count = group.count - lost;
    return notifications.length === 0 && count <= 0 ? [] : [{ ...group, count, notifications }];
  });
  return withGroups(answer, groups, change);
}

/** The answer with these in their groups, in place of what it has of them. */
function putSeveral(
  answer: GroupedResponse,
  several: readonly Standing[],
  tab: NotificationTab,
): GroupedResponse {
  if (several.length === 0) return answer;
  const byGroup = new Map<string, Standing[]>();
  for (const one of several) {
    const others = byGroup.get(one.group._id);
    if (others === undefined) byGroup.set(one.group._id, [one]);
    else others.push(one);
  }
  const held = new Set(answer.groupedNotifications.map(({ _id }) => _id));
  const missing = [...byGroup.values()]
    .map(([first]) => first!.group)
    .filter(({ _id }) => !held.has(_id))
    .map((group) => ({ ...group, count: 0, notifications: [] }));
  let change = 0;
  const groups = [...answer.groupedNotifications, ...missing].map((group) => {
    const items = byGroup.get(group._id)?.map(({ item }) => item);
    if (items === undefined) return group;
    const notifications = united(items, group.notifications);
    const won = countIn(notifications, tab) - countIn(group.notifications, tab);
    change += won;
    return { ...group, count: group.count + won, notifications };
  });
  return withGroups(answer, missing.length === 0 ? groups : groups.sort(latestFirst), change);
}

function countIn(items: readonly NotificationView[], tab: NotificationTab): number {
  return items.filter((item) => isIn(item, tab)).length;
}
