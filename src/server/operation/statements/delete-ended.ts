import type { Queryable } from "@/server/platform/database";

/** One statement for each kind of row that carries its own end: $1 is that time, $2 how many at most. */
const statements = {
  texts: `UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "textUntil" <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  recentItems: `DELETE FROM "RecentItem" WHERE "fullname" IN (
    SELECT "fullname" FROM "RecentItem" WHERE "forgetAt" <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  emailTokens: `DELETE FROM "EmailToken" WHERE "id" IN (SELECT "id" FROM "EmailToken" WHERE "expiresAt" <= $1 LIMIT $2)`,
  sessions: `DELETE FROM "Session" WHERE "id" IN (
    SELECT "id" FROM "Session" WHERE "expiresAt" <= $1 OR "endedAt" <= $1 LIMIT $2)`,
  // A push service that refuses for so long will not come round.
  pushSubscriptions: `DELETE FROM "PushSubscription" WHERE "id" IN (
    SELECT "id" FROM "PushSubscription" WHERE "failedAt" <= $1 LIMIT $2)`,
  // Recording may count once more for a watch that is being deleted.
  watchTotals: `DELETE FROM "WatchTotal" WHERE "watchId" IN (
    SELECT t."watchId" FROM "WatchTotal" t
    WHERE coalesce(t."lastMatchedAt", '-infinity') <= $1 AND NOT EXISTS (SELECT FROM "Watch" w WHERE w."id" = t."watchId") LIMIT $2)`,
  watchRevisions: `DELETE FROM "WatchRevision" WHERE ("watchId", "revision") IN (
    SELECT "watchId", "revision" FROM "WatchRevision" WHERE "endedAt" <= $1 LIMIT $2)`,
  // What nobody watches any more, looked up or not.
  subreddits: `DELETE FROM "Subreddit" WHERE "name" IN (
    SELECT "name" FROM "Subreddit"
    WHERE "watchedSince" IS NULL AND coalesce("checkedAt", '-infinity') <= $1 AND "name" <> 'all'
    LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  // Anybody can have names looked up; an answer is kept no longer than it counts.
  lookups: `DELETE FROM "SubredditLookup" WHERE "name" IN (
    SELECT "name" FROM "SubredditLookup" WHERE "askedAt" <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
  searches: `DELETE FROM "SubredditSearch" WHERE "beginning" IN (
    SELECT "beginning" FROM "SubredditSearch" WHERE "askedAt" <= $1 LIMIT $2 FOR UPDATE SKIP LOCKED)`,
} as const;

export type Ended = keyof typeof statements;

/** Deletes, or of texts erases, up to `most` rows whose time ended by `by`. */
export async function deleteEnded(db: Queryable, what: Ended, by: Date, most: number): Promise<number> {
  const { rowCount } = await db.query(statements[what], [by, most]);
  return rowCount ?? 0;
}
