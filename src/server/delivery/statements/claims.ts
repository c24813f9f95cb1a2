import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A claimed row. Each claim of a row has a higher fence. */
interface Claim {
  id: string;
  fence: bigint;
}

/** Extends the claims on these deliveries, unless another run has claimed them since. */
export async function renewDeliveries(
  db: Queryable,
  claimed: readonly Claim[],
  leaseUntil: Date,
): Promise<void> {
  await db.query(
    sql`UPDATE "Delivery" d SET "leaseUntil" = ${leaseUntil}
     FROM unnest(${claimed.map(({ id }) => id)}::uuid[], ${claimed.map(({ fence }) => fence)}::bigint[]) AS c("id", "fence")
     WHERE d."id" = c."id" AND d."fence" = c."fence" AND d."status" = 'pending' AND d."leaseUntil" IS NOT NULL`,
  );
}

/** Extends the claim on a batch, unless another run has claimed it since or its outcome is recorded. */
export async function renewBatch(db: Queryable, batch: Claim, leaseUntil: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Batch" SET "leaseUntil" = ${leaseUntil}, "nextAttemptAt" = greatest("nextAttemptAt", ${leaseUntil}::timestamptz)
     WHERE "id" = ${batch.id} AND "fence" = ${batch.fence} AND "status" = 'pending' AND "leaseUntil" IS NOT NULL`,
  );
}

/** Whether another worker is sending, so a run may find nothing to claim. */
export async function hasClaimed(db: Queryable): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isClaimed: z.boolean() }),
    sql`SELECT EXISTS (SELECT FROM "Delivery" WHERE "status" = 'pending' AND "leaseUntil" > clock_timestamp())
       OR EXISTS (SELECT FROM "Batch" WHERE "status" = 'pending' AND "leaseUntil" > clock_timestamp()) AS "isClaimed"`,
  );
  return found!.isClaimed;
}
