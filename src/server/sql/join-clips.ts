import type { Queryable } from "@/server/database";

/**
 * Joins notifications just made to the clips that were there before them, and to none that is not there: of one item and group
 * the oldest leads, whoever recorded it. What joins a clip that its user has read, archived or deleted is no news.
 */
export async function joinClips(
  db: Queryable,
  fullnames: readonly string[],
  made: readonly string[],
): Promise<void> {
  await db.query(
    `WITH lead AS (
       SELECT DISTINCT ON ("fullname", "userKeywordId") "id", "fullname", "userKeywordId", "status", "deletedAt"
       FROM "Notification" WHERE "fullname" = ANY($1::text[]) AND ("leadId" IS NULL OR "id" = ANY($2::uuid[]))
       ORDER BY "fullname", "userKeywordId", "id" = ANY($2::uuid[]), "id"
     ), joined AS (
       UPDATE "Notification" n SET "leadId" = nullif(lead."id", n."id"), "status" = lead."status", "deletedAt" = lead."deletedAt",
         "keyword" = CASE WHEN lead."deletedAt" IS NULL THEN n."keyword" ELSE '' END,
         "subreddit" = CASE WHEN lead."deletedAt" IS NULL THEN n."subreddit" ELSE '' END
       FROM lead
       WHERE n."id" = ANY($2::uuid[]) AND n."fullname" = lead."fullname" AND n."userKeywordId" = lead."userKeywordId"
         AND n."leadId" IS DISTINCT FROM nullif(lead."id", n."id")
       RETURNING n."id", n."deletedAt"
     )
     DELETE FROM "Debt" d USING joined WHERE d."notificationId" = joined."id" AND joined."deletedAt" IS NOT NULL`,
    [fullnames, made],
  );
}
