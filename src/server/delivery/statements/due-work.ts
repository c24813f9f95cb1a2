import * as z from "zod";
import { channelNames } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const dueWork = z.object({
  entries: z.array(z.enum(channelNames)),
  deliveries: z.array(z.enum(channelNames)),
  hasReports: z.boolean(),
  hasSpikes: z.boolean(),
  hasClosings: z.boolean(),
});
export type DueWork = z.infer<typeof dueWork>;

/** Returns what is due at `now`. Usually there is no work, and this is the only query. */
export async function findDueWork(db: Queryable, now: Date): Promise<DueWork> {
  const dueSql = sql`x."nextAttemptAt" <= ${now} AND (x."leaseUntil" IS NULL OR x."leaseUntil" <= ${now})`;
  const [found] = await rows(
    db,
    dueWork,
    sql`SELECT array(SELECT c::text FROM unnest(${channelNames}::"Channel"[]) c WHERE EXISTS (
         SELECT FROM "OutboxEntry" o WHERE o."channel" = c AND o."dueAt" <= ${now})) AS "entries",
       array(SELECT c::text FROM unnest(${channelNames}::"Channel"[]) c WHERE EXISTS (
         SELECT FROM unnest(enum_range(NULL::"MessageKind")) k, LATERAL (
           SELECT FROM "Delivery" x WHERE x."status" = 'pending' AND x."channel" = c AND x."kind" = k AND ${dueSql} LIMIT 1) d)
         OR EXISTS (SELECT FROM "Delivery" x WHERE x."status" = 'frozen' AND x."channel" = c AND ${dueSql})) AS "deliveries",
       EXISTS (SELECT FROM "User" WHERE "weeklyReportAt" <= ${now}) AS "hasReports",
       EXISTS (SELECT FROM "WatchTotal" WHERE "spikeDueAt" <= ${now}) AS "hasSpikes",
       EXISTS (SELECT FROM "ClosedAccount" WHERE "nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}) AS "hasClosings"`,
  );
  return found!;
}
