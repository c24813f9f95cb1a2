import { Search } from "lucide-react";
import type { ReactNode } from "react";
import type { WatchView } from "@/contract/watch";
import { Button } from "@/ui/button";
import { Card } from "@/ui/card";
import { EmptyState } from "@/ui/empty-state";
import { ErrorState } from "@/ui/error-state";
import { Field } from "@/ui/field";
import { Pagination } from "@/ui/pagination";
import { Skeleton } from "@/ui/skeleton";
import { watchesPerPage, type WatchPage } from "./use-watches";
import { WatchRow } from "./watch-row";

/** Short lists need no search. */
const searchFrom = 8;

/** A paginated list of watches with a search field, and an empty state. */
export function WatchList({
  list,
  hasAny,
  search,
  q,
  page,
  isPro,
  timeZone,
  renderRead,
  renderTrouble,
  onPage,
  onSearch,
  onAdd,
  onToggle,
  onEdit,
  onDelete,
}: {
  list: WatchPage;
  hasAny: boolean;
  /** The text in the field, and the debounced search. */
  search: string;
  q: string;
  page: number;
  isPro: boolean;
  timeZone: string;
  renderRead: (watch: WatchView) => ReactNode;
  renderTrouble: (watch: WatchView) => ReactNode;
  onPage: (page: number) => void;
  onSearch: (text: string) => void;
  onAdd: () => void;
  onToggle: (watch: WatchView) => void;
  onEdit: (watch: WatchView) => void;
  onDelete: (watch: WatchView) => void;
}) {
  const { data, error } = list;
  if (!hasAny) {
    return (
      <Card>
        <EmptyState
          level={2}
          title="No keywords set up yet"
          text="Add your first keyword and Earshot will start listening."
        >
          <Button look="primary" onClick={onAdd}>
            Add your first keyword
          </Button>
        </EmptyState>
      </Card>
    );
  }
  const hasSearch = search !== "" || q !== "" || (data?.total ?? 0) > searchFrom;
  return (
    <>
      {hasSearch && (
        <search className="max-w-88">
          <Field
            label="Search your watches"
            isLabelHidden
            type="search"
            placeholder="Search your watches"
            maxLength={100}
            start={<Search className="size-4" />}
            value={search}
            onChange={(event) => onSearch(event.target.value)}
          />
        </search>
      )}
      <Card
        aria-label="Watches"
        aria-busy={list.isLoading || undefined}
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
        ) : data.watches.length === 0 ? (
          <EmptyState level={2} title="No watches found" text={`No keywords match "${q}".`}>
            <Button onClick={() => onSearch("")}>Clear search</Button>
          </EmptyState>
        ) : (
          <ul className="divide-y divide-line">
            {data.watches.map((watch) => (
              <WatchRow
                key={watch._id}
                watch={watch}
                isPro={isPro}
                timeZone={timeZone}
                read={renderRead(watch)}
                issue={renderTrouble(watch)}
                onToggle={() => onToggle(watch)}
                onEdit={() => onEdit(watch)}
                onDelete={() => onDelete(watch)}
              />
            ))}
          </ul>
        )}
      </Card>
      <Pagination page={page} totalPages={Math.ceil((data?.total ?? 0) / watchesPerPage)} onPage={onPage} />
    </>
  );
}

function RowSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="divide-y divide-line">
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} className="flex h-20 items-center gap-5 px-5">
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
