import { z } from "zod";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** New notifications, and the maximum age of a mention they can join. */
interface Made {
  ids: readonly string[];
  since: Date;
}

/** Locks stories by these numbers, in the given order, until the transaction ends. */
export async function lockStories(tx: Queryable, numbers: readonly number[]): Promise<void> {
  await tx.query(
    sql`SELECT pg_advisory_xact_lock(hashtext('stories'), n) FROM unnest(${numbers}::int[]) AS n`,
  );
}

/** `made`: new ones still to be joined and not deleted. `stored`: the latest mention of their stories. */
function storiesOf({ ids, since }: Made): Sql {
  return sql`made AS MATERIALIZED (
      SELECT n."id", n."userId", n."watchId", n."userKeywordId", n."storyKey" FROM "Notification" n
      WHERE n."id" = ANY(${ids}::uuid[]) AND n."storyKey" IS NOT NULL AND n."deletedAt" IS NULL
        AND (n."leadId" IS NULL OR n."leadId" = ANY(${ids}::uuid[]))
    ), story AS MATERIALIZED (
      SELECT DISTINCT ON ("userKeywordId", "storyKey") "userKeywordId", "storyKey", "userId", "id" AS "firstId"
      FROM made ORDER BY "userKeywordId", "storyKey", "id"
    ), stored AS MATERIALIZED (
      SELECT s."userKeywordId", s."storyKey", s."userId", l."id" FROM story s CROSS JOIN LATERAL (
        SELECT n."id" FROM "Notification" n
        WHERE n."userKeywordId" = s."userKeywordId" AND n."storyKey" = s."storyKey" AND n."leadId" IS NULL
          AND n."createdAt" >= ${since} AND NOT EXISTS (SELECT FROM made m WHERE m."id" = n."id")
        ORDER BY n."createdAt" DESC, n."id" DESC LIMIT 1
      ) l
    )`;
}

/** Returns the mentions that new notifications might join, for users with pending bulk updates. */
export function listUpdatedStories(tx: Queryable, made: Made) {
  return rows(
    tx,
    z.object({ userId: z.string(), ids: z.array(z.string()) }),
    sql`WITH ${storiesOf(made)}
     SELECT h."userId", array_agg(h."id") AS "ids" FROM stored h
     WHERE h."userId" IN (SELECT m."userId" FROM "PendingBulkUpdate" m) GROUP BY h."userId" ORDER BY h."userId"`,
  );
}

/**
 * A watch new to the story makes the mention unread; a deleted one stays deleted and a new one is made.
 * Otherwise it gets the mention's status, without a message if read, archived or deleted. OFFSET stops the
 * planner from reading all followers, as it can't estimate the small number needed.
 */
export async function joinStoryMentions(tx: Queryable, made: Made): Promise<void> {
  await tx.query(
    sql`WITH ${storiesOf(made)}, lead AS MATERIALIZED (
       SELECT n."id", n."watchId", n."status", n."deletedAt", h."userKeywordId", h."storyKey"
       FROM stored h JOIN "Notification" n ON n."id" = h."id" ORDER BY n."id" FOR NO KEY UPDATE OF n
     ), fresh AS MATERIALIZED (
       SELECT DISTINCT m."userKeywordId", m."storyKey" FROM made m
       JOIN lead ON lead."userKeywordId" = m."userKeywordId" AND lead."storyKey" = m."storyKey"
       WHERE m."watchId" <> lead."watchId" AND NOT EXISTS (
         SELECT FROM "Notification" f WHERE f."leadId" = lead."id" AND f."watchId" = m."watchId" OFFSET 0)
     ), mention AS MATERIALIZED (
       SELECT s."userKeywordId", s."storyKey", coalesce(lead."id", s."firstId") AS "id", lead."deletedAt",
         CASE WHEN fresh."storyKey" IS NULL THEN coalesce(lead."status", 'unread') ELSE 'unread' END AS "status",
         lead."id" IS NOT NULL AND fresh."storyKey" IS NULL AND (lead."status" <> 'unread' OR lead."deletedAt" IS NOT NULL) AS "isNoNews"
       FROM story s
       LEFT JOIN fresh ON fresh."userKeywordId" = s."userKeywordId" AND fresh."storyKey" = s."storyKey"
       LEFT JOIN lead ON lead."userKeywordId" = s."userKeywordId" AND lead."storyKey" = s."storyKey"
         AND (lead."deletedAt" IS NULL OR fresh."storyKey" IS NULL)
     ), waking AS MATERIALIZED (
       SELECT lead."id" FROM lead JOIN fresh ON fresh."userKeywordId" = lead."userKeywordId" AND fresh."storyKey" = lead."storyKey"
       WHERE lead."status" <> 'unread' AND lead."deletedAt" IS NULL
     ), woken AS (
       UPDATE "Notification" n SET "status" = 'unread'
       FROM (SELECT "id" FROM waking UNION ALL SELECT f."id" FROM waking JOIN "Notification" f ON f."leadId" = waking."id") w
       WHERE n."id" = w."id"
     ), joined AS (
       UPDATE "Notification" n SET "leadId" = mention."id", "status" = mention."status", "deletedAt" = mention."deletedAt",
         "keyword" = CASE WHEN mention."deletedAt" IS NULL THEN n."keyword" ELSE '' END,
         "place" = CASE WHEN mention."deletedAt" IS NULL THEN n."place" ELSE '' END
       FROM made m JOIN mention ON mention."userKeywordId" = m."userKeywordId" AND mention."storyKey" = m."storyKey"
       WHERE n."id" = m."id" AND n."id" <> mention."id"
       RETURNING n."id", mention."isNoNews"
     )
     DELETE FROM "OutboxEntry" d USING joined WHERE d."notificationId" = joined."id" AND joined."isNoNews"`,
  );
}
