import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { reachableSql } from "./reachable-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({
  userId: z.string(),
  timeZone: z.string(),
  isReachable: z.boolean(),
  slot: z.date(),
  count: z.number(),
  /** Null: there is none on this channel. */
  destinationId: z.string().nullable(),
});
export type DueDebts = z.infer<typeof row>;

/**
 * What is owed to each user at `until`, a row for each of their destinations on the channel. The slot is that of the newest
 * digest among it, so that what is recorded late for the same 08:00 finds the slot taken and waits for the next; without a
 * digest it is the newest of all. Closed accounts are among them as not reachable: left out, their debts would be at the head
 * for ever.
 */
export function listDueDebts(db: Queryable, channel: ChannelName, until: Date): Promise<DueDebts[]> {
  return rows(
    db,
    row,
    sql`SELECT d."userId", coalesce(u."timeZone", 'UTC') AS "timeZone", d."slot", d."count", t."id" AS "destinationId",
       coalesce(${reachableSql(sql`${channel}::"Channel"`)}, false) AS "isReachable"
     FROM (
       SELECT o."userId", count(*)::int AS "count",
         COALESCE(max(o."slot") FILTER (WHERE o."rhythm" <> 'realtime'), max(o."slot")) AS "slot"
       FROM "Debt" o
       WHERE o."channel" = ${channel}::"Channel" AND o."slot" <= ${until}
       GROUP BY o."userId"
     ) d
     LEFT JOIN "User" u ON u."id" = d."userId"
     LEFT JOIN "Destination" t ON t."userId" = u."id" AND t."channel" = ${channel}::"Channel"`,
  );
}
