import { useEffect, useRef } from "react";

/** Screens where overlays cover everything, so Back is expected to close them. */
const narrow = "(max-width: 55.99rem)";

const hasEntry = () => (window.history.state as { isOverlay?: boolean } | null)?.isOverlay === true;

/** Keeps the router's own state. */
function addEntry(): void {
  const state = { ...(window.history.state as object), isOverlay: true };
  if (!hasEntry()) window.history.pushState(state, "", window.location.href);
}

/** The open overlays, the topmost last. Back closes only that one. */
let overlays: readonly (() => void)[] = [];

function closeTopmost(): void {
  const topmost = overlays.at(-1);
  if (topmost === undefined) return;
  topmost();
  if (overlays.length > 1) addEntry();
}

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
    addEntry();
    let isBack = false;
    const own = () => {
      isBack = true;
      close.current();
    };
    if (overlays.length === 0) window.addEventListener("popstate", closeTopmost);
    overlays = [...overlays, own];
    return () => {
      overlays = overlays.filter((one) => one !== own);
      if (overlays.length === 0) window.removeEventListener("popstate", closeTopmost);
      if (isRemoved && !isBack && hasEntry()) window.history.back();
    };
  }, [isOpen, media, isRemoved]);
}
