import { z } from "zod";
import type { Reader } from "@/server/accounts/statements/accounts";
import { statusParts } from "@/server/mentions/statements/pending-update-sql";
import { joined, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

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
