import type { Queryable } from "@/server/platform/database";
import type { NewWatch } from "./insert-watch";

/** Writes all that a user can change; false when another watch of the user is the same. The caller holds the user's lock. */
export async function updateWatchRow(
  tx: Queryable,
  watch: NewWatch,
  userKeywordId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `WITH grouped AS (
       INSERT INTO "UserKeyword" ("id", "userId", "keywordFolded", "keyword")
       VALUES ($20, $2, $4, $3) ON CONFLICT ("userId", "keywordFolded") DO NOTHING
     )
     UPDATE "Watch" SET "keyword" = $3, "keywordFolded" = $4, "subreddits" = $5, "fingerprint" = $6, "isActive" = $7,
       "tags" = $8, "notes" = $9, "includePosts" = $10, "includeComments" = $11, "matchTitlesOnly" = $12,
       "caseSensitive" = $13, "wholeWordOnly" = $14, "browserNotification" = $15, "emailNotification" = $16,
       "frequency" = $17::"Frequency", "activeSince" = $18, "revision" = $19, "updatedAt" = $21,
       "pausedBy" = CASE WHEN "isActive" = $7 THEN "pausedBy" END
     WHERE "id" = $1 AND "userId" = $2 AND NOT EXISTS (
       SELECT FROM "Watch" o WHERE o."userId" = $2 AND o."fingerprint" = $6 AND o."id" <> $1)`,
    [
      watch.id,
      watch.userId,
      watch.keyword,
      watch.keywordFolded,
      watch.subreddits,
      watch.fingerprint,
      watch.isActive,
      watch.tags,
      watch.notes,
      watch.includePosts,
      watch.includeComments,
      watch.matchTitlesOnly,
      watch.caseSensitive,
      watch.wholeWordOnly,
      watch.browserNotification,
      watch.emailNotification,
      watch.frequency,
      watch.activeSince,
      watch.revision,
      userKeywordId,
      watch.updatedAt,
    ],
  );
  return rowCount === 1;
}
