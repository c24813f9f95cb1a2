import * as z from "zod";
import { activeChannels, channelNames } from "@/channels/registry";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const dueWork = z.object({
  entries: z.array(z.enum(channelNames)),
  deliveries: z.array(z.enum(channelNames)),
  hasReports: z.boolean(),
  hasSpikes: z.boolean(),
  hasClosings: z.boolean(),
});
export type DueWork = z.infer<typeof dueWork>;

/**
 * Returns the due work, usually nothing, with one query. Outbox entries of inactive channels wait. Reads
 * the first row in order of the index: for EXISTS, the planner would read the whole table if it expects a long
 * queue.
 */
export async function findDueWork(db: Queryable, now: Date): Promise<DueWork> {
  const isDueSql = (of: Sql) => sql`(SELECT x."nextAttemptAt" FROM "Delivery" x
         WHERE ${of} AND x."nextAttemptAt" <= ${now} AND (x."leaseUntil" IS NULL OR x."leaseUntil" <= ${now})
         ORDER BY x."nextAttemptAt" LIMIT 1) IS NOT NULL`;
  const isPendingSql = sql`x."status" = 'pending' AND x."channel" = c AND x."kind" = k`;
  const isFrozenSql = sql`x."status" = 'frozen' AND x."channel" = c`;
  const [found] = await rows(
    db,
    dueWork,
    sql`SELECT array(SELECT c::text FROM unnest(${activeChannels()}::"Channel"[]) c WHERE (
         SELECT o."dueAt" FROM "OutboxEntry" o WHERE o."channel" = c AND o."dueAt" <= ${now} ORDER BY o."dueAt" LIMIT 1) IS NOT NULL) AS "entries",
       array(SELECT c::text FROM unnest(${channelNames}::"Channel"[]) c WHERE ${isDueSql(isFrozenSql)}
         OR EXISTS (SELECT FROM unnest(enum_range(NULL::"MessageKind")) k WHERE ${isDueSql(isPendingSql)})) AS "deliveries",
       EXISTS (SELECT FROM "User" WHERE "weeklyReportAt" <= ${now}) AS "hasReports",
       EXISTS (SELECT FROM "WatchTotal" WHERE "spikeDueAt" <= ${now}) AS "hasSpikes",
       EXISTS (SELECT FROM "ClosedAccount" WHERE "nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}) AS "hasClosings"`,
  );
  return found!;
}
