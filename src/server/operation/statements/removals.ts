import { testPace } from "@/server/accounts/receiver-tests";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { heldItems } from "@/domain/newness";

/**
 * Deletes a user with what is theirs. The user's row is locked first and fully, so that a recording or a sealing that has rows of
 * this user either is done or comes after. Totals of watches have no foreign key; notifications and deliveries have none either,
 * and are left to `emptyAccount`, whose first try this counts: there may be hundreds of thousands. Nobody else begins for a minute.
 * `addressSealed` is where it is owed a mail that says so.
 */
export async function deleteAccount(
  tx: Queryable,
  userId: string,
  now: Date,
  addressSealed: string | null = null,
): Promise<void> {
  await tx.query(sql`SELECT FROM "User" WHERE "id" = ${userId} FOR UPDATE`);
  await tx.query(
    sql`DELETE FROM "WatchTotal" t USING "Watch" w WHERE w."userId" = ${userId} AND t."watchId" = w."id"`,
  );
  await tx.query(
    sql`DELETE FROM "DayOverflow" o USING "Watch" w WHERE w."userId" = ${userId} AND o."watchId" = w."id"`,
  );
  await tx.query(sql`DELETE FROM "StoredText" WHERE "userId" = ${userId}`);
  await tx.query(
    sql`INSERT INTO "ClosedAccount" ("userId", "closedAt", "addressSealed", "attempts", "nextAttemptAt") VALUES (${userId}, ${now}, ${addressSealed}, 1, ${now}::timestamptz + interval '1 minute')
     ON CONFLICT DO NOTHING`,
  );
  await tx.query(sql`DELETE FROM "User" WHERE "id" = ${userId}`);
}

/**
 * Deletes up to `most` accounts, opened before a moment, whose address nobody verified and that nobody ever signed in to:
 * somebody mistyped, or used an address of somebody else's. The mails they can have are left to `emptyClosedAccounts`. One
 * that is just being verified is skipped.
 */
export async function deleteNeverUsed(db: Queryable, before: Date, most: number, now: Date): Promise<number> {
  const { rowCount } = await db.query(
    sql`WITH gone AS (
       DELETE FROM "User" WHERE "id" IN (
         SELECT u."id" FROM "User" u
         WHERE u."emailVerifiedAt" IS NULL AND u."firstSessionAt" IS NULL AND u."createdAt" < ${before}
           AND NOT EXISTS (SELECT FROM "Session" s WHERE s."userId" = u."id")
         ORDER BY u."createdAt" LIMIT ${most} FOR UPDATE OF u SKIP LOCKED)
       RETURNING "id"
     )
     INSERT INTO "ClosedAccount" ("userId", "closedAt") SELECT "id", ${now} FROM gone ON CONFLICT DO NOTHING`,
  );
  return rowCount ?? 0;
}

/**
 * Deletes up to `most` notifications made before `before`, oldest first, with items nobody is notified of any more. What waits, or came
 * back since, is spared.
 */
export async function deleteOldNotifications(db: Queryable, before: Date, most: number): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    sql`WITH old AS (
       SELECT "id" FROM "Notification" WHERE "createdAt" < ${before} AND ("snoozedUntil" IS NULL OR "snoozedUntil" < ${before}) ORDER BY "createdAt" LIMIT ${most} FOR UPDATE SKIP LOCKED
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

/** Drops texts beyond the newest 500 items of a place, but for sites of which all are held; at most so many, returns how many. */
export async function trimHeldTexts(
  db: Queryable,
  wholeSites: readonly string[],
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL, "authorId" = NULL WHERE "fullname" IN (
       SELECT "fullname" FROM (
         SELECT "fullname", row_number() OVER (PARTITION BY "site", "place" ORDER BY "createdAt" DESC) AS rank
         FROM "RecentItem" WHERE "textUntil" IS NOT NULL AND "site" <> ALL(${wholeSites})) held
       WHERE rank > ${heldItems} LIMIT ${limit})`,
  );
  return rowCount ?? 0;
}

/** One statement for each kind of row that carries its own end: ${by} is that time, ${most} how many at most. */
const ofEnded = {
  texts: (
    by,
    most,
  ) => sql`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL, "authorId" = NULL WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "textUntil" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  streamMinutes: (by, most) => sql`DELETE FROM "StreamMinute" WHERE ("site", "minute") IN (
    SELECT "site", "minute" FROM "StreamMinute" WHERE "minute" <= ${by} LIMIT ${most})`,
  recentItems: (by, most) => sql`DELETE FROM "RecentItem" WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "forgetAt" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  emailTokens: (by, most) =>
    sql`DELETE FROM "EmailToken" WHERE "id" IN (SELECT "id" FROM "EmailToken" WHERE "expiresAt" <= ${by} LIMIT ${most})`,
  emailRecipients: (by, most) => sql`DELETE FROM "EmailRecipient" WHERE "addressHash" IN (
    SELECT "addressHash" FROM "EmailRecipient" WHERE "keptUntil" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  sessions: (by, most) => sql`DELETE FROM "Session" WHERE "id" IN (
    SELECT "id" FROM "Session" WHERE "expiresAt" <= ${by} OR "endedAt" <= ${by} LIMIT ${most})`,
  // What refuses for so long will not come round; an account's own address has a standing of its own.
  destinations: (by, most) => sql`DELETE FROM "Destination" WHERE "id" IN (
    SELECT "id" FROM "Destination" WHERE "failedAt" <= ${by} AND "addressHash" IS NOT NULL LIMIT ${most})`,
  // Recording may count once more for a watch that is being deleted.
  watchTotals: (by, most) => sql`DELETE FROM "WatchTotal" WHERE "watchId" IN (
    SELECT t."watchId" FROM "WatchTotal" t
    WHERE coalesce(t."lastMatchedAt", '-infinity') <= ${by} AND NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = t."watchId") LIMIT ${most})`,
  // Of the time before, or of a watch that is gone.
  dayOverflows: (by, most) => sql`DELETE FROM "DayOverflow" WHERE ("watchId", "day") IN (
    SELECT o."watchId", o."day" FROM "DayOverflow" o
    WHERE o."toAt" <= ${by} OR NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = o."watchId") LIMIT ${most})`,
  // Only the current day matters. A recording can still insert a row while its account is being deleted.
  storedTexts: (by, most) => sql`DELETE FROM "StoredText" WHERE "userId" IN (
    SELECT "userId" FROM "StoredText" WHERE "day" < ${by}::date LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  watchRevisions: (by, most) => sql`DELETE FROM "WatchRevision" WHERE ("watchId", "revision") IN (
    SELECT "watchId", "revision" FROM "WatchRevision" WHERE "endedAt" <= ${by} LIMIT ${most})`,
  // What nobody watches any more, looked up or not.
  places: (by, most) => sql`DELETE FROM "Place" WHERE ("site", "name") IN (
    SELECT "site", "name" FROM "Place"
    WHERE "watchedSince" IS NULL AND coalesce("checkedAt", '-infinity') <= ${by} AND "name" <> 'all'
    LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  // Anybody can have names looked up; an answer is kept no longer than it counts.
  lookups: (by, most) => sql`DELETE FROM "PlaceLookup" WHERE ("site", "name") IN (
    SELECT "site", "name" FROM "PlaceLookup" WHERE "askedAt" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  searches: (by, most) => sql`DELETE FROM "PlaceSearch" WHERE ("site", "beginning") IN (
    SELECT "site", "beginning" FROM "PlaceSearch" WHERE "askedAt" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  // The pace of tests to one host is obsolete after an hour.
  testPaces: (by, most) => sql`DELETE FROM "Budget" WHERE "clientId" IN (
    SELECT "clientId" FROM "Budget" WHERE starts_with("clientId", ${testPace}) AND "windowStart" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  delays: (by, most) =>
    sql`DELETE FROM "Delay" WHERE "id" IN (SELECT "id" FROM "Delay" WHERE "at" <= ${by} LIMIT ${most})`,
  // The mail was owed for so long, and goes with what is left of its account.
  closedAddresses: (by, most) => sql`UPDATE "ClosedAccount" SET "addressSealed" = NULL WHERE "userId" IN (
    SELECT "userId" FROM "ClosedAccount" WHERE "addressSealed" IS NOT NULL AND "closedAt" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  // Its time is the limiter's, in milliseconds since 1970.
  rateLimits: (by, most) => sql`DELETE FROM "RateLimit" WHERE "key" IN (
    SELECT "key" FROM "RateLimit" WHERE "expire" <= ${by.getTime()} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
} satisfies Record<string, (by: Date, most: number) => Sql>;

export type Ended = keyof typeof ofEnded;

/** Deletes, or of texts and addresses erases, up to `most` rows whose time ended by `by`. */
export async function deleteEnded(db: Queryable, what: Ended, by: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(ofEnded[what](by, most));
  return rowCount ?? 0;
}

/**
 * One statement for each log: ${before} is the time before which it goes, ${most} how many at most. Deliveries and batches that
 * have not ended stay.
 */
const ofLogs = {
  runs: (before, most) =>
    sql`DELETE FROM "Run" WHERE "id" IN (SELECT "id" FROM "Run" WHERE "startedAt" < ${before} LIMIT ${most})`,
  webhookEvents: (before, most) => sql`DELETE FROM "WebhookEvent" WHERE ("provider", "eventId") IN (
    SELECT "provider", "eventId" FROM "WebhookEvent" WHERE "receivedAt" < ${before} LIMIT ${most})`,
  deliveries: (before, most) => sql`WITH gone AS (
      DELETE FROM "Delivery" WHERE "id" IN (
        SELECT "id" FROM "Delivery" WHERE "createdAt" < ${before} AND ("status" NOT IN ('pending', 'frozen')
          OR NOT EXISTS (SELECT FROM "User" u WHERE u."id" = "userId")) LIMIT ${most}) RETURNING "id"
    ), emptied AS (DELETE FROM "DeliveryEntry" e USING gone WHERE e."deliveryId" = gone."id")
    SELECT FROM gone`,
  batches: (before, most) => sql`DELETE FROM "Batch" WHERE "id" IN (
    SELECT "id" FROM "Batch" WHERE "createdAt" < ${before} AND "status" <> 'pending' LIMIT ${most})`,
  gaps: (before, most) =>
    sql`DELETE FROM "Gap" WHERE "id" IN (SELECT "id" FROM "Gap" WHERE "foundAt" < ${before} LIMIT ${most})`,
} satisfies Record<string, (before: Date, most: number) => Sql>;

export type Log = keyof typeof ofLogs;
export const logs = Object.keys(ofLogs) as Log[];

/** Deletes up to `most` rows of a log older than `before`. */
export async function deleteOldLogs(db: Queryable, log: Log, before: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(ofLogs[log](before, most));
  return rowCount ?? 0;
}
