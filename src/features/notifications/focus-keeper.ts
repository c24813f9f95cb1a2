import { useLayoutEffect, useRef, type RefObject } from "react";

/**
 * Keeps focus nearby when the focused row is removed: moves it to the adjacent row, otherwise to the summary
 * of the list, otherwise to the page heading.
 */
export function useFocusKeeper<Row extends HTMLElement>(): RefObject<Row | null> {
  const ref = useRef<Row>(null);
  useLayoutEffect(() => {
    const row = ref.current;
    return () => {
      if (row === null || !row.contains(document.activeElement)) return;
      const others = row.nextElementSibling ?? row.previousElementSibling;
      const next =
        (others instanceof HTMLElement && "row" in others.dataset ? others : null) ??
        others?.querySelector<HTMLElement>("summary, a, button") ??
        row.parentElement?.closest("details")?.querySelector<HTMLElement>("summary") ??
        document.querySelector<HTMLElement>("main h1");
      if (next?.tagName === "H1") next.tabIndex = -1;
      next?.focus({ preventScroll: true });
    };
  }, []);
  return ref;
}
