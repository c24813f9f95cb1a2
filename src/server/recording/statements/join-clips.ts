import { sql, type Queryable } from "@/server/platform/database";

/**
 * Makes one clip of what is one item to one group: among notifications just made the oldest leads, and of these items what was
 * made before them. What joins a clip that its user has read, archived or deleted is no news.
 */
export async function joinClips(
  db: Queryable,
  made: readonly string[],
  fullnames: readonly string[],
): Promise<void> {
  await db.query(
    sql`WITH lead AS (
       SELECT DISTINCT ON ("fullname", "userKeywordId") "id", "fullname", "userKeywordId", "status", "deletedAt"
       FROM "Notification" WHERE "id" = ANY(${made}::uuid[]) OR ("fullname" = ANY(${fullnames}::text[]) AND "leadId" IS NULL)
       ORDER BY "fullname", "userKeywordId", "id" = ANY(${made}::uuid[]), "id"
     ), joined AS (
       UPDATE "Notification" n SET "leadId" = lead."id", "status" = lead."status", "deletedAt" = lead."deletedAt",
         "keyword" = CASE WHEN lead."deletedAt" IS NULL THEN n."keyword" ELSE '' END,
         "place" = CASE WHEN lead."deletedAt" IS NULL THEN n."place" ELSE '' END
       FROM lead
       WHERE n."id" = ANY(${made}::uuid[]) AND n."fullname" = lead."fullname" AND n."userKeywordId" = lead."userKeywordId"
         AND n."id" <> lead."id"
       RETURNING n."id", n."deletedAt"
     )
     DELETE FROM "Debt" d USING joined WHERE d."notificationId" = joined."id" AND joined."deletedAt" IS NOT NULL`,
  );
}
