import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const subscriptionRow = z.object({
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodEnd: z.date().nullable(),
  /** Stripe's. */
  priceId: z.string().nullable(),
});
export type SubscriptionRow = z.infer<typeof subscriptionRow>;

/** What is mirrored of the user's subscription, null when they never had one. */
export async function findSubscription(db: Queryable, userId: string): Promise<SubscriptionRow | null> {
  const found = await rows(
    db,
    subscriptionRow,
    sql`SELECT "status", "cancelAtPeriodEnd", "currentPeriodEnd", "priceId" FROM "Subscription" WHERE "userId" = ${userId}`,
  );
  return found[0] ?? null;
}
