import { useSyncExternalStore } from "react";
import type { NotificationThread } from "@/contract/followed-thread";

/* Threads followed or unfollowed on this page, by notification, until the list is loaded again. */

let changed: ReadonlyMap<string, NotificationThread> = new Map();
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setThread(notificationId: string, thread: NotificationThread): void {
  changed = new Map(changed).set(notificationId, thread);
  for (const listener of listeners) listener();
}

/** The thread as changed here, or else as listed. */
export function useThread(
  notificationId: string,
  listed: NotificationThread | null,
): NotificationThread | null {
  const own = useSyncExternalStore(
    subscribe,
    () => changed.get(notificationId),
    () => undefined,
  );
  return own ?? listed;
}
