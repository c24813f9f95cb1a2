import type { WatchQuery } from "@/contract/watch";

export const watchesPerPage = 20;

/** Which watches are listed, and in which order. */
export interface WatchListView {
  page: number;
  q: string;
  state: WatchQuery["state"];
  /** Empty: any. */
  tag: string;
  sort: WatchQuery["sort"];
}

export const firstView: WatchListView = { page: 1, q: "", state: "all", tag: "", sort: "matched" };

/** The view as the query of `listWatches`. */
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

/** The first page, served with the screen. */
export const firstQuery = queryOf(firstView);
