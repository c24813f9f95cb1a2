import { useSyncExternalStore } from "react";

/** Minimum width for the reading pane next to the list. Must match inbox.css. */
const wide = "(min-width: 68.75rem)";
export const narrow = "(max-width: 68.74rem)";

export const isWide = () => window.matchMedia(wide).matches;

export const useIsWide = () => useSyncExternalStore(subscribe, isWide, () => false);

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(wide);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}
