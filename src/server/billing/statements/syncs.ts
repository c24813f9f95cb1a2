import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/**
 * The users whose state at Stripe was last read more than a day before `now`, or is to be tried again by now: those that are due
 * longest first, so that what fails again and again never stands before the others.
 */
export async function listDueMirrors(db: Queryable, now: Date, most: number): Promise<string[]> {
  const due = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`SELECT "userId" FROM "Subscription"
     WHERE "customerId" IS NOT NULL AND CASE WHEN "nextSyncAt" IS NULL
       THEN "syncedAt" < ${now}::timestamptz - interval '1 day' ELSE "nextSyncAt" <= ${now} END
     ORDER BY coalesce("nextSyncAt", "syncedAt" + interval '1 day') LIMIT ${most}`,
  );
  return due.map(({ userId }) => userId);
}

/**
 * Counts a daily read before it begins, and puts the next one off, for about an hour, then longer, up to a day: not together with
 * those that were read beside it. A read that ends takes both back.
 */
export async function beginSync(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Subscription" SET "syncAttempts" = "syncAttempts" + 1,
       "nextSyncAt" = ${now}::timestamptz + least(interval '1 day', interval '1 hour' * power(2, least("syncAttempts", 10))) * (0.5 + random())
     WHERE "userId" = ${userId}`,
  );
}
