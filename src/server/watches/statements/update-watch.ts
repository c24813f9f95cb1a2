import { sql, type Queryable } from "@/server/platform/database";
import type { NewWatch } from "./insert-watch";

/** Writes all that a user can change; false when another watch of the user is the same. The caller holds the user's lock. */
export async function updateWatchRow(
  tx: Queryable,
  watch: NewWatch,
  userKeywordId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`WITH grouped AS (
       INSERT INTO "UserKeyword" ("id", "userId", "keywordFolded", "keyword")
       VALUES (${userKeywordId}, ${watch.userId}, ${watch.keywordFolded}, ${watch.keyword}) ON CONFLICT ("userId", "keywordFolded") DO NOTHING
     )
     UPDATE "Watch" SET "keyword" = ${watch.keyword}, "keywordFolded" = ${watch.keywordFolded}, "places" = ${watch.places}, "fingerprint" = ${watch.fingerprint}, "isActive" = ${watch.isActive},
       "tags" = ${watch.tags}, "notes" = ${watch.notes}, "includePosts" = ${watch.includePosts}, "includeComments" = ${watch.includeComments}, "matchTitlesOnly" = ${watch.matchTitlesOnly},
       "caseSensitive" = ${watch.caseSensitive}, "wholeWordOnly" = ${watch.wholeWordOnly}, "browserNotification" = ${watch.browserNotification}, "emailNotification" = ${watch.emailNotification},
       "frequency" = ${watch.frequency}::"Frequency", "activeSince" = ${watch.activeSince}, "revision" = ${watch.revision}, "updatedAt" = ${watch.updatedAt},
       "pausedBy" = CASE WHEN "isActive" = ${watch.isActive} THEN "pausedBy" END
     WHERE "id" = ${watch.id} AND "userId" = ${watch.userId} AND NOT EXISTS (
       SELECT FROM "Watch" o WHERE o."userId" = ${watch.userId} AND o."fingerprint" = ${watch.fingerprint} AND o."id" <> ${watch.id})`,
  );
  return rowCount === 1;
}
