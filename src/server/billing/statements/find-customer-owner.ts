import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Whose customer at Stripe it is, null when it is nobody's. */
export async function findCustomerOwner(db: Queryable, customerId: string): Promise<string | null> {
  const found = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`SELECT "userId" FROM "Subscription" WHERE "customerId" = ${customerId}`,
  );
  return found[0]?.userId ?? null;
}
