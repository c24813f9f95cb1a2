import { useEffect, useRef } from "react";

/** Screens where overlays cover everything, so Back is expected to close them. */
const narrow = "(max-width: 55.99rem)";

const hasEntry = () => (window.history.state as { isOverlay?: boolean } | null)?.isOverlay === true;

/** The open overlays, the topmost last. Back closes only that one. */
let overlays: readonly (() => void)[] = [];

/** The URL of an entry whose overlay was closed otherwise, while that entry is the current one. */
let leftover: string | null = null;

function addEntry(): void {
  leftover = null;
  if (hasEntry()) return;
  const state = { ...(window.history.state as object), isOverlay: true };
  window.history.pushState(state, "", window.location.href);
}

/** Call after a navigation within the screen: Back then closes the open overlay, if any, and keeps the new URL. */
export function keepOverlayEntry(): void {
  if (overlays.length > 0) addEntry();
  // The new entry can have the URL of the one below a closed overlay.
  else leftover = null;
}

function goBack(): void {
  const topmost = overlays.at(-1);
  if (topmost !== undefined) {
    topmost();
    if (overlays.length > 1) addEntry();
    return;
  }
  // Skip the entry below a closed overlay, which is the same screen.
  const isSame = leftover === window.location.href && !hasEntry();
  leftover = hasEntry() ? window.location.href : null;
  if (isSame) window.history.back();
}

let isListening = false;

/** Gives an overlay its own history entry, which stays: removing it could cancel a navigation. */
export function useBackCloses(isOpen: boolean, onClose: () => void, media = narrow): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!isOpen || !window.matchMedia(media).matches) return;
    if (!isListening) window.addEventListener("popstate", goBack);
    isListening = true;
    addEntry();
    const own = () => close.current();
    overlays = [...overlays, own];
    return () => {
      overlays = overlays.filter((one) => one !== own);
      if (overlays.length === 0 && hasEntry()) leftover = window.location.href;
    };
  }, [isOpen, media]);
}
