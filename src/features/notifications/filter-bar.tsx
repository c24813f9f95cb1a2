import { Bookmark, ListFilter } from "lucide-react";
import { lazy, Suspense } from "react";
import { Button } from "@/ui/button";
import { useScreen } from "./screen-context";
import { usePopover } from "./use-popover";
import { countFilters } from "./view";

const FilterFields = lazy(() => import("./filter-fields"));
const SavedViews = lazy(() => import("./saved-views"));

export function FilterButton({ total }: { total: number | undefined }) {
  const { isOpen, button, popover } = usePopover();
  const count = countFilters(useScreen().view);
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
      <Suspense>{isOpen && <FilterFields {...popover} total={total} />}</Suspense>
    </>
  );
}

export function ViewsButton() {
  const { isOpen, button, popover } = usePopover();
  return (
    <>
      <Button {...button} look="ghost" className="inbox-views">
        <Bookmark className="size-4" />
        Views
      </Button>
      <Suspense>{isOpen && <SavedViews {...popover} />}</Suspense>
    </>
  );
}
