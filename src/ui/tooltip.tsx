"use client";

import { useState, type ReactNode } from "react";

/** Minimum distance from the window's edge (px). */
const edgePx = 4;

function keepInside(tip: HTMLElement | null): void {
  if (tip === null) return;
  const { left, right } = tip.getBoundingClientRect();
  const beyondRight = Math.max(0, right - document.documentElement.clientWidth + edgePx);
  const beyondLeft = Math.max(0, edgePx - left);
  tip.style.marginLeft = `${beyondLeft - beyondRight}px`;
}

/** Shown on hover and focus; Escape hides it. Decorative: the control has an accessible name. */
export function Tooltip({
  text,
  isBelow = false,
  children,
}: {
  text: string;
  isBelow?: boolean;
  children: ReactNode;
}) {
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
          className={`pointer-events-none absolute left-1/2 z-(--z-popover) -translate-x-1/2 rounded-sm bg-ink px-2 py-1 text-12 font-medium whitespace-nowrap text-canvas ${isBelow ? "top-full mt-1.5" : "bottom-full mb-1.5"}`}
        >
          {text}
        </span>
      )}
    </span>
  );
}
