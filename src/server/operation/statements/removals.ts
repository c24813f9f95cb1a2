import { testPace } from "@/server/accounts/receiver-tests";
import type { Prisma } from "@/generated/prisma/client";
import { pauseRecording } from "@/server/mentions/statements/pending-updates";
import { prisma, sql, word, type Queryable, type Sql } from "@/server/platform/database";
import { cachedItemLimit } from "@/domain/newness";

/**
 * Deletes a user and their data. Takes the full row lock first, so recording and enqueueing for this user are
 * either complete or run afterwards. Watch totals, notifications and deliveries have no foreign key. The
 * latter two can be hundreds of thousands of rows and are left to `emptyAccount`; its first attempt is
 * counted here, and no other process starts for a minute.
 */
export async function deleteAccount(tx: Queryable, userId: string, now: Date): Promise<void> {
  await pauseRecording(tx, userId);
  const ofWatches = sql`WHERE "watchId" IN (SELECT "id" FROM "Watch" WHERE "userId" = ${userId})`;
  await tx.query(sql`DELETE FROM "WatchTotal" ${ofWatches}`);
  await tx.query(sql`DELETE FROM "DayOverflow" ${ofWatches}`);
  const { storedText, closedAccount, user } = prisma();
  await storedText.deleteMany({ where: { userId } });
  const data = { userId, closedAt: now, attempts: 1, nextAttemptAt: new Date(now.getTime() + 60_000) };
  await closedAccount.createMany({ data, skipDuplicates: true });
  await user.deleteMany({ where: { id: userId } });
}

/**
 * Deletes up to `max` accounts that were never verified or signed in to: the address was mistyped or another
 * person's. Leaves their emails to `emptyClosedAccounts`. Skips accounts that are currently being verified.
 */
export async function deleteNeverUsed(db: Queryable, before: Date, max: number, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    sql`WITH gone AS (
       DELETE FROM "User" WHERE "id" IN (
         SELECT u."id" FROM "User" u
         WHERE u."emailVerifiedAt" IS NULL AND u."firstSessionAt" IS NULL AND u."createdAt" < ${before}
           AND NOT EXISTS (SELECT FROM "Session" s WHERE s."userId" = u."id")
         ORDER BY u."createdAt" LIMIT ${max} FOR UPDATE OF u SKIP LOCKED)
       RETURNING "id"
     )
     INSERT INTO "ClosedAccount" ("userId", "closedAt") SELECT "id", ${now} FROM gone ON CONFLICT DO NOTHING`,
  );
  return rowCount ?? 0;
}

/** Oldest first, with items that have no other notifications. Keeps snoozed ones and those due since. */
export async function deleteOldNotifications(db: Queryable, before: Date, max: number): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    sql`WITH old AS (
       SELECT "id" FROM "Notification" WHERE "createdAt" < ${before} AND ("snoozedUntil" IS NULL OR "snoozedUntil" < ${before}) ORDER BY "createdAt" LIMIT ${max} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM "Notification" n USING old WHERE n."id" = old."id" RETURNING n."id", n."fullname"
     ), orphaned AS (
       DELETE FROM "Item" i USING (SELECT DISTINCT "fullname" FROM gone) g
       WHERE i."fullname" = g."fullname" AND i."storedAt" < ${before} AND NOT EXISTS (
         SELECT FROM "Notification" n WHERE n."fullname" = i."fullname" AND n."id" NOT IN (SELECT "id" FROM gone))
     )
     SELECT count(*)::int AS "deleted" FROM gone`,
  );
  return rows[0]!.deleted;
}

/** Beyond a place's latest 500, except on sites that keep all. Returns the number of up to `limit` rows. */
export async function trimStoredTexts(
  db: Queryable,
  wholeSites: readonly string[],
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL, "authorId" = NULL WHERE "fullname" IN (
       SELECT "fullname" FROM (
         SELECT "fullname", row_number() OVER (PARTITION BY "site", "place" ORDER BY "createdAt" DESC) AS rank
         FROM "RecentItem" WHERE "textUntil" IS NOT NULL AND "site" <> ALL(${wholeSites})) stored
       WHERE rank > ${cachedItemLimit} LIMIT ${limit})`,
  );
  return rowCount ?? 0;
}

/** Up to `max` rows of a table (alias `e`) that meet a condition. Locks them and skips locked ones. */
const rowsOf = (table: Prisma.ModelName, condition: Sql, max: number) =>
  sql`ctid = ANY(ARRAY(SELECT ctid FROM ${word(`"${table}"`)} e WHERE ${condition} LIMIT ${max} FOR UPDATE SKIP LOCKED))`;

const removal = (table: Prisma.ModelName, isEnded: (by: Date) => Sql) => (by: Date, max: number) =>
  sql`DELETE FROM ${word(`"${table}"`)} WHERE ${rowsOf(table, isEnded(by), max)}`;

const hasNoWatch = sql`NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = e."watchId")`;

const ofEnded = {
  texts: (by, max) => sql`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL, "authorId" = NULL
    WHERE ${rowsOf("RecentItem", sql`"textUntil" <= ${by}`, max)}`,
  siteCounts: removal("SiteCount", (by) => sql`"day" < ${by}::timestamptz::date`),
  streamMinutes: removal("StreamMinute", (by) => sql`"minute" <= ${by}`),
  // Later changes are treated like the first of an older post.
  openings: removal("TrackerOpening", (by) => sql`"changedAt" <= ${by} AND "dueAt" IS NULL`),
  recentItems: removal("RecentItem", (by) => sql`"forgetAt" <= ${by}`),
  emailTokens: removal("EmailToken", (by) => sql`"expiresAt" <= ${by}`),
  emailRecipients: removal("EmailRecipient", (by) => sql`"keptUntil" <= ${by}`),
  sessions: removal("Session", (by) => sql`("expiresAt" <= ${by} OR "endedAt" <= ${by})`),
  // A receiver that failed for this long won't recover. The account's own address has its own status.
  destinations: removal("Destination", (by) => sql`"failedAt" <= ${by} AND "addressHash" IS NOT NULL`),
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
  searches: removal("PlaceSearch", (by) => sql`"fetchedAt" <= ${by}`),
  testPaces: removal("Budget", (by) => sql`starts_with("clientId", ${testPace}) AND "windowStart" <= ${by}`),
  delays: removal("Delay", (by) => sql`"at" <= ${by}`),
  // The email is given up after this time. The row is deleted with the rest of the account.
  closedAddresses: (by, max) => sql`UPDATE "Delivery" SET "encryptedAddress" = NULL
    WHERE ${rowsOf("Delivery", sql`"encryptedAddress" IS NOT NULL AND "createdAt" <= ${by}`, max)}`,
  // `expire` is the rate limiter's, in milliseconds since 1970.
  rateLimits: removal("RateLimit", (by) => sql`"expire" <= ${by.getTime()}`),
} satisfies Record<string, (by: Date, max: number) => Sql>;

export type Ended = keyof typeof ofEnded;

/** One statement per log. They keep unfinished deliveries. */
const ofLogs = {
  runs: removal("Run", (before) => sql`"startedAt" < ${before}`),
  webhookEvents: removal("WebhookEvent", (before) => sql`"receivedAt" < ${before}`),
  deliveries: (before, max) => sql`WITH gone AS (
      ${oldDeliveries(before, max)} RETURNING "id"
    ), emptied AS (DELETE FROM "DeliveryEntry" e USING gone WHERE e."deliveryId" = gone."id")
    SELECT FROM gone`,
  // The day before the period has the position at its start.
  placeDays: removal("PlaceDay", (before) => sql`"day" < ${before}::date - 1`),
  gaps: removal("Gap", (before) => sql`"foundAt" < ${before}`),
} satisfies Record<string, (before: Date, max: number) => Sql>;

const oldDeliveries = removal(
  "Delivery",
  (before) => sql`"createdAt" < ${before} AND ("status" NOT IN ('pending', 'frozen')
    OR NOT EXISTS (SELECT FROM "User" u WHERE u."id" = "userId"))`,
);

export type Log = keyof typeof ofLogs;
export const logs = Object.keys(ofLogs) as Log[];

/** Deletes up to `max` rows expired by `by`, or log rows before it. Clears texts and addresses instead. */
export async function deleteEnded(db: Queryable, what: Ended | Log, by: Date, max: number): Promise<number> {
  const { rowCount } = await db.query({ ...ofEnded, ...ofLogs }[what](by, max));
  return rowCount ?? 0;
}
