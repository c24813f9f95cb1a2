import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { mailableSql } from "./mail-rhythm-sql";
import { rows } from "@/server/platform/rows";

const row = z.object({
  userId: z.string(),
  timeZone: z.string(),
  isMailable: z.boolean(),
  slot: z.date(),
  count: z.number(),
});
/** The channels on which a notification can owe something. */
export type DebtChannel = "email" | "push";

export type DueDebts = z.infer<typeof row>;

/**
 * What is owed to each user at `until`. The slot is that of the newest digest among it, so that what is recorded
 * late for the same 08:00 finds the slot taken and waits for the next; without a digest it is the newest of all. Closed accounts
 * are among them as not mailable: left out, their debts would be at the head for ever.
 */
export function listDueDebts(db: Queryable, until: Date): Promise<DueDebts[]> {
  return rows(
    db,
    row,
    sql`SELECT d."userId", coalesce(u."timeZone", 'UTC') AS "timeZone", coalesce(${mailableSql}, false) AS "isMailable", d."slot", d."count"
     FROM (
       SELECT o."userId", count(*)::int AS "count",
         COALESCE(max(o."slot") FILTER (WHERE o."rhythm" <> 'realtime'), max(o."slot")) AS "slot"
       FROM "Debt" o
       WHERE o."channel" = 'email' AND o."slot" <= ${until}
       GROUP BY o."userId"
     ) d
     LEFT JOIN "User" u ON u."id" = d."userId"`,
  );
}
