"use client";

import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from "react";

/** ARIA practices with manual activation. Written by hand: Base UI's tabs add 14 kB for this single use. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onValueChange,
  after,
  children,
}: {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: ReactNode }[];
  /** Also called for the selected tab, because the URL can be ahead of the screen. */
  onValueChange: (value: Value) => void;
  after?: ReactNode;
  children: ReactNode;
}) {
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  // If the tabs overflow, scroll the selected one into view.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[aria-selected=true]");
    if (chosen)
      list.current!.scrollLeft = chosen.offsetLeft + (chosen.offsetWidth - list.current!.clientWidth) / 2;
  }, [value]);
  return (
    <div className="tabs">
      <div
        ref={list}
        className="relative flex gap-1 overflow-x-auto border-b border-line [scrollbar-width:none]"
      >
        <div role="tablist" aria-label={label} onKeyDown={moveFocus} className="flex gap-1">
          {tabs.map((tab) => (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}${tab.value}`}
              aria-selected={tab.value === value}
              aria-controls={tab.value === value ? `${id}panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              className="-mb-px min-h-10 border-b-2 -outline-offset-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-2 hover:text-ink aria-selected:border-accent aria-selected:text-accent-text pointer-coarse:min-h-11 forced-colors:border-2 forced-colors:border-[color:Canvas] forced-colors:aria-selected:border-[color:Highlight]"
            >
              {tab.label}
            </button>
          ))}
        </div>
        {after}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}${value}`} className="tab-panel">
        {children}
      </div>
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const { altKey, ctrlKey, currentTarget, key, metaKey, shiftKey } = event;
  if (altKey || ctrlKey || metaKey || shiftKey) return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>("[role=tab]")];
  const at = all.indexOf(document.activeElement as HTMLElement);
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[key];
  if (to === undefined) return;
  event.preventDefault();
  all.at(to % all.length)?.focus();
}
