import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  subreddit: z.string(),
  kind: z.enum(["post", "comment"]),
  readAt: z.date().nullable(),
  triedAt: z.date().nullable(),
  sweptAt: z.date().nullable(),
  heldFrom: z.date().nullable(),
  heldTo: z.date().nullable(),
  rate: z.number(),
  watchedSince: z.date(),
  health: z.string(),
  checkedAt: z.date().nullable(),
  nextAttemptAt: z.date().nullable(),
  failedSince: z.date().nullable(),
  attempts: z.number(),
});
export type WatchedRead = z.infer<typeof row>;

/**
 * Brings Subreddit and SubredditRead in step with the active watches and lists what is watched. A subreddit
 * that nobody watches any more loses its position, so that its next read is a baseline. It counts as watched
 * since the oldest activation among the watches that name it: nothing in between is lost to a late first poll.
 */
export async function syncReads(db: Queryable, now: Date): Promise<WatchedRead[]> {
  await db.query(
    sql`WITH wanted AS MATERIALIZED (
       SELECT lower(s) AS name, min(s) AS shown, least(min("activeSince"), ${now}) AS since
       FROM "Watch", unnest("subreddits") AS s WHERE "isActive" GROUP BY lower(s)
     ), begun AS (
       INSERT INTO "Subreddit" AS t ("name", "displayName", "health", "checkedAt", "watchedSince")
       SELECT w.name, coalesce(l."displayName", w.shown), coalesce(l."health", 'ok'), l."askedAt", w.since
       FROM wanted w LEFT JOIN "SubredditLookup" l ON l."name" = w.name ORDER BY w.name
       ON CONFLICT ("name") DO UPDATE SET "watchedSince" = excluded."watchedSince" WHERE t."watchedSince" IS NULL
       RETURNING "name"
     ), opened AS (
       INSERT INTO "SubredditRead" ("subreddit", "kind")
       SELECT name, kind FROM begun, unnest(enum_range(NULL::"ItemKind")) AS kind ORDER BY name, kind
       ON CONFLICT DO NOTHING
     ), ended AS (
       UPDATE "Subreddit" SET "watchedSince" = NULL
       WHERE "watchedSince" IS NOT NULL AND NOT EXISTS (SELECT FROM wanted WHERE wanted.name = "Subreddit"."name")
       RETURNING "name"
     )
     UPDATE "SubredditRead" SET "readAt" = NULL, "triedAt" = NULL, "sweptAt" = NULL, "heldFrom" = NULL, "heldTo" = NULL,
       "failedSince" = NULL, "nextAttemptAt" = NULL, "attempts" = 0
     WHERE "subreddit" IN (SELECT "name" FROM ended)`,
  );
  const reads = await listReads(db);
  if (!reads.some((read) => isAhead(read, now))) return reads;
  await healPositions(db, now);
  return listReads(db);
}

function listReads(db: Queryable): Promise<WatchedRead[]> {
  return rows(
    db,
    row,
    sql`SELECT r."subreddit", r."kind"::text, r."readAt", r."triedAt", r."sweptAt", r."heldFrom", r."heldTo", r."rate", s."watchedSince",
       s."health"::text, s."checkedAt", r."nextAttemptAt", r."failedSince", r."attempts"
     FROM "SubredditRead" r JOIN "Subreddit" s ON s."name" = r."subreddit"
     WHERE s."watchedSince" IS NOT NULL
     ORDER BY r."subreddit", r."kind"`,
  );
}

/** The longest that a subreddit which refused is left alone. */
export const refusedRetryMs = 3_600_000;
/** Clocks differ by less; what lies further ahead was written while one had jumped. */
const aheadMs = 60_000;

function isAhead(read: WatchedRead, now: Date): boolean {
  const latestMs = now.getTime() + aheadMs;
  const { readAt, sweptAt, heldFrom, heldTo, watchedSince, checkedAt } = read;
  return (
    [readAt, sweptAt, heldFrom, heldTo, watchedSince, checkedAt].some(
      (at) => at !== null && at.getTime() > latestMs,
    ) ||
    (read.nextAttemptAt !== null && read.nextAttemptAt.getTime() > latestMs + refusedRetryMs)
  );
}

/**
 * Puts back what was written while a clock was ahead. A position goes to the newest item that a complete read may
 * have shown, by the site's own time, or a week back where none is remembered: rather read again than passed over.
 */
async function healPositions(db: Queryable, now: Date): Promise<void> {
  const latest = new Date(now.getTime() + aheadMs);
  const latestAttempt = new Date(latest.getTime() + refusedRetryMs);
  await db.query(
    sql`UPDATE "SubredditRead" r SET
       "readAt" = CASE WHEN r."readAt" > ${latest} THEN
         (SELECT CASE WHEN r."subreddit" = 'all' THEN ${now}
            ELSE greatest(least(s."watchedSince", ${now}), ${now}::timestamptz - interval '7 days', max(i."createdAt")) END
          FROM "RecentItem" i WHERE i."subreddit" = r."subreddit" AND i."kind" = r."kind"
            AND i."createdAt" <= least(${now}, r."heldFrom")) ELSE r."readAt" END,
       "heldFrom" = CASE WHEN greatest(r."heldFrom", r."heldTo") <= ${latest} THEN r."heldFrom" END,
       "heldTo" = CASE WHEN greatest(r."heldFrom", r."heldTo") <= ${latest} THEN r."heldTo" END,
       "triedAt" = least(r."triedAt", ${now}),
       "sweptAt" = CASE WHEN r."sweptAt" <= ${latest} THEN r."sweptAt" END,
       "failedSince" = least(r."failedSince", ${now}),
       "nextAttemptAt" = CASE WHEN r."nextAttemptAt" <= ${latestAttempt} THEN r."nextAttemptAt" END
     FROM "Subreddit" s
     WHERE s."name" = r."subreddit"
       AND (greatest(r."readAt", r."triedAt", r."sweptAt", r."heldFrom", r."heldTo", r."failedSince") > ${latest}
         OR r."nextAttemptAt" > ${latestAttempt})`,
  );
  await db.query(
    sql`UPDATE "RecentItem" i SET "seenAt" = i."createdAt" FROM "Subreddit" s
     WHERE s."watchedSince" IS NOT NULL AND i."subreddit" = s."name" AND i."createdAt" <= ${now} AND i."seenAt" > ${latest}`,
  );
  await db.query(
    sql`UPDATE "Subreddit" SET "watchedSince" = least("watchedSince", ${now}),
       "checkedAt" = CASE WHEN "checkedAt" <= ${latest} THEN "checkedAt" END
     WHERE greatest("watchedSince", "checkedAt") > ${latest}`,
  );
}
