import { useSyncExternalStore } from "react";
import { useBackCloses } from "@/ui/back-closes";
import { setLayer, useIsLayer } from "./selection-store";

/** Minimum width for the reading pane next to the list. Must match inbox.css. */
const wide = "(min-width: 68.75rem)";
const narrow = "(max-width: 68.74rem)";

export const isWide = () => window.matchMedia(wide).matches;

export const useIsWide = () => useSyncExternalStore(subscribe, isWide, () => false);

function subscribe(listener: () => void): () => void {
  const list = window.matchMedia(wide);
  list.addEventListener("change", listener);
  return () => list.removeEventListener("change", listener);
}

/** Whether the layer is shown. It has its own history entry. */
export function useLayer(): boolean {
  const isWideNow = useIsWide();
  const isShown = useIsLayer() && !isWideNow;
  useBackCloses(isShown, () => setLayer(false), narrow);
  return isShown;
}
