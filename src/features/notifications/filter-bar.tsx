import { Bookmark, ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { getFilters } from "./filters";
import type { View, ViewChange } from "./view";

const Chips = dynamic(() => import("./filter-chips").then((file) => file.FilterChips));
const FilterFields = lazy(() => import("./filter-fields"));
const SavedViews = lazy(() => import("./saved-views"));

interface Shown {
  view: View;
  onView: (change: ViewChange) => void;
}

export function FilterTools({
  hasSearch,
  total,
  ...shown
}: Shown & { hasSearch: boolean; total: number | undefined }) {
  const [open, setOpen] = useState<"filter" | "views" | null>(null);
  const filter = useRef<HTMLButtonElement>(null);
  const views = useRef<HTMLButtonElement>(null);
  const count = getFilters(shown.view, (id) => id).length;
  const opening = (what: "filter" | "views") => ({
    "aria-haspopup": "dialog" as const,
    "aria-expanded": open === what,
    onClick: () => setOpen(open === what ? null : what),
  });
  const opened = { ...shown, hasSearch, onClose: () => setOpen(null) };
  return (
    <div className="inbox-tools">
      <Button ref={filter} look="ghost" {...opening("filter")} data-act="filter">
        <ListFilter className="size-4" />
        <span className="inbox-label">Filter</span>
        {count > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-12 font-semibold text-accent-text">
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      <Button ref={views} look="ghost" {...opening("views")}>
        <Bookmark className="size-4" />
        <span className="inbox-label">Views</span>
      </Button>
      <Suspense>
        {open === "filter" && <FilterFields {...opened} anchor={filter} total={total} />}
        {open === "views" && <SavedViews {...opened} anchor={views} />}
      </Suspense>
    </div>
  );
}

export function FilterChips(shown: Shown) {
  return getFilters(shown.view, (id) => id).length > 0 ? <Chips {...shown} /> : null;
}
