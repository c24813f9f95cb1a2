import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({ customerId: z.string() });

/** Makes a customer at Stripe the user's, unless they have one: answers the one that counts. */
export async function claimCustomer(
  db: Queryable,
  owner: { userId: string; customerId: string; now: Date },
): Promise<string> {
  const [claimed] = await rows(
    db,
    row,
    sql`INSERT INTO "Subscription" ("userId", "customerId", "status", "syncedAt") VALUES (${owner.userId}, ${owner.customerId}, 'none', ${owner.now})
     ON CONFLICT ("userId") DO UPDATE SET "customerId" = COALESCE("Subscription"."customerId", ${owner.customerId})
     RETURNING "customerId"`,
  );
  return claimed!.customerId;
}
