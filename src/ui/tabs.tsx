"use client";

import { Tabs as Base } from "@base-ui/react/tabs";
import { useEffect, useRef, type ReactNode } from "react";

/** Views of one thing, one at a time; arrow keys move between them. */
export function Tabs<Value extends string>({
  label,
  value,
  tabs,
  onValueChange,
}: {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: ReactNode; panel: ReactNode }[];
  onValueChange: (value: Value) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  // Where they don't fit side by side the chosen one is in sight, wherever the address or the keys led.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>("[data-active]");
    if (chosen)
      list.current!.scrollLeft = chosen.offsetLeft + (chosen.offsetWidth - list.current!.clientWidth) / 2;
  }, [value]);
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(next as Value)}>
      <Base.List
        ref={list}
        aria-label={label}
        className="relative flex gap-1 overflow-x-auto border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-10 border-b-2 border-transparent px-3 font-medium whitespace-nowrap text-ink-2 hover:text-ink data-active:border-accent data-active:text-accent-text pointer-coarse:min-h-11"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel key={tab.value} value={tab.value} className="pt-4">
          {tab.panel}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
