import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ customerId: z.string(), status: z.string(), ticket: z.number() });

/** Numbers a read of Stripe before it begins; null for a user without a customer there. */
export async function beginStripeRead(db: Queryable, userId: string) {
  const begun = await rows(
    db,
    row,
    sql`UPDATE "Subscription" SET "readsBegun" = "readsBegun" + 1 WHERE "userId" = ${userId} AND "customerId" IS NOT NULL
     RETURNING "customerId", "status", "readsBegun" AS ticket`,
  );
  return begun[0] ?? null;
}
