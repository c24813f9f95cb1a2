import { testPace } from "@/server/accounts/receiver-tests";
import { prisma, sql, type Queryable, type Sql } from "@/server/platform/database";
import { cachedItemLimit } from "@/domain/newness";

/**
 * Deletes a user and their data. Takes the full row lock first, so recording and enqueueing for this user are
 * either complete or run afterwards. Watch totals, notifications and deliveries have no foreign key. The
 * latter two can be hundreds of thousands of rows and are left to `emptyAccount`; its first attempt is
 * counted here, and no other process starts for a minute.
 */
export async function deleteAccount(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(sql`SELECT FROM "User" WHERE "id" = ${userId} FOR UPDATE`);
  await tx.query(
    sql`DELETE FROM "WatchTotal" t USING "Watch" w WHERE w."userId" = ${userId} AND t."watchId" = w."id"`,
  );
  await tx.query(
    sql`DELETE FROM "DayOverflow" o USING "Watch" w WHERE w."userId" = ${userId} AND o."watchId" = w."id"`,
  );
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

const ofEnded = {
  texts: (
    by,
    max,
  ) => sql`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL, "authorId" = NULL WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "textUntil" <= ${by} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  siteCounts: (by, max) => sql`DELETE FROM "SiteCount" WHERE ("site", "day", "what") IN (
    SELECT "site", "day", "what" FROM "SiteCount" WHERE "day" < ${by}::timestamptz::date LIMIT ${max})`,
  streamMinutes: (by, max) => sql`DELETE FROM "StreamMinute" WHERE ("site", "minute") IN (
    SELECT "site", "minute" FROM "StreamMinute" WHERE "minute" <= ${by} LIMIT ${max})`,
  // Later changes are treated like the first of an older post.
  openings: (by, max) => sql`DELETE FROM "TrackerOpening" WHERE ("site", "place", "number") IN (
    SELECT "site", "place", "number" FROM "TrackerOpening" WHERE "changedAt" <= ${by} AND "dueAt" IS NULL LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  recentItems: (by, max) => sql`DELETE FROM "RecentItem" WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "forgetAt" <= ${by} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  emailTokens: (by, max) =>
    sql`DELETE FROM "EmailToken" WHERE "id" IN (SELECT "id" FROM "EmailToken" WHERE "expiresAt" <= ${by} LIMIT ${max})`,
  emailRecipients: (by, max) => sql`DELETE FROM "EmailRecipient" WHERE "addressHash" IN (
    SELECT "addressHash" FROM "EmailRecipient" WHERE "keptUntil" <= ${by} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  sessions: (by, max) => sql`DELETE FROM "Session" WHERE "id" IN (
    SELECT "id" FROM "Session" WHERE "expiresAt" <= ${by} OR "endedAt" <= ${by} LIMIT ${max})`,
  // A receiver that failed for this long won't recover. The account's own address has its own status.
  destinations: (by, max) => sql`DELETE FROM "Destination" WHERE "id" IN (
    SELECT "id" FROM "Destination" WHERE "failedAt" <= ${by} AND "addressHash" IS NOT NULL LIMIT ${max})`,
  // Their links were never used.
  pendingChats: (by, max) => sql`DELETE FROM "Destination" WHERE "id" IN (
    SELECT "id" FROM "Destination" WHERE "codeUntil" <= ${by} AND "offReason" = 'pending' LIMIT ${max})`,
  // Recording can still count a match for a watch that is being deleted.
  watchTotals: (by, max) => sql`DELETE FROM "WatchTotal" WHERE "watchId" IN (
    SELECT t."watchId" FROM "WatchTotal" t
    WHERE coalesce(t."lastMatchedAt", '-infinity') <= ${by} AND NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = t."watchId") LIMIT ${max})`,
  dayOverflows: (by, max) => sql`DELETE FROM "DayOverflow" WHERE ("watchId", "day", "reason") IN (
    SELECT o."watchId", o."day", o."reason" FROM "DayOverflow" o
    WHERE o."toAt" <= ${by} OR NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = o."watchId") LIMIT ${max})`,
  // Only the current day matters. A recording can still insert a row while its account is being deleted.
  storedTexts: (by, max) => sql`DELETE FROM "StoredText" WHERE "userId" IN (
    SELECT "userId" FROM "StoredText" WHERE "day" < ${by}::date LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  // Stopped threads can be followed again while their notifications are stored.
  endedThreads: (by, max) => sql`DELETE FROM "Watch" WHERE "id" IN (
    SELECT "id" FROM "Watch" WHERE "kind" = 'thread' AND "endedAt" <= ${by} LIMIT ${max})`,
  threads: (_by, max) => sql`DELETE FROM "Thread" WHERE "root" IN (
    SELECT t."root" FROM "Thread" t WHERE NOT EXISTS (SELECT FROM "Watch" w WHERE w."root" = t."root") LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  watchRevisions: (by, max) => sql`DELETE FROM "WatchRevision" WHERE ("watchId", "revision") IN (
    SELECT "watchId", "revision" FROM "WatchRevision" WHERE "endedAt" <= ${by} LIMIT ${max})`,
  places: (by, max) => sql`DELETE FROM "Place" WHERE ("site", "name") IN (
    SELECT "site", "name" FROM "Place"
    WHERE "watchedSince" IS NULL AND coalesce("checkedAt", '-infinity') <= ${by} AND "name" <> 'all'
    LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  // Anyone can trigger lookups, so results are only kept while they are valid.
  lookups: (by, max) => sql`DELETE FROM "PlaceLookup" WHERE ("site", "name") IN (
    SELECT "site", "name" FROM "PlaceLookup" WHERE "fetchedAt" <= ${by} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  searches: (by, max) => sql`DELETE FROM "PlaceSearch" WHERE ("site", "beginning") IN (
    SELECT "site", "beginning" FROM "PlaceSearch" WHERE "fetchedAt" <= ${by} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  testPaces: (by, max) => sql`DELETE FROM "Budget" WHERE "clientId" IN (
    SELECT "clientId" FROM "Budget" WHERE starts_with("clientId", ${testPace}) AND "windowStart" <= ${by} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  delays: (by, max) =>
    sql`DELETE FROM "Delay" WHERE "id" IN (SELECT "id" FROM "Delay" WHERE "at" <= ${by} LIMIT ${max})`,
  // The email is given up after this time. The row is deleted with the rest of the account.
  closedAddresses: (by, max) => sql`UPDATE "Delivery" SET "encryptedAddress" = NULL WHERE "id" IN (
    SELECT "id" FROM "Delivery" WHERE "encryptedAddress" IS NOT NULL AND "createdAt" <= ${by} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
  // `expire` is the rate limiter's, in milliseconds since 1970.
  rateLimits: (by, max) => sql`DELETE FROM "RateLimit" WHERE "key" IN (
    SELECT "key" FROM "RateLimit" WHERE "expire" <= ${by.getTime()} LIMIT ${max} FOR UPDATE SKIP LOCKED)`,
} satisfies Record<string, (by: Date, max: number) => Sql>;

export type Ended = keyof typeof ofEnded;

/** One statement per log. They keep unfinished deliveries. */
const ofLogs = {
  runs: (before, max) =>
    sql`DELETE FROM "Run" WHERE "id" IN (SELECT "id" FROM "Run" WHERE "startedAt" < ${before} LIMIT ${max})`,
  webhookEvents: (before, max) => sql`DELETE FROM "WebhookEvent" WHERE ("provider", "eventId") IN (
    SELECT "provider", "eventId" FROM "WebhookEvent" WHERE "receivedAt" < ${before} LIMIT ${max})`,
  deliveries: (before, max) => sql`WITH gone AS (
      DELETE FROM "Delivery" WHERE "id" IN (
        SELECT "id" FROM "Delivery" WHERE "createdAt" < ${before} AND ("status" NOT IN ('pending', 'frozen')
          OR NOT EXISTS (SELECT FROM "User" u WHERE u."id" = "userId")) LIMIT ${max}) RETURNING "id"
    ), emptied AS (DELETE FROM "DeliveryEntry" e USING gone WHERE e."deliveryId" = gone."id")
    SELECT FROM gone`,
  // The day before the period has the position at its start.
  placeDays: (before, max) =>
    sql`DELETE FROM "PlaceDay" WHERE ("site", "place", "kind", "day") IN (
      SELECT "site", "place", "kind", "day" FROM "PlaceDay" WHERE "day" < ${before}::date - 1 LIMIT ${max})`,
  gaps: (before, max) =>
    sql`DELETE FROM "Gap" WHERE "id" IN (SELECT "id" FROM "Gap" WHERE "foundAt" < ${before} LIMIT ${max})`,
} satisfies Record<string, (before: Date, max: number) => Sql>;

export type Log = keyof typeof ofLogs;
export const logs = Object.keys(ofLogs) as Log[];

/** Deletes up to `max` rows expired by `by`, or log rows before it. Clears texts and addresses instead. */
export async function deleteEnded(db: Queryable, what: Ended | Log, by: Date, max: number): Promise<number> {
  const { rowCount } = await db.query({ ...ofEnded, ...ofLogs }[what](by, max));
  return rowCount ?? 0;
}
