import { Bookmark, ListFilter } from "lucide-react";
import dynamic from "next/dynamic";
import { lazy, Suspense, useRef, useState } from "react";
import { Button } from "@/ui/button";
import { countFilters, type View, type ViewChange } from "./view";

const Chips = dynamic(() => import("./filter-chips").then((file) => file.FilterChips));
const FilterFields = lazy(() => import("./filter-fields"));
const SavedViews = lazy(() => import("./saved-views"));

interface Shown {
  view: View;
  onView: (change: ViewChange) => void;
}

export function FilterButton({ total, ...shown }: Shown & { hasSearch: boolean; total: number | undefined }) {
  const { isOpen, button, opened } = useOpening();
  const count = countFilters(shown.view);
  return (
    <>
      <Button {...button} look="ghost" className="inbox-filter" data-act="filter">
        <ListFilter className="size-4" />
        <span className="inbox-label">Filter</span>
        {count > 0 && (
          <span className="rounded-full bg-accent-soft px-1.5 text-12 font-semibold text-accent-text">
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </Button>
      <Suspense>{isOpen && <FilterFields {...shown} {...opened} total={total} />}</Suspense>
    </>
  );
}

export function ViewsButton(shown: Shown & { hasSearch: boolean }) {
  const { isOpen, button, opened } = useOpening();
  return (
    <>
      <Button {...button} look="ghost" className="inbox-views">
        <Bookmark className="size-4" />
        Views
      </Button>
      <Suspense>{isOpen && <SavedViews {...shown} {...opened} />}</Suspense>
    </>
  );
}

function useOpening() {
  const [isOpen, setOpen] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  return {
    isOpen,
    button: {
      ref: anchor,
      "aria-haspopup": "dialog" as const,
      "aria-expanded": isOpen,
      onClick: () => setOpen(!isOpen),
    },
    opened: { anchor, onClose: () => setOpen(false) },
  };
}

export function FilterChips(shown: Shown) {
  return countFilters(shown.view) > 0 ? <Chips {...shown} /> : null;
}
