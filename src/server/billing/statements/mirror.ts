import * as z from "zod";
import { endedStatuses } from "@/domain/plans/subscription";
import type { Subscription } from "@/generated/prisma/client";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";

const bookkeeping = { syncedAt: true, syncAttempts: true, nextSyncAt: true, readsBegun: true } as const;
export type MirrorRow = Omit<Subscription, keyof typeof bookkeeping>;

export function findMirror(userId: string): Promise<MirrorRow | null> {
  return prisma().subscription.findFirst({ where: { userId }, omit: bookkeeping });
}

export interface KindLimits {
  keyword: number;
  thread: number;
}

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

/** Pauses all but each user's oldest watches within the limits. The caller must have locked the users. */
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

/** Counts subscriptions that could still charge users. SQL, because idle workers run it too. */
export async function countLiveSubscriptions(db: Queryable): Promise<number> {
  const [counted] = await rows(
    db,
    z.object({ live: z.number() }),
    sql`SELECT count(*)::int AS live FROM "Subscription" WHERE "subscriptionId" IS NOT NULL AND "status" <> ALL(${endedStatuses})`,
  );
  return counted!.live;
}

/** Returns the user's customer if there is one. Separate insert, as ON CONFLICT DO UPDATE has one target. */
export async function claimCustomer(userId: string, customerId: string, syncedAt: Date): Promise<string> {
  const { subscription } = prisma();
  const data = { userId, customerId, status: "none", syncedAt };
  await subscription.createMany({ data, skipDuplicates: true });
  await subscription.updateMany({ where: { userId, customerId: null }, data: { customerId } });
  const claimed = await subscription.findFirst({ where: { userId }, select: { customerId: true } });
  return claimed!.customerId!;
}

const dueMirror = z.object({ userId: z.string(), syncAttempts: z.number() });
type DueMirror = z.infer<typeof dueMirror>;

/** Last read over a day ago or retry due. Longest due first, so repeated failures don't block others. */
export function listDueMirrors(db: Queryable, now: Date, max: number): Promise<DueMirror[]> {
  return rows(
    db,
    dueMirror,
    sql`SELECT "userId", "syncAttempts" FROM "Subscription"
     WHERE "customerId" IS NOT NULL AND CASE WHEN "nextSyncAt" IS NULL
       THEN "syncedAt" < ${now}::timestamptz - interval '1 day' ELSE "nextSyncAt" <= ${now} END
     ORDER BY coalesce("nextSyncAt", "syncedAt" + interval '1 day') LIMIT ${max}`,
  );
}

/** Counts a read first and delays the next: an hour up to a day, with jitter. Success resets both. */
export async function beginSync({ userId, syncAttempts }: DueMirror, now: Date): Promise<void> {
  const waitMs = Math.min(24, 2 ** syncAttempts) * 3_600_000 * (0.5 + Math.random());
  const data = { syncAttempts: { increment: 1 }, nextSyncAt: new Date(now.getTime() + waitMs) };
  await prisma().subscription.updateMany({ where: { userId }, data });
}
