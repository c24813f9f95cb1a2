import { useEffect } from "react";

const listed = ["main [data-row][aria-current]", "main [data-list]"];

/** If the focused control disappears with its action, focuses the pane, the chosen row or the list. */
export function LostFocus() {
  useEffect(() => {
    let last: Element | null = null;
    let wasInPane = false;
    const note = (focused: Element | null) => {
      last = focused?.closest("main .inbox-screen *, .toast *") ?? null;
      wasInPane = Boolean(focused?.closest("[data-pane]"));
    };
    const look = () => {
      if (last === null || last.isConnected) return;
      const places = [wasInPane ? "main [data-pane]" : "main [data-layer]", ...listed];
      for (const place of places) {
        // An element that isn't shown doesn't take the focus.
        if (document.activeElement !== document.body) return;
        document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
      }
    };
    const focus = ({ target }: Event) => note(target as Element);
    const press = ({ target }: Event) => {
      // A press elsewhere removes the focus on purpose.
      if (!last?.contains(target as Node)) note(null);
    };
    note(document.activeElement);
    document.addEventListener("focusin", focus);
    document.addEventListener("pointerdown", press);
    const observer = new MutationObserver(look);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      document.removeEventListener("focusin", focus);
      document.removeEventListener("pointerdown", press);
    };
  }, []);
  return null;
}
