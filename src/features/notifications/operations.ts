import type {
  GroupedResponse,
  NotificationGroup,
  NotificationTab,
  NotificationView,
} from "@/contract/notification";
import { createStore } from "@/ui/store";

/** The changed notifications. A group and "all" are limited to the tab of the operation. */
export type Target = { ids: ReadonlySet<string> } | { group: string } | { all: true };

/** A change made here that the listed data doesn't contain. */
export interface Operation {
  target: Target;
  tab: NotificationTab;
  /** Returns the changed notification; null if it is deleted. */
  change: (item: NotificationView) => NotificationView | null;
  /** When the server confirmed it, in ticks. Null: not yet. */
  settledAt: number | null;
}

/** The data of a visit. The server's groups keep their order and rows until the user asks for new matches. */
export interface Listed extends GroupedResponse {
  /** When it was loaded, in ticks: it contains operations confirmed earlier. */
  loadedAt: number;
  /** True if it was loaded without groups. */
  wasEmpty: boolean;
  /** New matches by group. */
  waiting: Readonly<Record<string, number>>;
  /** The keywords and the titles of threads with new matches. */
  waitingIn: readonly string[];
  waitingTotal: number;
}

const store = createStore<readonly Operation[]>([]);

export const useOperations = () => store.useValue((operations) => operations);
export const currentOperations = store.get;
export const addOperation = (operation: Operation) => store.set([...store.get(), operation]);
/** Removes an operation that was refused, undone, or is contained in the data. */
export const dropOperation = (operation: Operation) =>
  store.set(store.get().filter((one) => one !== operation));
/** The server has made the change: data loaded from now on contains it. */
export function confirmOperation(operation: Operation): void {
  operation.settledAt = tick();
  store.set([...store.get()]);
}

let ticks = 0;
/** Returns a number greater than any before, to order loads and confirmations. */
export const tick = (): number => (ticks += 1);

export function listedFrom(response: GroupedResponse, loadedAt = tick()): Listed {
  const wasEmpty = response.groupedNotifications.length === 0;
  return { ...response, loadedAt, wasEmpty, waiting: {}, waitingIn: [], waitingTotal: 0 };
}

export function isIn({ status, starredAt, snoozedUntil }: NotificationView, tab: NotificationTab): boolean {
  if (tab === "all") return true;
  if (tab === "starred") return starredAt !== null;
  if (tab === "following") return status !== "archived" && snoozedUntil === null;
  return tab === (snoozedUntil === null ? status : "snoozed");
}

/** Items leave if archived or snoozed, or the reverse. Read, unread and unstarred ones stay. */
export function staysIn(tab: NotificationTab, item: NotificationView): boolean {
  if (tab === "starred" || tab === "all") return true;
  if (tab === "archived") return isIn(item, "archived");
  return item.status !== "archived" && (item.snoozedUntil !== null) === (tab === "snoozed");
}

/** True if the data doesn't contain the operation. */
export const isMissing = ({ settledAt }: Operation, { loadedAt }: Listed): boolean =>
  settledAt === null || settledAt > loadedAt;

/** The data with the operations that it doesn't contain. Groups without notifications disappear. */
export function withOperations(
  listed: Listed,
  tab: NotificationTab,
  operations: readonly Operation[],
): Listed {
  const missing = operations.filter((operation) => isMissing(operation, listed));
  if (missing.length === 0) return listed;
  let change = 0;
  const groups = listed.groupedNotifications.flatMap((group) => {
    const changed = missing.reduce((before, operation) => changedGroup(before, tab, operation), group);
    change += changed.count - group.count;
    return changed.count <= 0 && changed.notifications.length === 0 ? [] : [changed];
  });
  const all = missing.some(({ target, tab: own }) => "all" in target && own === tab);
  const total = all ? 0 : Math.max(0, listed.pagination.total + change);
  return { ...listed, groupedNotifications: groups, pagination: { ...listed.pagination, total } };
}

function changedGroup(
  group: NotificationGroup,
  tab: NotificationTab,
  { target, tab: own, change }: Operation,
): NotificationGroup {
  const isWhole = "all" in target || ("group" in target && target.group === group._id);
  if (isWhole && own === tab) return { ...group, count: 0, notifications: [] };
  if (!isWhole && !("ids" in target)) return group;
  let { count } = group;
  let isChanged = false;
  const notifications = group.notifications.flatMap((item) => {
    if ("ids" in target ? !target.ids.has(item._id) : !isIn(item, own)) return [item];
    isChanged = true;
    const next = change(item);
    count += Number(next !== null && isIn(next, tab)) - Number(isIn(item, tab));
    return next !== null && staysIn(tab, next) ? [next] : [];
  });
  return isChanged ? { ...group, count: Math.max(0, count), notifications } : group;
}

const maxNamedPlaces = 2;
const list = new Intl.ListFormat("en-GB");

/** '3 new' and 'in tidewater and late payments'. Null without new matches. */
export function waitingText({ waitingIn, waitingTotal }: Listed): { count: string; where: string } | null {
  if (waitingTotal === 0) return null;
  const named = waitingIn.slice(0, maxNamedPlaces);
  if (waitingIn.length > maxNamedPlaces) named.push(`${waitingIn.length - maxNamedPlaces} more`);
  const where = named.length === 0 ? "" : `in ${list.format(named)}`;
  return { count: `${waitingTotal.toLocaleString("en-US")} new`, where };
}
