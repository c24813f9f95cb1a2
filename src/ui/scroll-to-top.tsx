"use client";

import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";

/** Delays of the repeated scrolls (ms), shorter than a user takes to scroll. */
const repeatMs = [0, 60];

/** Next.js can leave the page scrolled by its padding. Back and Forward keep the browser's position. */
export function ScrollToTop() {
  const path = usePathname();
  const shown = useRef(path);
  const restored = useRef<string | null>(null);
  useEffect(() => {
    const traverse = () => {
      restored.current = location.pathname;
    };
    window.addEventListener("popstate", traverse);
    return () => window.removeEventListener("popstate", traverse);
  }, []);
  useLayoutEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    const isRestored = restored.current === path;
    restored.current = null;
    if (isRestored || location.hash !== "") return;
    window.scrollTo(0, 0);
    // Next.js can scroll once more, when it commits the rest of the screen.
    const timers = repeatMs.map((ms) => setTimeout(() => window.scrollTo(0, 0), ms));
    return () => timers.forEach(clearTimeout);
  }, [path]);
  return null;
}
