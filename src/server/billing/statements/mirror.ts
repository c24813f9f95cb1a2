import { z } from "zod";
import { endedStatuses } from "@/domain/subscription";
import { sql, type Queryable } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";

// A read of Stripe is written in the transaction that ends the event behind it and queues notices, whose statements run on a
// connection of the pool.

const mirrorRow = z.object({
  userId: z.string(),
  customerId: z.string().nullable(),
  subscriptionId: z.string().nullable(),
  priceId: z.string().nullable(),
  status: z.string(),
  cancelAtPeriodEnd: z.boolean(),
  currentPeriodStart: z.date().nullable(),
  currentPeriodEnd: z.date().nullable(),
  latestInvoiceId: z.string().nullable(),
  refundedAt: z.date().nullable(),
  disputedAt: z.date().nullable(),
  readApplied: z.number(),
});
/** All that is mirrored of Stripe for a user. */
export type MirrorRow = z.infer<typeof mirrorRow>;

/** What is mirrored of Stripe for a user, null when they never had to do with it. */
export async function findMirror(tx: Queryable, userId: string): Promise<MirrorRow | null> {
  const found = await rows(
    tx,
    mirrorRow,
    sql`SELECT "userId", "customerId", "subscriptionId", "priceId", "status", "cancelAtPeriodEnd",
       "currentPeriodStart", "currentPeriodEnd", "latestInvoiceId", "refundedAt", "disputedAt", "readApplied"
     FROM "Subscription" WHERE "userId" = ${userId}`,
  );
  return found[0] ?? null;
}

/** Writes what a read of Stripe found. The caller holds the user's lock and has seen that no later read is there. */
export async function writeMirror(tx: Queryable, mirror: MirrorRow, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Subscription" SET "customerId" = ${mirror.customerId}, "subscriptionId" = ${mirror.subscriptionId}, "priceId" = ${mirror.priceId}, "status" = ${mirror.status},
       "cancelAtPeriodEnd" = ${mirror.cancelAtPeriodEnd}, "currentPeriodStart" = ${mirror.currentPeriodStart}, "currentPeriodEnd" = ${mirror.currentPeriodEnd}, "latestInvoiceId" = ${mirror.latestInvoiceId},
       "refundedAt" = ${mirror.refundedAt}, "disputedAt" = ${mirror.disputedAt}, "readApplied" = ${mirror.readApplied}, "syncedAt" = ${now}, "syncAttempts" = 0, "nextSyncAt" = NULL
     WHERE "userId" = ${mirror.userId}`,
  );
}

/** Locks users who have more than `limit` active watches without Pro, at most `most` of them; answers which. */
export async function lockBeyondLimit(tx: Queryable, limit: number, most: number): Promise<string[]> {
  const beyond = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`SELECT u."id" FROM "User" u WHERE u."id" IN (
       SELECT w."userId" FROM "Watch" w WHERE w."isActive" AND NOT ${hasProSql(sql`w."userId"`)}
       GROUP BY w."userId" HAVING count(*) > ${limit} LIMIT ${most}
     ) ORDER BY u."id" FOR NO KEY UPDATE OF u`,
  );
  return beyond.map(({ id }) => id);
}

/** Of the active watches of each user who has no Pro the `limit` oldest stay active. The caller holds the users' locks. */
export async function pauseBeyondLimit(
  tx: Queryable,
  users: { ids: readonly string[]; limit: number; now: Date },
): Promise<void> {
  await tx.query(
    sql`UPDATE "Watch" SET "isActive" = false, "pausedBy" = 'plan', "updatedAt" = ${users.now}
     WHERE "id" IN (
       SELECT "id" FROM (
         SELECT w."id", row_number() OVER (PARTITION BY w."userId" ORDER BY w."createdAt", w."id") AS nth
         FROM "Watch" w WHERE w."userId" = ANY(${users.ids}::uuid[]) AND w."isActive" AND NOT ${hasProSql(sql`w."userId"`)}
       ) active WHERE nth > ${users.limit}
     )`,
  );
}

/** How many subscriptions have not ended at Stripe, as far as they are mirrored: these could charge somebody. */
export async function countLiveSubscriptions(db: Queryable): Promise<number> {
  const [counted] = await rows(
    db,
    z.object({ live: z.number() }),
    sql`SELECT count(*)::int AS live FROM "Subscription" WHERE "subscriptionId" IS NOT NULL AND "status" <> ALL(${endedStatuses})`,
  );
  return counted!.live;
}

/**
 * Makes a customer at Stripe the user's, unless they have one: answers the one that counts. Of two made at once the second finds
 * the first. The row comes first and by itself: two tabs bring the same customer, which is unique as well as its user, and an
 * insert that is to update what it meets names only one of the two.
 */
export async function claimCustomer(
  db: Queryable,
  owner: { userId: string; customerId: string; now: Date },
): Promise<string> {
  await db.query(
    sql`INSERT INTO "Subscription" ("userId", "customerId", "status", "syncedAt")
     VALUES (${owner.userId}, ${owner.customerId}, 'none', ${owner.now}) ON CONFLICT DO NOTHING`,
  );
  const [claimed] = await rows(
    db,
    z.object({ customerId: z.string() }),
    sql`UPDATE "Subscription" SET "customerId" = COALESCE("customerId", ${owner.customerId})
     WHERE "userId" = ${owner.userId} RETURNING "customerId"`,
  );
  return claimed!.customerId;
}

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
