import { useSyncExternalStore } from "react";

/** The unread count of the screen that lists unread notifications. Null without such a screen. */
let listed: number | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sets the number of unread notifications that the screen lists. */
export function setListedUnread(count: number | null): void {
  if (listed === count) return;
  listed = count;
  for (const listener of listeners) listener();
}

/** The number of unread notifications: as listed by the screen, otherwise the server's count. */
export function useUnreadCount(counted: number): number {
  const shown = useSyncExternalStore(
    subscribe,
    () => listed,
    () => null,
  );
  return shown ?? counted;
}
