import { useLayoutEffect, useSyncExternalStore } from "react";
import { useBackCloses } from "@/ui/back-closes";
import { narrow, useIsWide } from "./wide";

/** Whether the chosen notification is open over the list, on narrow screens. */
let isOpen = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function setLayer(next: boolean): void {
  if (isOpen === next) return;
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Whether the layer is shown. It has its own history entry. */
export function useLayer(): boolean {
  const isRequested = useSyncExternalStore(
    subscribe,
    () => isOpen,
    () => false,
  );
  const isWideNow = useIsWide();
  const isShown = isRequested && !isWideNow;
  useBackCloses(isShown, () => setLayer(false), narrow);
  useLayoutEffect(() => () => setLayer(false), []);
  return isShown;
}
