import { z } from "zod";
import { endedStatuses } from "@/domain/subscription";
import { sql, type Queryable } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";

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
export type MirrorRow = z.infer<typeof mirrorRow>;

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

/** The caller must have locked the user and have checked that no later read was applied. */
export async function writeMirror(tx: Queryable, mirror: MirrorRow, now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Subscription" SET "customerId" = ${mirror.customerId}, "subscriptionId" = ${mirror.subscriptionId}, "priceId" = ${mirror.priceId}, "status" = ${mirror.status},
       "cancelAtPeriodEnd" = ${mirror.cancelAtPeriodEnd}, "currentPeriodStart" = ${mirror.currentPeriodStart}, "currentPeriodEnd" = ${mirror.currentPeriodEnd}, "latestInvoiceId" = ${mirror.latestInvoiceId},
       "refundedAt" = ${mirror.refundedAt}, "disputedAt" = ${mirror.disputedAt}, "readApplied" = ${mirror.readApplied}, "syncedAt" = ${now}, "syncAttempts" = 0, "nextSyncAt" = NULL
     WHERE "userId" = ${mirror.userId}`,
  );
}

/** Maximum active watches per kind. */
export interface KindLimits {
  keyword: number;
  thread: number;
}

/** The limit for "Watch" w. */
const limitSql = ({ keyword, thread }: KindLimits) =>
  sql`CASE w."kind" WHEN 'keyword' THEN ${keyword}::int ELSE ${thread}::int END`;

/** Locks up to `max` users without Pro who have more active watches than allowed, and returns their ids. */
export async function lockBeyondLimit(tx: Queryable, limits: KindLimits, max: number): Promise<string[]> {
  const excess = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`SELECT u."id" FROM "User" u WHERE u."id" IN (
       SELECT w."userId" FROM "Watch" w WHERE w."isActive" AND NOT ${hasProSql(sql`w."userId"`)}
       GROUP BY w."userId", w."kind" HAVING count(*) > ${limitSql(limits)} LIMIT ${max}
     ) ORDER BY u."id" FOR NO KEY UPDATE OF u`,
  );
  return excess.map(({ id }) => id);
}

/**
 * Pauses active watches of users without Pro, except each user's oldest ones within the limits. The caller must have
 * locked the users.
 */
export async function pauseBeyondLimit(
  tx: Queryable,
  users: { ids: readonly string[]; limits: KindLimits; now: Date },
): Promise<void> {
  await tx.query(
    sql`UPDATE "Watch" SET "isActive" = false, "pausedBy" = 'plan', "updatedAt" = ${users.now}
     WHERE "id" IN (
       SELECT "id" FROM (
         SELECT w."id", ${limitSql(users.limits)} AS most, row_number() OVER (PARTITION BY w."userId", w."kind" ORDER BY w."createdAt", w."id") AS nth
         FROM "Watch" w WHERE w."userId" = ANY(${users.ids}::uuid[]) AND w."isActive" AND NOT ${hasProSql(sql`w."userId"`)}
       ) active WHERE nth > most
     )`,
  );
}

/** Counts mirrored subscriptions that haven't ended, which could still charge users. */
export async function countLiveSubscriptions(db: Queryable): Promise<number> {
  const [counted] = await rows(
    db,
    z.object({ live: z.number() }),
    sql`SELECT count(*)::int AS live FROM "Subscription" WHERE "subscriptionId" IS NOT NULL AND "status" <> ALL(${endedStatuses})`,
  );
  return counted!.live;
}

/**
 * Assigns a Stripe customer unless the user has one; returns the assigned one. The insert is separate: user
 * and customer can both conflict, and ON CONFLICT DO UPDATE supports only one target.
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

/** Last read over a day ago or retry due. Longest due first, so repeated failures don't block others. */
export async function listDueMirrors(db: Queryable, now: Date, max: number): Promise<string[]> {
  const due = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`SELECT "userId" FROM "Subscription"
     WHERE "customerId" IS NOT NULL AND CASE WHEN "nextSyncAt" IS NULL
       THEN "syncedAt" < ${now}::timestamptz - interval '1 day' ELSE "nextSyncAt" <= ${now} END
     ORDER BY coalesce("nextSyncAt", "syncedAt" + interval '1 day') LIMIT ${max}`,
  );
  return due.map(({ userId }) => userId);
}

/** Counts a read first and delays the next: an hour up to a day, with jitter. Success resets both. */
export async function beginSync(db: Queryable, userId: string, now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Subscription" SET "syncAttempts" = "syncAttempts" + 1,
       "nextSyncAt" = ${now}::timestamptz + least(interval '1 day', interval '1 hour' * power(2, least("syncAttempts", 10))) * (0.5 + random())
     WHERE "userId" = ${userId}`,
  );
}
