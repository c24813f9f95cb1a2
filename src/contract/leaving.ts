import { useSyncExternalStore } from "react";
import type { NotificationTab } from "./notification";

/** A deletion on its way: from the click until the server has said that it is done. */
export interface Leaving {
  /** The tab it was asked for in, and how many that counts are on their way out of it. */
  tab: NotificationTab;
  count: number;
  /** How many of them are unread, whichever tab it was asked for in. */
  unread: number;
  /** Of several that were selected: which; they are not shown any more. */
  ids?: ReadonlySet<string> | undefined;
  /** Past the time in which it can be taken back. */
  isSent: boolean;
}

export type LeavingByKey = ReadonlyMap<string, Leaving>;

/*
 * One place for every number that says how many there are: the server counts what is on its way out as long as it is there,
 * and each answer that comes meanwhile would bring it back.
 */
let leaving: LeavingByKey = new Map();
/** What the screen that lists the unread ones says of them; null while no screen does. */
let listed: number | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Notes a deletion under its key, or that it is done or taken back (null). */
export function setLeaving(key: string, entry: Leaving | null): void {
  const next = new Map(leaving);
  if (entry === null) next.delete(key);
  else next.set(key, entry);
  leaving = next;
  for (const listener of listeners) listener();
}

/** Says for everybody how many unread ones the screen lists. */
export function setListedUnread(count: number | null): void {
  if (listed === count) return;
  listed = count;
  for (const listener of listeners) listener();
}

/** Whether a notification is on its way out together with others. */
export function leavesWithOthers(leaving: LeavingByKey, id: string): boolean {
  for (const { ids } of leaving.values()) if (ids?.has(id) === true) return true;
  return false;
}

const none: LeavingByKey = new Map();

export function useLeaving(): LeavingByKey {
  return useSyncExternalStore(
    subscribe,
    () => leaving,
    () => none,
  );
}

/** How many a tab has without those on their way out, by what the server counts. */
export function countWithout(leaving: LeavingByKey, tab: NotificationTab, count: number): number {
  let gone = 0;
  for (const entry of leaving.values()) {
    if (tab === "unread") gone += entry.unread;
    else if (entry.tab === tab) gone += entry.count;
  }
  return Math.max(0, count - gone);
}

/** The number of unread notifications: as the list beside it says it, else by the server's count. */
export function useUnreadCount(counted: number): number {
  const shown = useSyncExternalStore(
    subscribe,
    () => listed,
    () => null,
  );
  const leaving = useLeaving();
  return shown ?? countWithout(leaving, "unread", counted);
}
