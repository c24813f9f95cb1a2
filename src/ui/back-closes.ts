import { useEffect, useRef } from "react";

/** Screens where overlays cover everything, so Back is expected to close them. */
const narrow = "(max-width: 55.99rem)";

interface State {
  /** The entry belongs to an overlay. */
  isOverlay?: boolean;
}
const hasEntry = () => (window.history.state as State | null)?.isOverlay === true;

/**
 * Gives an overlay its own history entry, so Back closes it. If it closes otherwise, the next overlay uses the
 * entry; with `isRemoved`, it is removed. Going back would cancel a navigation that the overlay started.
 */
export function useBackCloses(
  isOpen: boolean,
  onClose: () => void,
  { media = narrow, isRemoved = false } = {},
): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen || !window.matchMedia(media).matches) return;
    // Keep the router's own state.
    const state = { ...(window.history.state as object), isOverlay: true };
    if (!hasEntry()) window.history.pushState(state, "", window.location.href);
    let isBack = false;
    const receive = () => {
      isBack = true;
      close.current();
    };
    window.addEventListener("popstate", receive);
    return () => {
      window.removeEventListener("popstate", receive);
      if (isRemoved && !isBack && hasEntry()) window.history.back();
    };
  }, [isOpen, media, isRemoved]);
}
