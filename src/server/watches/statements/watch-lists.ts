import * as z from "zod";
import type { Cursor } from "@/contract/pagination";
import type { WatchQuery } from "@/contract/watch";
import { sql, type Queryable, word } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { watchColumns, watchCounts, watchRow, type WatchRow } from "./watches";

export interface WatchFilter {
  userId: string;
  /** Text that the keyword contains. Null: any. */
  q: string | null;
  /** Folded keyword. Null: any. */
  keywordFolded: string | null;
  kind: WatchRow["kind"];
  tag?: string | null;
}

export interface WatchPage {
  sort: WatchQuery["sort"];
  /** Null: any. */
  isActive: boolean | null;
  limit: number;
  offset: number;
  /** Last row of the previous page. Null: use the offset. */
  after: Cursor | null;
}

const listedWatch = z.union([watchCounts.extend(watchRow.shape), watchCounts.extend({ id: z.null() })]);

const orders = {
  newest: sql`w."createdAt" DESC, w."id" DESC`,
  oldest: sql`w."createdAt", w."id"`,
  matched: sql`t."lastMatchedAt" DESC NULLS LAST, w."createdAt" DESC, w."id" DESC`,
  matches: sql`COALESCE(t."matchCount", 0) DESC, w."createdAt" DESC, w."id" DESC`,
  name: sql`lower(w."keyword"), w."id"`,
};

export async function listWatches(
  db: Queryable,
  filter: WatchFilter,
  page: WatchPage,
): Promise<{ watches: WatchRow[]; total: number; active: number }> {
  const order = orders[page.sort];
  const { createdAt = null, id = null } = page.after ?? {};
  const found = await rows(
    db,
    listedWatch,
    sql`WITH mine AS MATERIALIZED (
       SELECT * FROM "Watch" WHERE "userId" = ${filter.userId} AND "kind" = ${filter.kind}::"WatchKind" AND (${filter.q}::text IS NULL OR position(lower(${filter.q}) IN lower("keyword")) > 0)
         AND (${filter.keywordFolded}::text IS NULL OR "keywordFolded" = ${filter.keywordFolded})
         AND (${filter.tag ?? null}::text IS NULL OR ${filter.tag ?? null} = ANY("tags"))
     ), counts AS (
       SELECT count(*)::int AS total, count(*) FILTER (WHERE "isActive")::int AS active FROM mine
     )
     SELECT counts.total, counts.active, p.* FROM counts LEFT JOIN LATERAL (
       SELECT ${watchColumns}, row_number() OVER (ORDER BY ${order}) AS place
       FROM mine w LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"
       WHERE (${page.isActive}::boolean IS NULL OR w."isActive" = ${page.isActive})
         AND (${createdAt}::timestamptz IS NULL OR (w."createdAt", w."id") ${word(page.sort === "oldest" ? ">" : "<")} (${createdAt}::timestamptz, ${id}::uuid))
       ORDER BY place LIMIT ${page.limit} OFFSET ${page.offset}
     ) p ON true
     ORDER BY p.place`,
  );
  const watches = found.filter((one): one is z.infer<typeof watchCounts> & WatchRow => one.id !== null);
  return { watches, total: found[0]?.total ?? 0, active: found[0]?.active ?? 0 };
}

export async function listTags(db: Queryable, userId: string): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ tag: z.string() }),
    sql`SELECT DISTINCT tag FROM "Watch", unnest("tags") AS tag WHERE "userId" = ${userId} ORDER BY tag`,
  );
  return found.map(({ tag }) => tag);
}
