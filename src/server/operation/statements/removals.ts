import { givenChannels } from "@/channels/registry";
import { testPace } from "@/server/accounts/receiver-tests";
import type { Prisma } from "@/generated/prisma/client";
import { deleteNotifications } from "@/server/delivery/statements/closed-accounts";
import { pauseRecording } from "@/server/mentions/statements/pending-updates";
import { prisma, sql, type Queryable, type Sql } from "@/server/platform/database";
import { deleteFree, freeRows, updateFree } from "@/server/platform/locked-rows";
import { cachedItemLimit } from "@/domain/reading/newness";

/**
 * Deletes a user and their data. Takes the full row lock first, so recording and enqueueing for this user are
 * either complete or run afterwards. Watch totals, notifications and deliveries have no foreign key. The
 * latter two can be hundreds of thousands of rows and are left to `emptyAccount`; its first attempt is
 * counted here, and no other process starts for a minute.
 */
export async function deleteAccount(tx: Queryable, userId: string, now: Date): Promise<void> {
  await pauseRecording(tx, userId);
  const ofWatches = sql`WHERE "watchId" IN (SELECT "id" FROM "Watch" WHERE "userId" = ${userId})`;
  await tx.query(
    sql`WITH totals AS (DELETE FROM "WatchTotal" ${ofWatches}) DELETE FROM "DayOverflow" ${ofWatches}`,
  );
  await prisma().storedText.deleteMany({ where: { userId } });
  const data = { userId, closedAt: now, attempts: 1, nextAttemptAt: new Date(now.getTime() + 60_000) };
  await prisma().closedAccount.createMany({ data, skipDuplicates: true });
  await prisma().user.deleteMany({ where: { id: userId } });
}

/**
 * Deletes up to `max` accounts that were never verified or signed in to: the address was mistyped or another
 * person's. Leaves their emails to `emptyClosedAccounts`. Skips accounts that are currently being verified, and
 * invited ones (without a name) until their link expires.
 */
export async function deleteNeverUsed(db: Queryable, before: Date, max: number, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    sql`WITH gone AS (
       DELETE FROM "User" WHERE "id" IN (
         SELECT u."id" FROM "User" u
         WHERE u."emailVerifiedAt" IS NULL AND u."firstSessionAt" IS NULL AND u."createdAt" < ${before}
           AND NOT EXISTS (SELECT FROM "Session" s WHERE s."userId" = u."id")
           AND NOT (u."firstName" = '' AND EXISTS (
             SELECT FROM "EmailToken" t WHERE t."userId" = u."id" AND t."kind" = 'reset'
               AND t."usedAt" IS NULL AND t."expiresAt" > ${now}))
         ORDER BY u."createdAt" LIMIT ${max} FOR UPDATE OF u SKIP LOCKED)
       RETURNING "id"
     )
     INSERT INTO "ClosedAccount" ("userId", "closedAt") SELECT "id", ${now} FROM gone ON CONFLICT DO NOTHING`,
  );
  return rowCount ?? 0;
}

/** Oldest first, with items that have no other notifications. Keeps snoozed ones and those due since. */
export function deleteOldNotifications(db: Queryable, before: Date, max: number): Promise<number> {
  const old = sql`"createdAt" < ${before} AND ("snoozedUntil" IS NULL OR "snoozedUntil" < ${before}) ORDER BY "createdAt" LIMIT ${max}`;
  return deleteNotifications(db, old, before);
}

/** Deletes or clears up to `max` rows and returns their number. Skips locked ones. */
type Removal = (db: Queryable, by: Date, max: number) => Promise<number>;

const removal =
  (table: Prisma.ModelName, isEnded: (by: Date) => Sql): Removal =>
  (db, by, max) =>
    deleteFree(db, table, isEnded(by), max);

const withoutText = sql`"content" = NULL, "textUntil" = NULL, "authorId" = NULL`;

/** Beyond a place's latest 500, except on sites that keep all. Returns the number. */
export function trimStoredTexts(db: Queryable, wholeSites: readonly string[], max: number): Promise<number> {
  const isExcess = sql`"fullname" IN (
    SELECT "fullname" FROM (
      SELECT "fullname", row_number() OVER (PARTITION BY "site", "place" ORDER BY "createdAt" DESC) AS rank
      FROM "RecentItem" WHERE "textUntil" IS NOT NULL AND "site" <> ALL(${wholeSites})) stored
    WHERE rank > ${cachedItemLimit})`;
  return updateFree(db, "RecentItem", withoutText, isExcess, max);
}

const hasNoWatch = sql`NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = e."watchId")`;

const ofEnded = {
  texts: (db, by, max) => updateFree(db, "RecentItem", withoutText, sql`"textUntil" <= ${by}`, max),
  siteCounts: removal("SiteCount", (by) => sql`"day" < ${by}::timestamptz::date`),
  streamMinutes: removal("StreamMinute", (by) => sql`"minute" <= ${by}`),
  // Later changes are treated like the first of an older post.
  openings: removal("TrackerOpening", (by) => sql`"changedAt" <= ${by} AND "dueAt" IS NULL`),
  recentItems: removal("RecentItem", (by) => sql`"forgetAt" <= ${by}`),
  emailTokens: removal("EmailToken", (by) => sql`"expiresAt" <= ${by}`),
  emailRecipients: removal("EmailRecipient", (by) => sql`"keptUntil" <= ${by}`),
  sessions: removal("Session", (by) => sql`("expiresAt" <= ${by} OR "endedAt" <= ${by})`),
  // Users can turn push on again, but can't recover the addresses of other channels.
  browsers: removal(
    "Destination",
    (by) =>
      sql`"failedAt" <= ${by} AND "addressHash" IS NOT NULL AND "channel" <> ALL(${givenChannels()}::"Channel"[])`,
  ),
  // Their links were never used.
  pendingChats: removal("Destination", (by) => sql`"codeUntil" <= ${by} AND "offReason" = 'pending'`),
  // Recording can still count a match for a watch that is being deleted.
  watchTotals: removal(
    "WatchTotal",
    (by) => sql`coalesce("lastMatchedAt", '-infinity') <= ${by} AND ${hasNoWatch}`,
  ),
  dayOverflows: removal("DayOverflow", (by) => sql`("toAt" <= ${by} OR ${hasNoWatch})`),
  // Only the current day matters. A recording can still insert a row while its account is being deleted.
  storedTexts: removal("StoredText", (by) => sql`"day" < ${by}::date`),
  // Stopped threads can be followed again while their notifications are stored.
  endedThreads: removal("Watch", (by) => sql`"kind" = 'thread' AND "endedAt" <= ${by}`),
  threads: removal("Thread", () => sql`NOT EXISTS (SELECT FROM "Watch" w WHERE w."root" = e."root")`),
  watchRevisions: removal("WatchRevision", (by) => sql`"endedAt" <= ${by}`),
  places: removal(
    "Place",
    (by) => sql`"watchedSince" IS NULL AND coalesce("checkedAt", '-infinity') <= ${by} AND "name" <> 'all'`,
  ),
  // Anyone can trigger lookups, so results are only kept while they are valid.
  lookups: removal("PlaceLookup", (by) => sql`"fetchedAt" <= ${by}`),
  addresses: removal(
    "PlaceAddress",
    (by) => sql`"usedAt" <= ${by} AND NOT EXISTS (SELECT FROM "WatchAddress" l WHERE l."addressId" = e."id")`,
  ),
  searches: removal("PlaceSearch", (by) => sql`"fetchedAt" <= ${by}`),
  testPaces: removal("Budget", (by) => sql`starts_with("clientId", ${testPace}) AND "windowStart" <= ${by}`),
  delays: removal("Delay", (by) => sql`"at" <= ${by}`),
  // The email is given up after this time. The row is deleted with the rest of the account.
  closedAddresses: (db, by, max) => {
    const isClosed = sql`"encryptedAddress" IS NOT NULL AND "createdAt" <= ${by}`;
    return updateFree(db, "Delivery", sql`"encryptedAddress" = NULL`, isClosed, max);
  },
  // `expire` is the rate limiter's, in milliseconds since 1970.
  rateLimits: removal("RateLimit", (by) => sql`"expire" <= ${by.getTime()}`),
} satisfies Record<string, Removal>;

export type Ended = keyof typeof ofEnded;

/** They keep unfinished deliveries. */
const ofLogs = {
  runs: removal("Run", (before) => sql`"startedAt" < ${before}`),
  webhookEvents: removal("WebhookEvent", (before) => sql`"receivedAt" < ${before}`),
  deliveries: deleteOldDeliveries,
  // The day before the period has the position at its start.
  placeDays: removal("PlaceDay", (before) => sql`"day" < ${before}::date - 1`),
  gaps: removal("Gap", (before) => sql`"foundAt" < ${before}`),
} satisfies Record<string, Removal>;

export type Log = keyof typeof ofLogs;
export const logs = Object.keys(ofLogs) as Log[];

async function deleteOldDeliveries(db: Queryable, before: Date, max: number): Promise<number> {
  const isOld = sql`"createdAt" < ${before} AND ("status" NOT IN ('pending', 'frozen')
    OR NOT EXISTS (SELECT FROM "User" u WHERE u."id" = "userId"))`;
  const { rowCount } = await db.query(
    sql`WITH gone AS (
       DELETE FROM "Delivery" WHERE ${freeRows("Delivery", isOld, max)} RETURNING "id"
     ), emptied AS (DELETE FROM "DeliveryEntry" e USING gone WHERE e."deliveryId" = gone."id")
     SELECT FROM gone`,
  );
  return rowCount ?? 0;
}

/** Deletes up to `max` rows expired by `by`, or log rows before it. Clears texts and addresses instead. */
export function deleteEnded(db: Queryable, what: Ended | Log, by: Date, max: number): Promise<number> {
  return { ...ofEnded, ...ofLogs }[what](db, by, max);
}
