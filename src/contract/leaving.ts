import { useSyncExternalStore } from "react";
import type { NotificationTab } from "./notification";

/** A deletion in progress: from the click until the server has confirmed it. */
export interface Leaving {
  /** The tab of the deletion, and the number of deleted notifications counted in it. */
  tab: NotificationTab;
  count: number;
  /** The number of unread ones among them, in any tab. */
  unread: number;
  /** For a selection: the ids, which are no longer shown. */
  ids?: ReadonlySet<string> | undefined;
  /** True once it can't be undone. */
  isSent: boolean;
}

export type LeavingByKey = ReadonlyMap<string, Leaving>;

/*
 * All notification counts are corrected here: until a deletion is complete, the server still counts the
 * notifications, so each response in the meantime would bring them back.
 */
let leaving: LeavingByKey = new Map();
/** The unread count of the screen that lists unread notifications. Null without such a screen. */
let listed: number | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Registers a deletion under its key. Null: it is complete or was undone. */
export function setLeaving(key: string, entry: Leaving | null): void {
  const next = new Map(leaving);
  if (entry === null) next.delete(key);
  else next.set(key, entry);
  leaving = next;
  for (const listener of listeners) listener();
}

/** Sets the number of unread notifications that the screen lists. */
export function setListedUnread(count: number | null): void {
  if (listed === count) return;
  listed = count;
  for (const listener of listeners) listener();
}

/** True if a notification is being deleted together with others. */
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

/** Returns a tab's count without deletions in progress, based on the server's count. */
export function countWithout(leaving: LeavingByKey, tab: NotificationTab, count: number): number {
  let gone = 0;
  for (const entry of leaving.values()) {
    if (tab === "unread") gone += entry.unread;
    else if (entry.tab === tab) gone += entry.count;
  }
  return Math.max(0, count - gone);
}

/** The number of unread notifications: as listed by the screen, otherwise from the server's count. */
export function useUnreadCount(counted: number): number {
  const shown = useSyncExternalStore(
    subscribe,
    () => listed,
    () => null,
  );
  const leaving = useLeaving();
  return shown ?? countWithout(leaving, "unread", counted);
}
