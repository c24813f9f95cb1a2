"use client";

import { useState, type ReactNode } from "react";

/** Minimum distance from the window's edge (px). */
const edgePx = 4;

function keepInside(tip: HTMLElement | null): void {
  if (tip === null) return;
  const { clientWidth, clientHeight } = document.documentElement;
  const { left, right, bottom } = tip.getBoundingClientRect();
  const beyondRight = Math.max(0, right - clientWidth + edgePx);
  const beyondLeft = Math.max(0, edgePx - left);
  tip.style.marginLeft = `${beyondLeft - beyondRight}px`;
  tip.toggleAttribute("data-above", bottom > clientHeight - edgePx);
}

/**
 * Shown on hover and focus; Escape hides it. Decorative: the control has an accessible name. Below the control
 * if there is space, because toolbars are at the top of the window or of a list that scrolls.
 */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  const [isShown, setShown] = useState(false);
  return (
    <span
      className="relative inline-flex items-center"
      onPointerEnter={(event) => setShown(event.pointerType === "mouse")}
      onPointerLeave={() => setShown(false)}
      onPointerDown={() => setShown(false)}
      onFocus={(event) => setShown(event.target.matches(":focus-visible"))}
      onBlur={() => setShown(false)}
      onKeyDown={(event) => event.key === "Escape" && setShown(false)}
    >
      {children}
      {isShown && (
        <span
          ref={keepInside}
          aria-hidden="true"
          className="pointer-events-none absolute top-full left-1/2 z-(--z-popover) mt-1.5 -translate-x-1/2 rounded-sm bg-ink px-2 py-1 text-12 font-medium whitespace-nowrap text-canvas data-above:top-auto data-above:bottom-full data-above:mt-0 data-above:mb-1.5"
        >
          {text}
        </span>
      )}
    </span>
  );
}
