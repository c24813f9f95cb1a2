import { z } from "zod";
import type { Queryable } from "@/server/database";
import { mailableSql } from "./mail-rhythm-sql";
import { rows } from "./rows";

const row = z.object({
  userId: z.string(),
  timeZone: z.string(),
  isMailable: z.boolean(),
  slot: z.date(),
  count: z.number(),
});
export type DueDebts = z.infer<typeof row>;

/**
 * What is owed to each user at `until`. The slot is that of the newest digest among it, so that what is recorded
 * late for the same 08:00 finds the slot taken and waits for the next; without a digest it is the newest of all.
 */
export function listDueDebts(db: Queryable, until: Date): Promise<DueDebts[]> {
  return rows(
    db,
    row,
    `SELECT d."userId", u."timeZone", ${mailableSql} AS "isMailable", d."slot", d."count"
     FROM (
       SELECT n."userId", count(*)::int AS "count",
         COALESCE(max(n."mailSlot") FILTER (WHERE n."mailRhythm" <> 'realtime'), max(n."mailSlot")) AS "slot"
       FROM "Notification" n
       WHERE n."mailSlot" <= $1 AND n."deliveryId" IS NULL AND n."deletedAt" IS NULL
       GROUP BY n."userId"
     ) d
     JOIN "User" u ON u."id" = d."userId"`,
    [until],
  );
}
