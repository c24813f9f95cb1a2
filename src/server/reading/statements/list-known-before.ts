import { z } from "zod";
import type { ItemKind } from "@/domain/item";
import type { Queryable } from "@/server/platform/database";
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
    `SELECT i."fullname", i."subreddit"
     FROM unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) AS m(name, since, until) CROSS JOIN LATERAL (
       SELECT "fullname", "subreddit" FROM "RecentItem" r
       WHERE r."subreddit" = m.name AND r."kind" = $1::"ItemKind" AND r."createdAt" BETWEEN m.since AND m.until
       ORDER BY r."createdAt" DESC LIMIT $5) i`,
    [
      kind,
      stretches.map((stretch) => stretch.subreddit),
      stretches.map((stretch) => stretch.from),
      stretches.map((stretch) => stretch.until),
      ofEach,
    ],
  );
}
