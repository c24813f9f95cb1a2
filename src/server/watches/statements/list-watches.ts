import { z } from "zod";
import type { Cursor } from "@/contract/pagination";
import { sql, word, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { watchColumns, watchRow, type WatchRow } from "./watch-row";

export interface WatchFilter {
  userId: string;
  /** What the keyword contains, null for any. */
  q: string | null;
  /** The keyword as it is compared, null for any. */
  keywordFolded: string | null;
}

export interface WatchPage {
  isNewestFirst: boolean;
  limit: number;
  offset: number;
  /** The last row of the page before; null: by offset. */
  after: Cursor | null;
}

const counts = z.object({ total: z.number(), active: z.number() });
const row = z.union([counts.extend(watchRow.shape), counts.extend({ id: z.null() })]);

/** A page of the user's watches by creation, with how many fit the filter and are active; one statement for all. */
export async function listWatches(
  db: Queryable,
  filter: WatchFilter,
  page: WatchPage,
): Promise<{ watches: WatchRow[]; total: number; active: number }> {
  const direction = word(page.isNewestFirst ? "DESC" : "ASC");
  const found = await rows(
    db,
    row,
    sql`WITH mine AS MATERIALIZED (
       SELECT * FROM "Watch" WHERE "userId" = ${filter.userId} AND (${filter.q}::text IS NULL OR position(lower(${filter.q}) IN lower("keyword")) > 0)
         AND (${filter.keywordFolded}::text IS NULL OR "keywordFolded" = ${filter.keywordFolded})
     ), counts AS (
       SELECT count(*)::int AS total, count(*) FILTER (WHERE "isActive")::int AS active FROM mine
     )
     SELECT counts.total, counts.active, p.* FROM counts LEFT JOIN LATERAL (
       SELECT ${watchColumns} FROM mine w LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"
       WHERE ${page.after?.createdAt ?? null}::timestamptz IS NULL OR (w."createdAt", w."id") ${word(page.isNewestFirst ? "<" : ">")} (${page.after?.createdAt ?? null}::timestamptz, ${page.after?.id ?? null}::uuid)
       ORDER BY w."createdAt" ${direction}, w."id" ${direction} LIMIT ${page.limit} OFFSET ${page.offset}
     ) p ON true
     ORDER BY p."createdAt" ${direction}, p."id" ${direction}`,
  );
  const watches = found.filter((one): one is z.infer<typeof counts> & WatchRow => one.id !== null);
  return { watches, total: found[0]?.total ?? 0, active: found[0]?.active ?? 0 };
}
