import * as z from "zod";
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
      SELECT "userKeywordId", "storyKey", "userId", array_agg("id" ORDER BY "id") AS "madeIds", array_agg(DISTINCT "watchId") AS "watchIds"
      FROM made GROUP BY 1, 2, 3
    ), stored AS MATERIALIZED (
      SELECT s.*, l."id" FROM story s CROSS JOIN LATERAL (
        SELECT n."id" FROM "Notification" n
        WHERE n."userKeywordId" = s."userKeywordId" AND n."storyKey" = s."storyKey" AND n."leadId" IS NULL
          AND n."createdAt" >= ${since} AND n."id" NOT IN (SELECT "id" FROM made)
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
 * planner from reading all followers, as it can't estimate the small number needed. Stories are combined by
 * sorting: the planner often expects one and would compare each with each.
 */
export async function joinStoryMentions(tx: Queryable, made: Made): Promise<void> {
  await tx.query(
    sql`WITH ${storiesOf(made)}, lead AS MATERIALIZED (
       SELECT h.*, n."watchId", n."status", n."deletedAt"
       FROM stored h JOIN "Notification" n ON n."id" = h."id" ORDER BY n."id" FOR NO KEY UPDATE OF n
     ), earlier AS MATERIALIZED (
       SELECT lead.*, EXISTS (
         SELECT FROM unnest(lead."watchIds") AS w(id) WHERE w.id <> lead."watchId" AND NOT EXISTS (
           SELECT FROM "Notification" f WHERE f."leadId" = lead."id" AND f."watchId" = w.id OFFSET 0)) AS "isFresh"
       FROM lead
     ), mention AS (
       SELECT DISTINCT ON ("userKeywordId", "storyKey") * FROM (
         SELECT "userKeywordId", "storyKey", "madeIds", "id", "deletedAt", CASE WHEN "isFresh" THEN 'unread' ELSE "status" END AS "status",
           NOT "isFresh" AND ("status" <> 'unread' OR "deletedAt" IS NOT NULL) AS "isNoNews", 1 AS place
         FROM earlier WHERE "deletedAt" IS NULL OR NOT "isFresh"
         UNION ALL SELECT "userKeywordId", "storyKey", "madeIds", "madeIds"[1], NULL, 'unread', false, 2 FROM story
       ) m ORDER BY "userKeywordId", "storyKey", place
     ), waking AS MATERIALIZED (
       SELECT "id" FROM earlier WHERE "isFresh" AND "status" <> 'unread' AND "deletedAt" IS NULL
     ), woken AS (
       UPDATE "Notification" n SET "status" = 'unread'
       FROM (SELECT "id" FROM waking UNION ALL SELECT f."id" FROM waking JOIN "Notification" f ON f."leadId" = waking."id") w
       WHERE n."id" = w."id"
     ), joined AS (
       UPDATE "Notification" n SET "leadId" = mention."id", "status" = mention."status", "deletedAt" = mention."deletedAt",
         "keyword" = CASE WHEN mention."deletedAt" IS NULL THEN n."keyword" ELSE '' END,
         "place" = CASE WHEN mention."deletedAt" IS NULL THEN n."place" ELSE '' END
       FROM mention CROSS JOIN LATERAL unnest(mention."madeIds") AS m(id)
       WHERE n."id" = m.id AND m.id <> mention."id"
       RETURNING n."id", mention."isNoNews"
     )
     DELETE FROM "OutboxEntry" d USING joined WHERE d."notificationId" = joined."id" AND joined."isNoNews"`,
  );
}
