import type { WatchQuery } from "@/contract/watch";

export const watchesPerPage = 20;

export interface WatchListView {
  page: number;
  q: string;
  state: WatchQuery["state"];
  /** Empty: any. */
  tag: string;
  sort: WatchQuery["sort"];
}

export const firstView: WatchListView = { page: 1, q: "", state: "all", tag: "", sort: "matched" };

export function queryOf({ page, q, state, tag, sort }: WatchListView, limit = watchesPerPage) {
  return {
    limit: String(limit),
    page: String(page),
    q: q || undefined,
    state: state === "all" ? undefined : state,
    tag: tag || undefined,
    sort,
    include: "activity" as const,
  };
}

export const firstQuery = queryOf(firstView);
