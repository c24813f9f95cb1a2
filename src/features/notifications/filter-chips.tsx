import { useRef } from "react";
import { Button } from "@/ui/button";
import { Chip } from "@/ui/chip";
import { SiteIcon } from "@/ui/site-icon";
import { getFilters, unfiltered } from "./filters";
import { useScreen, useSiteNames } from "./screen-context";
import type { ViewChange } from "./view";

export function FilterChips() {
  const { view, go } = useScreen();
  const siteName = useSiteNames();
  const ref = useRef<HTMLUListElement>(null);
  const filters = getFilters(view, siteName);
  // The pressed button disappears with its chip, so move focus nearby.
  const leave = (isLast: boolean, change: ViewChange) => {
    const next = isLast ? document.querySelector<HTMLElement>("main [data-act=filter]") : ref.current;
    next?.focus();
    go(change);
  };
  return (
    <ul
      ref={ref}
      tabIndex={-1}
      aria-label="Filters"
      className="flex flex-wrap items-center gap-2 focus:outline-none"
    >
      {filters.map(({ text, site, without }) => (
        <li key={text} className="flex max-w-full min-w-0">
          <Chip
            look="neutral"
            start={site !== undefined && <SiteIcon site={site} isBare />}
            text={text}
            removeLabel={`Remove ${text}`}
            onRemove={() => leave(filters.length === 1, without)}
          />
        </li>
      ))}
      <li>
        <Button size="sm" look="ghost" onClick={() => leave(true, unfiltered)}>
          Clear all
        </Button>
      </li>
    </ul>
  );
}
