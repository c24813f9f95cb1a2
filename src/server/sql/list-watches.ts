import type { Queryable } from "@/server/database";
import { rows } from "./rows";
import { watchColumns, watchRow, watchTables } from "./watch-row";

export interface WatchFilter {
  userId: string;
  /** What the keyword contains, null for any. */
  q: string | null;
  isNewestFirst: boolean;
  limit: number;
  offset: number;
}

/** The user's watches by creation. */
export function listWatches(db: Queryable, filter: WatchFilter) {
  const direction = filter.isNewestFirst ? "DESC" : "ASC";
  return rows(
    db,
    watchRow,
    `SELECT ${watchColumns} FROM ${watchTables}
     WHERE w."userId" = $1 AND ($2::text IS NULL OR position(lower($2) IN lower(w."keyword")) > 0)
     ORDER BY w."createdAt" ${direction}, w."id" ${direction} LIMIT $3 OFFSET $4`,
    [filter.userId, filter.q, filter.limit, filter.offset],
  );
}
