import { z } from "zod";
import type { ItemKind } from "@/domain/item";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ fullname: z.string(), subreddit: z.string() });

/** What is remembered of each subreddit between two moments of its own, the newest few of each. */
export function listKnownBefore(
  db: Queryable,
  kind: ItemKind,
  stretches: readonly { subreddit: string; from: Date; until: Date }[],
  ofEach: number,
): Promise<z.infer<typeof row>[]> {
  return rows(
    db,
    row,
    sql`SELECT i."fullname", i."subreddit"
     FROM unnest(${stretches.map((stretch) => stretch.subreddit)}::text[], ${stretches.map((stretch) => stretch.from)}::timestamptz[], ${stretches.map((stretch) => stretch.until)}::timestamptz[]) AS m(name, since, until) CROSS JOIN LATERAL (
       SELECT "fullname", "subreddit" FROM "RecentItem" r
       WHERE r."subreddit" = m.name AND r."kind" = ${kind}::"ItemKind" AND r."createdAt" BETWEEN m.since AND m.until
       ORDER BY r."createdAt" DESC LIMIT ${ofEach}) i`,
  );
}
