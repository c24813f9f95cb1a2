import { Bookmark, ListFilter } from "lucide-react";
import { lazy, Suspense, useRef, useState, type RefObject } from "react";
import { Button } from "@/ui/button";
import { Chip } from "@/ui/chip";
import { SiteMark } from "@/ui/site-mark";
import { filtersOf, unfiltered } from "./filters";
import { useSiteNames } from "./site-names";
import type { View, ViewChange } from "./view";

const FilterFields = lazy(() => import("./filter-fields"));
const SavedViews = lazy(() => import("./saved-views"));

interface Shown {
  view: View;
  onView: (change: ViewChange) => void;
}

/** What opens the filters and the saved views, and below it the filters that hold. */
export function FilterBar({
  hasSearch,
  total,
  ...shown
}: Shown & { hasSearch: boolean; total: number | undefined }) {
  const [open, setOpen] = useState<"filter" | "views" | null>(null);
  const filter = useRef<HTMLButtonElement>(null);
  const views = useRef<HTMLButtonElement>(null);
  const count = filtersOf(shown.view, (id) => id).length;
  const opening = (what: "filter" | "views") => ({
    "aria-haspopup": "dialog" as const,
    "aria-expanded": open === what,
    onClick: () => setOpen(open === what ? null : what),
  });
  const opened = { ...shown, hasSearch, onClose: () => setOpen(null) };
  return (
    <>
      <div className="inbox-tools flex items-center gap-2">
        <Button ref={filter} {...opening("filter")}>
          <ListFilter className="size-4" />
          Filter
          {count > 0 && (
            <span className="rounded-full bg-accent-soft px-1.5 text-12 font-semibold text-accent-text">
              {count}
              <span className="sr-only"> active</span>
            </span>
          )}
        </Button>
        <Button ref={views} {...opening("views")}>
          <Bookmark className="size-4" />
          Views
        </Button>
        <Suspense>
          {open === "filter" && <FilterFields {...opened} anchor={filter} total={total} />}
          {open === "views" && <SavedViews {...opened} anchor={views} />}
        </Suspense>
      </div>
      <FilterChips {...shown} opener={filter} />
    </>
  );
}

/** The filters that hold, each with the way to go without it. */
function FilterChips({ view, onView, opener }: Shown & { opener: RefObject<HTMLElement | null> }) {
  const siteName = useSiteNames(view.site !== "");
  const ref = useRef<HTMLUListElement>(null);
  const filters = filtersOf(view, siteName);
  if (filters.length === 0) return null;
  // What is pressed goes with what it removes: the focus stays near.
  const leave = (isLast: boolean, change: ViewChange) => {
    (isLast ? opener : ref).current?.focus();
    onView(change);
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
            start={site !== undefined && <SiteMark site={site} isBare />}
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
