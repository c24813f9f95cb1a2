import { useSyncExternalStore } from "react";

/** The unread count of the screen that lists unread notifications. Null without such a screen. */
let listed: number | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setListedUnread(count: number | null): void {
  if (listed === count) return;
  listed = count;
  for (const listener of listeners) listener();
}

export function useUnreadCount(counted: number): number {
  const shown = useSyncExternalStore(
    subscribe,
    () => listed,
    () => null,
  );
  return shown ?? counted;
}
