import { ArrowDown } from "lucide-react";
import { useEffect, type ReactNode, type RefObject } from "react";
import type { ListedWatch, WatchListResponse } from "@/contract/watch";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Pagination } from "@/ui/pagination";
import { Skeleton } from "@/ui/skeleton";
import { watchesPerPage, type WatchListView } from "./list-query";
import { useSteadyOrder } from "./steady-order";
import type { WatchSelection } from "./use-watch-selection";
import type { WatchPage } from "./use-watches";
import { WatchRow } from "./watch-row";

export function countIn({ state }: WatchListView, { total, active }: WatchListResponse): number {
  return state === "all" ? total : state === "active" ? active : total - active;
}

export function WatchList({
  list,
  view,
  selection,
  head,
  isPro,
  timeZone,
  renderTrouble,
  onView,
  onReset,
  onToggle,
  onEdit,
  onDelete,
}: {
  list: WatchPage;
  view: WatchListView;
  selection: WatchSelection;
  head: RefObject<HTMLInputElement | null>;
  isPro: boolean;
  timeZone: string;
  renderTrouble: (watch: ListedWatch) => ReactNode;
  onView: (change: Partial<WatchListView>) => void;
  onReset: () => void;
  onToggle: (watch: ListedWatch) => void;
  onEdit: (watch: ListedWatch) => void;
  onDelete: (watch: ListedWatch) => void;
}) {
  const { data, error } = list;
  const watches = useSteadyOrder(data?.watches ?? [], JSON.stringify(view), list.isLoading);
  const pages = data === undefined ? 0 : Math.ceil(countIn(view, data) / watchesPerPage);
  // A watch that is paused or resumed can leave the filter, and the last page with it.
  const lastPage = data?.watches.length === 0 && view.page > Math.max(1, pages) ? Math.max(1, pages) : null;
  useEffect(() => {
    if (lastPage !== null) onView({ page: lastPage });
  }, [lastPage, onView]);
  return (
    <>
      <Card
        aria-label="Watches"
        aria-busy={list.isLoading || undefined}
        data-selecting={selection.isSelecting || undefined}
        // A pulsing bar, because faded text would have too little contrast.
        className="relative overflow-hidden aria-busy:before:absolute aria-busy:before:inset-x-0 aria-busy:before:top-0 aria-busy:before:h-0.5 aria-busy:before:animate-pulse aria-busy:before:bg-accent"
      >
        {data === undefined ? (
          error === undefined ? (
            <RowSkeleton />
          ) : (
            <ErrorState
              title="Error loading keyword watches"
              text={error.message || "An unexpected error occurred"}
              onRetry={() => void list.mutate()}
            />
          )
        ) : watches.length === 0 ? (
          <EmptyState level={2} title="No watches found" text={nothingText(view)}>
            <Button onClick={onReset}>{view.q === "" ? "Show all keywords" : "Clear search"}</Button>
          </EmptyState>
        ) : (
          <>
            <Heads head={head} watches={watches} view={view} selection={selection} onView={onView} />
            <ul className="divide-y divide-line">
              {watches.map((watch) => (
                <WatchRow
                  key={watch._id}
                  watch={watch}
                  isPro={isPro}
                  timeZone={timeZone}
                  issue={renderTrouble(watch)}
                  isSelected={selection.has(watch)}
                  onSelect={(isSelected) => selection.set([watch], isSelected)}
                  onToggle={() => onToggle(watch)}
                  onEdit={() => onEdit(watch)}
                  onDelete={() => onDelete(watch)}
                />
              ))}
            </ul>
          </>
        )}
      </Card>
      <Pagination page={view.page} totalPages={pages} onPage={(page) => onView({ page })} />
    </>
  );
}

function nothingText({ q, state, tag }: WatchListView): string {
  if (q !== "") return `No keywords match "${q}".`;
  return tag === "" ? `You have no ${state} keywords.` : `No keywords have the tag "${tag}" here.`;
}

function Heads({
  head: checkbox,
  watches,
  view: { sort },
  selection,
  onView,
}: {
  head: RefObject<HTMLInputElement | null>;
  watches: readonly ListedWatch[];
  view: WatchListView;
  selection: WatchSelection;
  onView: (change: Partial<WatchListView>) => void;
}) {
  const head = (label: string, by: WatchListView["sort"]) => (
    <button
      type="button"
      className={`inline-flex cursor-pointer items-center gap-1 hover:text-ink ${sort === by ? "text-ink" : ""}`}
      aria-pressed={sort === by}
      onClick={() => onView({ sort: by })}
    >
      <span className="sr-only">Sort by </span>
      {label}
      {sort === by && <ArrowDown className="size-3.5" />}
    </button>
  );
  return (
    <div className="watch-grid watch-head">
      <input
        ref={checkbox}
        type="checkbox"
        aria-label="Select all on this page"
        checked={watches.every(selection.has)}
        onChange={(event) => selection.set(watches, event.target.checked)}
      />
      <span />
      <span>{head("Keyword", "name")}</span>
      <span>7 days</span>
      <span className="text-right">{head("Last match", "matched")}</span>
      <span className="watch-opened">Opened</span>
      <span />
    </div>
  );
}

function RowSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex h-18 items-center gap-5 px-4">
          <Skeleton className="h-5.5 w-9 rounded-full" />
          <span className="grid flex-1 gap-2.5">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="w-52 max-w-full" />
          </span>
          <Skeleton className="h-4 w-10 max-sm:hidden" />
        </div>
      ))}
    </div>
  );
}
