import * as z from "zod";
import type { ItemKind } from "@/domain/reading/item";
import type { SiteFacts } from "@/domain/reading/site";
import type { Place } from "@/generated/prisma/client";
import { prisma, sql, type Queryable, type Sql } from "@/server/platform/database";
import { nameOfPlace, siteOfPlace } from "@/server/places/places-sql";
import { rows } from "@/server/platform/rows";

const watchedRead = z.object({
  place: z.string(),
  kind: z.enum(["post", "comment"]),
  readAt: z.date().nullable(),
  triedAt: z.date().nullable(),
  sweptAt: z.date().nullable(),
  storedFrom: z.date().nullable(),
  storedTo: z.date().nullable(),
  rate: z.number(),
  watchedSince: z.date(),
  health: z.string(),
  checkedAt: z.date().nullable(),
  nextAttemptAt: z.date().nullable(),
  failedSince: z.date().nullable(),
  attempts: z.number(),
});
export type WatchedRead = z.infer<typeof watchedRead>;

const fromScratch = sql`"readAt" = NULL, "triedAt" = NULL, "sweptAt" = NULL, "storedFrom" = NULL, "storedTo" = NULL,
       "failedSince" = NULL, "nextAttemptAt" = NULL, "attempts" = 0`;

/**
 * Unwatched places lose their position: next a baseline. `watchedSince` is the oldest activation, so a late
 * poll misses nothing. Watched again, they lose it too: a read in progress can have stored one since. Splits
 * keys after grouping, because they are far fewer. Returns the watched sites.
 */
export async function syncReads(db: Queryable, now: Date): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ site: z.string() }),
    sql`WITH named AS (
       SELECT lower(p) AS key, min(p) AS shown, min("activeSince") AS since
       FROM "Watch", unnest("places") AS p WHERE "isActive" GROUP BY lower(p)
     ), wanted AS MATERIALIZED (
       SELECT ${siteOfPlace(sql`key`)} AS site, ${nameOfPlace(sql`key`)} AS name, ${nameOfPlace(sql`shown`)} AS shown, least(since, ${now}) AS since
       FROM named
     ), begun AS (
       INSERT INTO "Place" AS t ("site", "name", "displayName", "health", "checkedAt", "watchedSince", "title", "home")
       SELECT w.site, w.name, coalesce(l."displayName", w.shown), coalesce(l."health", 'ok'), l."fetchedAt", w.since, l."title", l."home"
       FROM wanted w LEFT JOIN "PlaceLookup" l ON l."site" = w.site AND l."name" = w.name ORDER BY w.site, w.name
       ON CONFLICT ("site", "name") DO UPDATE SET "watchedSince" = excluded."watchedSince" WHERE t."watchedSince" IS NULL
       RETURNING "site", "name"
     ), opened AS (
       INSERT INTO "PlaceRead" ("site", "place", "kind")
       SELECT "site", "name", kind FROM begun, unnest(enum_range(NULL::"ItemKind")) AS kind ORDER BY "site", "name", kind::text
       ON CONFLICT ("site", "place", "kind") DO UPDATE SET ${fromScratch}
     ), reopened AS (
       DELETE FROM "WalkRead" WHERE "site" IN (SELECT "site" FROM begun)
         AND "site" NOT IN (SELECT "site" FROM "Place" WHERE "watchedSince" IS NOT NULL)
     ), ended AS (
       UPDATE "Place" p SET "watchedSince" = NULL
       WHERE "watchedSince" IS NOT NULL AND NOT EXISTS (SELECT FROM wanted w WHERE w.site = p."site" AND w.name = p."name")
       RETURNING "site", "name"
     ), unread AS (
       DELETE FROM "Sequence" WHERE "site" IN (SELECT "site" FROM ended) AND "site" NOT IN (SELECT site FROM wanted)
     ), unmatched AS (
       DELETE FROM "Stream" WHERE "site" IN (SELECT "site" FROM ended WHERE "name" = 'all')
     ), unneeded AS (
       DELETE FROM "PendingNumber" WHERE "site" IN (SELECT "site" FROM ended) AND "site" NOT IN (SELECT site FROM wanted)
     ), unfiled AS (
       DELETE FROM "MinuteFile" WHERE "site" IN (SELECT "site" FROM ended) AND "site" NOT IN (SELECT site FROM wanted)
     ), uncompared AS (
       DELETE FROM "ListedItem" WHERE "site" IN (SELECT "site" FROM ended) AND "site" NOT IN (SELECT site FROM wanted)
     ), unpaged AS (
       DELETE FROM "PageRead" WHERE ("site", "place") IN (SELECT "site", "name" FROM ended)
     ), unwalked AS (
       DELETE FROM "ForumRead" WHERE ("site", "place") IN (SELECT "site", "name" FROM ended)
     ), untracked AS (
       DELETE FROM "TrackerRead" WHERE ("site", "place") IN (SELECT "site", "name" FROM ended)
     ), unopened AS (
       DELETE FROM "TrackerOpening" WHERE ("site", "place") IN (SELECT "site", "name" FROM ended)
     ), unnumbered AS (
       DELETE FROM "TrackerNumber" WHERE ("site", "place") IN (SELECT "site", "name" FROM ended)
     ), unvisited AS (
       DELETE FROM "WalkRead" WHERE "site" IN (SELECT "site" FROM ended) AND "site" NOT IN (SELECT site FROM wanted)
     ), unlisted AS (
       DELETE FROM "ListRead" WHERE ("site", "place") IN (SELECT "site", "name" FROM ended)
     ), reset AS (
     UPDATE "PlaceRead" SET ${fromScratch}
     WHERE ("site", "place") IN (SELECT "site", "name" FROM ended)
     )
     SELECT DISTINCT site FROM wanted`,
  );
  return found.map(({ site }) => site);
}

/** Returns a site's watched places with their positions. Corrects positions in the future first. */
export async function listReads(
  db: Queryable,
  site: Pick<SiteFacts, "id" | "readsWhole">,
  now: Date,
): Promise<WatchedRead[]> {
  const reads = await findReads(db, site.id);
  if (!reads.some((read) => isAhead(read, now))) return reads;
  await healPositions(db, site, now);
  return findReads(db, site.id);
}

function findReads(db: Queryable, site: string): Promise<WatchedRead[]> {
  return rows(
    db,
    watchedRead,
    sql`SELECT r."place", r."kind"::text, r."readAt", r."triedAt", r."sweptAt", r."storedFrom", r."storedTo", r."rate", s."watchedSince",
       s."health"::text, s."checkedAt", r."nextAttemptAt", r."failedSince", r."attempts"
     FROM "PlaceRead" r JOIN "Place" s ON s."site" = r."site" AND s."name" = r."place"
     WHERE s."site" = ${site} AND s."watchedSince" IS NOT NULL
     ORDER BY r."place", r."kind"`,
  );
}

/** The longest time a place is skipped after it refused access or crashed the process (ms). */
export const maxPutOffMs = 3_600_000;
/** Later times were stored while a clock was wrong (ms). */
const aheadMs = 60_000;

function isAhead(read: WatchedRead, now: Date): boolean {
  const latestMs = now.getTime() + aheadMs;
  const { readAt, sweptAt, storedFrom, storedTo, watchedSince, checkedAt } = read;
  return (
    [readAt, sweptAt, storedFrom, storedTo, watchedSince, checkedAt].some(
      (at) => at !== null && at.getTime() > latestMs,
    ) ||
    (read.nextAttemptAt !== null && read.nextAttemptAt.getTime() > latestMs + maxPutOffMs)
  );
}

/** Resets to the latest item by the site's clock, or a week back: reading twice is better than missing. */
async function healPositions(
  db: Queryable,
  { id: site, readsWhole }: Pick<SiteFacts, "id" | "readsWhole">,
  now: Date,
): Promise<void> {
  const latest = new Date(now.getTime() + aheadMs);
  const latestAttempt = new Date(latest.getTime() + maxPutOffMs);
  await db.query(
    sql`WITH read AS (UPDATE "PlaceRead" r SET
       "readAt" = CASE WHEN r."readAt" > ${latest} THEN
         (SELECT CASE WHEN r."place" = 'all' AND NOT ${readsWhole}::boolean THEN ${now}
            ELSE greatest(least(s."watchedSince", ${now}), ${now}::timestamptz - interval '7 days', max(i."createdAt")) END
          FROM "RecentItem" i WHERE i."site" = r."site" AND i."place" = r."place" AND i."kind" = r."kind"
            AND i."createdAt" <= least(${now}, r."storedFrom")) ELSE r."readAt" END,
       "storedFrom" = CASE WHEN greatest(r."storedFrom", r."storedTo") <= ${latest} THEN r."storedFrom" END,
       "storedTo" = CASE WHEN greatest(r."storedFrom", r."storedTo") <= ${latest} THEN r."storedTo" END,
       "triedAt" = least(r."triedAt", ${now}),
       "sweptAt" = CASE WHEN r."sweptAt" <= ${latest} THEN r."sweptAt" END,
       "failedSince" = least(r."failedSince", ${now}),
       "nextAttemptAt" = CASE WHEN r."nextAttemptAt" <= ${latestAttempt} THEN r."nextAttemptAt" END
     FROM "Place" s
     WHERE r."site" = ${site} AND s."site" = r."site" AND s."name" = r."place"
       AND (greatest(r."readAt", r."triedAt", r."sweptAt", r."storedFrom", r."storedTo", r."failedSince") > ${latest}
         OR r."nextAttemptAt" > ${latestAttempt})
     ), seen AS (UPDATE "RecentItem" i SET "seenAt" = i."createdAt" FROM "Place" s
     WHERE s."site" = ${site} AND s."watchedSince" IS NOT NULL AND i."site" = s."site" AND i."place" = s."name" AND i."createdAt" <= ${now} AND i."seenAt" > ${latest}
     )
     UPDATE "Place" SET "watchedSince" = least("watchedSince", ${now}),
       "checkedAt" = CASE WHEN "checkedAt" <= ${latest} THEN "checkedAt" END
     WHERE "site" = ${site} AND greatest("watchedSince", "checkedAt") > ${latest}`,
  );
}

async function updateReads(
  db: Queryable,
  { site, places, kind = null }: { site: string; places: readonly string[]; kind?: ItemKind | null },
  changes: Sql,
): Promise<void> {
  await db.query(
    sql`UPDATE "PlaceRead" SET ${changes}
     WHERE "site" = ${site} AND "place" = ANY(${places}) AND "kind" = coalesce(${kind}::"ItemKind", "kind")`,
  );
}

const firstPutOffMs = 2 * 60_000;
/** Keeps the random delay within the maximum, beyond which it would look like a wrong clock. */
const longestMiddleMs = maxPutOffMs / 1.25;

/** Two minutes to one hour, at random times: the place that crashes the process gets separated. */
export async function beginReads(
  db: Queryable,
  reads: { site: string; places: readonly string[]; kind: ItemKind },
  now: Date,
): Promise<void> {
  await updateReads(
    db,
    reads,
    sql`"attempts" = "attempts" + 1, "nextAttemptAt" = ${now}::timestamptz + interval '1 millisecond'
      * least(${longestMiddleMs}::float8, ${firstPutOffMs}::float8 * power(2, least("attempts", 10))) * (0.75 + random() / 2)`,
  );
}

/** Resets the attempts when a read has returned, successfully or not. */
export async function endReads(reads: {
  site: string;
  places: readonly string[];
  kind: ItemKind;
}): Promise<void> {
  const { site, places, kind } = reads;
  const where = { site, kind, place: { in: [...places] }, attempts: { gt: 0 } };
  await prisma().placeRead.updateMany({ where, data: { attempts: 0, nextAttemptAt: null } });
}

/**
 * Records that places couldn't be read, by default for both kinds. Positions don't move. `isTried` is false
 * if no request was sent.
 */
export async function failReads(
  db: Queryable,
  q: {
    site: string;
    places: readonly string[];
    kind?: ItemKind;
    error: string;
    now: Date;
    since?: Date | undefined;
    nextAttemptAt: Date | null;
    isTried?: boolean;
  },
): Promise<void> {
  const triedAt = q.isTried === false ? null : q.now;
  await updateReads(
    db,
    q,
    sql`"triedAt" = coalesce(${triedAt}::timestamptz, "triedAt"), "lastError" = ${q.error}, "failedSince" = coalesce("failedSince", ${q.since ?? q.now}),
      "nextAttemptAt" = ${q.nextAttemptAt}, "attempts" = 0`,
  );
}

export async function recordHealth(
  place: Pick<Place, "site" | "name" | "health"> & { displayName?: string | undefined; now: Date },
): Promise<void> {
  const { site, name, health, displayName, now: checkedAt } = place;
  await prisma().place.updateMany({ where: { site, name }, data: { health, displayName, checkedAt } });
}
