import * as z from "zod";
import { sql, type Queryable, type Sql, tableSql } from "@/server/platform/database";
import { exists, rows } from "@/server/platform/rows";

/** A claimed row. Each claim of a row has a higher fence. */
export interface Claim {
  id: string;
  fence: bigint;
}

const claimsTable = (claims: readonly Claim[]) =>
  sql`${tableSql("c", claims, { id: "uuid", fence: "bigint" })}`;

/**
 * Updates frozen deliveries (`d`) that no other run has claimed since, and returns their ids. Locks them in
 * order, so statements can't deadlock.
 */
export async function updateClaimed(db: Queryable, claims: readonly Claim[], change: Sql): Promise<string[]> {
  const updated = await rows(
    db,
    z.object({ id: z.string() }),
    sql`UPDATE "Delivery" d SET ${change} FROM (
       SELECT d."id" FROM "Delivery" d JOIN ${claimsTable(claims)} ON d."id" = c."id" AND d."fence" = c."fence"
       WHERE d."status" = 'frozen' ORDER BY d."id" FOR UPDATE OF d
     ) own WHERE d."id" = own."id" RETURNING d."id"`,
  );
  return updated.map(({ id }) => id);
}

/** Skips lost and ended claims, and locked rows, because their outcome is just being recorded. */
export async function renewDeliveries(
  db: Queryable,
  claimed: readonly Claim[],
  leaseUntil: Date,
): Promise<void> {
  await db.query(
    sql`UPDATE "Delivery" d SET "leaseUntil" = ${leaseUntil},
       "nextAttemptAt" = CASE d."status" WHEN 'frozen' THEN greatest(d."nextAttemptAt", ${leaseUntil}::timestamptz) ELSE d."nextAttemptAt" END
     FROM (
       SELECT d."id" FROM "Delivery" d JOIN ${claimsTable(claimed)} ON d."id" = c."id" AND d."fence" = c."fence"
       WHERE d."status" IN ('pending', 'frozen') AND d."leaseUntil" IS NOT NULL
       FOR UPDATE OF d SKIP LOCKED
     ) own
     WHERE d."id" = own."id"`,
  );
}

/** Whether another worker is sending, so a run may find nothing to claim. */
export function hasClaimed(db: Queryable): Promise<boolean> {
  return exists(
    db,
    sql`SELECT FROM "Delivery" WHERE "status" = 'pending' AND "leaseUntil" > clock_timestamp()
     UNION ALL SELECT FROM "Delivery" WHERE "status" = 'frozen' AND "leaseUntil" > clock_timestamp()`,
  );
}
