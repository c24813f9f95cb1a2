"use client";

import { usePathname } from "next/navigation";
import { useEffect, useLayoutEffect, useRef } from "react";

/**
 * Starts each screen at its top. Next.js only scrolls until the content's first element is visible, which can
 * leave the page scrolled by its padding. Back and Forward keep the position that the browser restores.
 */
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
    if (restored.current !== path && location.hash === "") window.scrollTo(0, 0);
    restored.current = null;
  }, [path]);
  return null;
}
