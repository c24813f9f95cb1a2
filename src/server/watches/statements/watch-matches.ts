import * as z from "zod";
import type { Reader } from "@/server/accounts/statements/accounts";
import { statusParts } from "@/server/mentions/statements/pending-update-sql";
import { joined, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const recentMatches = z.object({
  watchId: z.string(),
  day: z.number(),
  matches: z.number(),
  opened: z.number(),
});

/** By day, from 1, and how many were opened. `starts`: start of each day. One query per partial index. */
export async function countRecentMatches(
  db: Queryable,
  q: { userId: string; watchIds: readonly string[]; starts: readonly Date[] },
): Promise<z.infer<typeof recentMatches>[]> {
  const matches = sql`SELECT n."watchId", n."createdAt", n."openedAt" FROM "Notification" n
    WHERE n."userId" = ${q.userId} AND n."createdAt" >= ${q.starts[0]} AND n."watchId" = ANY(${q.watchIds}::uuid[])`;
  return rows(
    db,
    recentMatches,
    sql`SELECT n."watchId", width_bucket(n."createdAt", ${q.starts}::timestamptz[]) AS day,
       count(*)::int AS matches, count(n."openedAt")::int AS opened FROM (
       ${matches} AND n."status" = ANY(enum_range(NULL::"NotificationStatus")) AND n."deletedAt" IS NULL AND n."leadId" IS NULL
       UNION ALL
       ${matches} AND (n."deletedAt" IS NOT NULL OR n."leadId" IS NOT NULL)
     ) n GROUP BY 1, 2`,
  );
}

/** Returns the items of a watch's notifications since a time, latest first. One query per partial index. */
export async function listWatchItems(
  db: Queryable,
  user: Reader,
  q: { watchId: string; since: Date; max: number },
): Promise<string[]> {
  const condition = joined(
    [
      sql`n."userId" = ${user.id} AND n."watchId" = ${q.watchId} AND n."createdAt" >= ${q.since} AND n."deletedAt" IS NULL`,
      ...statusParts(null, user.pendingBulkUpdates),
    ],
    " AND ",
  );
  const found = await rows(
    db,
    z.object({ fullname: z.string() }),
    sql`SELECT n."fullname" FROM (
       SELECT n."fullname", n."createdAt", n."id" FROM "Notification" n WHERE n."leadId" IS NULL AND ${condition}
       UNION ALL
       SELECT n."fullname", n."createdAt", n."id" FROM "Notification" n WHERE n."leadId" IS NOT NULL AND ${condition}
     ) n ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.max}`,
  );
  return found.map(({ fullname }) => fullname);
}
