import { z } from "zod";
import { joined, sql, type Queryable } from "@/server/platform/database";
import type { Reader } from "@/server/accounts/statements/account-row";
import { listedSql } from "@/server/clips/statements/listed-sql";
import { statusParts } from "@/server/clips/statements/pending-mark-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({ day: z.number(), count: z.number() });

/**
 * How many of a user's clips (those one watch heard, or all: null) were made on each day. Days are given by the
 * instants they begin, the oldest first; day 1 is the first of them, day 0 whatever came before.
 */
export function countByDay(
  db: Queryable,
  user: Reader,
  watchId: string | null,
  starts: readonly Date[],
): Promise<z.infer<typeof row>[]> {
  const held = joined([sql`n."userId" = ${user.id}`, ...statusParts(null, user.pendingMarks)], " AND ");
  const listed = sql`SELECT n."createdAt" FROM "Notification" n WHERE ${held} AND ${listedSql}`;
  // A watch may have heard what another one leads; the rest has an index of its own.
  const following = sql`SELECT n."createdAt" FROM "Notification" n WHERE ${held} AND n."deletedAt" IS NULL AND n."leadId" IS NOT NULL`;
  const ofWatch = sql`AND n."watchId" = ${watchId}`;
  const counted = watchId === null ? listed : sql`${listed} ${ofWatch} UNION ALL ${following} ${ofWatch}`;
  return rows(
    db,
    row,
    sql`SELECT width_bucket(n."createdAt", ${starts}::timestamptz[]) AS day, count(*)::int AS count FROM (${counted}) n GROUP BY 1`,
  );
}
