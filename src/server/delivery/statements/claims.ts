import { z } from "zod";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A claimed row. Each claim of a row has a higher fence. */
export interface Claim {
  id: string;
  fence: bigint;
}

const claimsTable = (claims: readonly Claim[]) =>
  sql`${tableSql("c", claims, { id: "uuid", fence: "bigint" })}`;

/** Locks frozen deliveries that no other run has claimed since, in order, so statements can't deadlock. */
export const claimedSql = (claims: readonly Claim[]) =>
  sql`SELECT d."id" FROM "Delivery" d JOIN ${claimsTable(claims)} ON d."id" = c."id" AND d."fence" = c."fence"
     WHERE d."status" = 'frozen' ORDER BY d."id" FOR UPDATE OF d`;

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
export async function hasClaimed(db: Queryable): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isClaimed: z.boolean() }),
    sql`SELECT EXISTS (SELECT FROM "Delivery" WHERE "status" = 'pending' AND "leaseUntil" > clock_timestamp())
       OR EXISTS (SELECT FROM "Delivery" WHERE "status" = 'frozen' AND "leaseUntil" > clock_timestamp()) AS "isClaimed"`,
  );
  return found!.isClaimed;
}
