import { sql, type Sql, type Queryable } from "@/server/platform/database";

/** One statement for each kind of row that carries its own end: ${by} is that time, ${most} how many at most. */
const statements = {
  texts: (by, most) => sql`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "textUntil" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  recentItems: (by, most) => sql`DELETE FROM "RecentItem" WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "forgetAt" <= ${by} LIMIT ${most} FOR UPDATE SKIP LOCKED)`,
  emailTokens: (by, most) =>
    sql`DELETE FROM "EmailToken" WHERE "id" IN (SELECT "id" FROM "EmailToken" WHERE "expiresAt" <= ${by} LIMIT ${most})`,
  sessions: (by, most) => sql`DELETE FROM "Session" WHERE "id" IN (
    SELECT "id" FROM "Session" WHERE "expiresAt" <= ${by} OR "endedAt" <= ${by} LIMIT ${most})`,
  // What refuses for so long will not come round; an account's own address has a standing of its own.
  destinations: (by, most) => sql`DELETE FROM "Destination" WHERE "id" IN (
    SELECT "id" FROM "Destination" WHERE "failedAt" <= ${by} AND "addressHash" IS NOT NULL LIMIT ${most})`,
  // Recording may count once more for a watch that is being deleted.
  watchTotals: (by, most) => sql`DELETE FROM "WatchTotal" WHERE "watchId" IN (
    SELECT t."watchId" FROM "WatchTotal" t
    WHERE coalesce(t."lastMatchedAt", '-infinity') <= ${by} AND NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = t."watchId") LIMIT ${most})`,
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
} satisfies Record<string, (by: Date, most: number) => Sql>;

export type Ended = keyof typeof statements;

/** Deletes, or of texts erases, up to `most` rows whose time ended by `by`. */
export async function deleteEnded(db: Queryable, what: Ended, by: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(statements[what](by, most));
  return rowCount ?? 0;
}
