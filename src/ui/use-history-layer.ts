import { useEffect, useEffectEvent } from "react";
import { linkLeft } from "./navigation-guards";

/** Narrow windows, where Back is expected to close what covers the screen. */
const phones = "(width < 56rem)";
/** Delay before a layer gets an entry (ms): long enough that a layer which closes right away gets none. */
const settleMs = 50;
let lastLayer = 0;

/**
 * Gives an open dialog or layer its own history entry on phones, so Back closes it instead of leaving the
 * screen. `onClose` can refuse: then the layer gets another entry.
 */
export function useHistoryLayer(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen || !matchMedia(phones).matches) return;
    const layer = ++lastLayer;
    const isCurrent = () => (history.state as { layer?: number } | null)?.layer === layer;
    let isLeaving = false;
    let timer: ReturnType<typeof setTimeout>;
    const push = () => {
      // The router's own state stays, because it reloads the page for entries without it.
      timer = setTimeout(() => history.pushState({ ...history.state, layer }, ""), settleMs);
    };
    const traverse = (event: PopStateEvent) => {
      const next = (event.state as { layer?: number } | null)?.layer ?? 0;
      if (next >= layer) return;
      close();
      push();
    };
    // Going back would cancel the navigation that a link in the layer has started.
    const follow = (event: MouseEvent) => {
      isLeaving ||= linkLeft(event) !== null;
    };
    push();
    window.addEventListener("popstate", traverse);
    document.addEventListener("click", follow, true);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("popstate", traverse);
      document.removeEventListener("click", follow, true);
      if (!isLeaving && isCurrent()) history.back();
    };
  }, [isOpen]);
}
