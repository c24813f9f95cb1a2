import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

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
});
export type WatchedRead = z.infer<typeof row>;

/**
 * Brings Subreddit and SubredditRead in step with the active watches and lists what is watched. A subreddit
 * that nobody watches any more loses its position, so that its next read is a baseline. It counts as watched
 * since the oldest activation among the watches that name it: nothing in between is lost to a late first poll.
 */
export async function syncReads(db: Queryable, now: Date): Promise<WatchedRead[]> {
  await db.query(
    `WITH wanted AS MATERIALIZED (
       SELECT lower(s) AS name, min(s) AS shown, least(min("activeSince"), $1) AS since
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
       "failedSince" = NULL, "nextAttemptAt" = NULL
     WHERE "subreddit" IN (SELECT "name" FROM ended)`,
    [now],
  );
  return listReads(db);
}

function listReads(db: Queryable): Promise<WatchedRead[]> {
  return rows(
    db,
    row,
    `SELECT r."subreddit", r."kind"::text, r."readAt", r."triedAt", r."sweptAt", r."heldFrom", r."heldTo", r."rate", s."watchedSince",
       s."health"::text, s."checkedAt", r."nextAttemptAt"
     FROM "SubredditRead" r JOIN "Subreddit" s ON s."name" = r."subreddit"
     WHERE s."watchedSince" IS NOT NULL
     ORDER BY r."subreddit", r."kind"`,
  );
}
