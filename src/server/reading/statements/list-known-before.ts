import { z } from "zod";
import type { ItemKind } from "@/domain/item";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ fullname: z.string(), place: z.string() });

/** What is remembered of each place between two moments of its own, the newest few of each. */
export function listKnownBefore(
  db: Queryable,
  q: {
    site: string;
    kind: ItemKind;
    stretches: readonly { place: string; from: Date; until: Date }[];
    ofEach: number;
  },
): Promise<z.infer<typeof row>[]> {
  return rows(
    db,
    row,
    sql`SELECT i."fullname", i."place"
     FROM unnest(${q.stretches.map((stretch) => stretch.place)}::text[], ${q.stretches.map((stretch) => stretch.from)}::timestamptz[], ${q.stretches.map((stretch) => stretch.until)}::timestamptz[]) AS m(name, since, until) CROSS JOIN LATERAL (
       SELECT "fullname", "place" FROM "RecentItem" r
       WHERE r."site" = ${q.site} AND r."place" = m.name AND r."kind" = ${q.kind}::"ItemKind" AND r."createdAt" BETWEEN m.since AND m.until
       ORDER BY r."createdAt" DESC LIMIT ${q.ofEach}) i`,
  );
}
