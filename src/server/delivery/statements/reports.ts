import * as z from "zod";
import { channelNames } from "@/channels/registry";
import { placeHealths } from "@/domain/reading/site";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { nameOfPlace, siteOfPlace } from "@/server/places/places-sql";
import { rows } from "@/server/platform/rows";
import type { ReportedWeek } from "@/domain/delivery/weekly-report";
import { listedSql } from "@/server/mentions/statements/mentions";

const dueReport = z.object({
  userId: z.string(),
  timeZone: z.string(),
  digestHour: z.number(),
  dueAt: z.date(),
});

export function lockDueReports(tx: Queryable, now: Date, max: number) {
  return rows(
    tx,
    dueReport,
    sql`SELECT "id" AS "userId", "timeZone", "digestHour", "weeklyReportAt" AS "dueAt" FROM "User"
     WHERE "weeklyReportAt" <= ${now} ORDER BY "weeklyReportAt" LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED`,
  );
}

export async function planReports(
  tx: Queryable,
  plans: readonly { userId: string; nextAt: Date }[],
): Promise<void> {
  await tx.query(
    sql`UPDATE "User" u SET "weeklyReportAt" = p."nextAt"
     FROM ${tableSql("p", plans, { userId: "uuid", nextAt: "timestamptz" })}
     WHERE u."id" = p."userId"`,
  );
}

const dueSpike = z.object({
  watchId: z.string(),
  dueAt: z.date(),
  dayCount: z.number(),
  /** Null if the watch was deleted. */
  userId: z.string().nullable(),
  timeZone: z.string().nullable(),
  createdAt: z.date().nullable(),
  /** The watch is active, not muted, and has spike alerts on. */
  isReported: z.boolean().nullable(),
});

export function lockDueSpikes(tx: Queryable, now: Date, max: number) {
  return rows(
    tx,
    dueSpike,
    sql`SELECT t."watchId", t."spikeDueAt" AS "dueAt", t."dayCount", w."userId", u."timeZone", w."createdAt",
       w."isActive" AND w."spikeNotification" AND (w."mutedUntil" IS NULL OR w."mutedUntil" <= ${now}) AS "isReported"
     FROM "WatchTotal" t LEFT JOIN "Watch" w ON w."id" = t."watchId" LEFT JOIN "User" u ON u."id" = w."userId"
     WHERE t."spikeDueAt" <= ${now} ORDER BY t."spikeDueAt" LIMIT ${max} FOR NO KEY UPDATE OF t SKIP LOCKED`,
  );
}

/** Records the check. The next check that day is due at `from` matches, if set. */
export async function recordSpikes(
  tx: Queryable,
  looked: readonly { watchId: string; day: string | null; from: number | null }[],
): Promise<void> {
  await tx.query(
    sql`UPDATE "WatchTotal" t SET "spikeDueAt" = NULL, "spikeDay" = x.day::date, "spikeFrom" = x."from"
     FROM ${tableSql("x", looked, { watchId: "uuid", day: "text", from: "int" })}
     WHERE t."watchId" = x."watchId"`,
  );
}

const matchedQuarter = z.object({ nth: z.number(), at: z.number(), count: z.number() });

/** Counts matches per quarter hour since each watch's time. `nth`: 1-based index in `requested`. */
export function listQuarters(
  db: Queryable,
  requested: readonly { watchId: string; userId: string; since: Date }[],
) {
  // A mention with several matches counts at the first one.
  const ofWatch = sql`"Notification" n WHERE n."userId" = a."userId" AND n."watchId" = a.id AND n."createdAt" >= a.since`;
  return rows(
    db,
    matchedQuarter,
    sql`SELECT a.nth::int, q.at, q.count
     FROM unnest(${requested.map((one) => one.watchId)}::uuid[], ${requested.map((one) => one.userId)}::uuid[], ${requested.map((one) => one.since)}::timestamptz[]) WITH ORDINALITY AS a(id, "userId", since, nth)
     CROSS JOIN LATERAL (
       SELECT floor(extract(epoch FROM c."createdAt") / 900)::int AS at, count(*)::int AS count FROM (
         SELECT min(n."createdAt") AS "createdAt" FROM (
           SELECT n."createdAt", n."id" AS "mentionId" FROM ${ofWatch} AND ${listedSql}
           UNION ALL SELECT n."createdAt", n."leadId" FROM ${ofWatch} AND n."deletedAt" IS NULL AND n."leadId" IS NOT NULL) n
         GROUP BY n."mentionId") c
       GROUP BY 1) q`,
  );
}

const compared = z.object({ count: z.number(), before: z.number() });
const weekRow = z.object({
  deliveryId: z.string(),
  watches: z.number(),
  total: compared,
  opened: z.number(),
  starred: z.number(),
  keywords: z.array(
    compared.extend({ keyword: z.string(), opened: z.number(), watchId: z.string().nullable() }),
  ),
  keywordCount: z.number(),
  places: z.array(compared.extend({ site: z.string(), place: z.string() })),
  threads: z.array(
    z.object({
      site: z.string(),
      place: z.string(),
      title: z.string(),
      url: z.string(),
      count: z.number(),
      at: z.coerce.date(),
    }),
  ),
  delay: z.number().nullable(),
  readShare: z.number().nullable(),
  unread: z.array(
    z.object({
      site: z.string(),
      place: z.string(),
      since: z.coerce.date(),
      health: z.enum(placeHealths),
      failure: z.string().nullable(),
    }),
  ),
  gaps: z.array(
    z.object({
      site: z.string(),
      place: z.string(),
      fromAt: z.coerce.date(),
      toAt: z.coerce.date(),
      count: z.number(),
      isFilled: z.boolean(),
    }),
  ),
  overflows: z.array(z.object({ keyword: z.string(), day: z.string(), missed: z.number() })),
  failures: z.array(
    z.object({
      channel: z.enum(channelNames),
      label: z.string().nullable(),
      count: z.number(),
      failure: z.string().nullable(),
    }),
  ),
});
export type WeekRow = z.infer<typeof weekRow>;

export interface ReportWeek extends ReportedWeek {
  deliveryId: string;
  userId: string;
}

/** Limits for the lists in a report, and for the mentions scanned for threads and the median delay. */
const [maxKeywords, maxPlaces, maxThreads, maxMissed, latestMentions] = [10, 8, 5, 5, 5_000];

/** Returns each user's week, compared to the week before. Omits users without reports. `on`: ids of sites. */
export function listWeeks(
  db: Queryable,
  requested: readonly ReportWeek[],
  on: readonly string[],
): Promise<WeekRow[]> {
  // A mention counts once in total, and once per matching keyword.
  const counts = sql`count(*) FILTER (WHERE n."createdAt" >= r."from")::int AS "count", count(*) FILTER (WHERE n."createdAt" < r."from")::int AS "before"`;
  const ofTwoWeeks = sql`n."userId" = r."userId" AND n."createdAt" >= r."beforeFrom" AND n."createdAt" < r."to"`;
  return rows(
    db,
    weekRow,
    sql`SELECT r."deliveryId", (SELECT count(*)::int FROM "Watch" w WHERE w."userId" = r."userId" AND w."kind" = 'keyword') AS "watches",
       t."total", t."opened", t."starred", k."keywords", k."keywordCount", p."places", h."threads", h."delay", m."readShare", m."unread", g."gaps", o."overflows", f."failures"
     FROM ${tableSql("r", requested, { deliveryId: "uuid", userId: "uuid", beforeFrom: "timestamptz", from: "timestamptz", to: "timestamptz" })}
     JOIN "User" u ON u."id" = r."userId" AND u."weeklyReportAt" IS NOT NULL
     CROSS JOIN LATERAL (
       SELECT jsonb_build_object('count', c."count", 'before', c."before") AS "total", c."opened", c."starred" FROM (
         SELECT ${counts}, count(*) FILTER (WHERE n."createdAt" >= r."from" AND n."openedAt" IS NOT NULL)::int AS "opened",
           count(*) FILTER (WHERE n."createdAt" >= r."from" AND n."starredAt" IS NOT NULL)::int AS "starred"
         FROM "Notification" n WHERE ${ofTwoWeeks} AND ${listedSql}) c) t
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(c ORDER BY c."count" DESC, c."before" DESC, c."keyword"), '[]') AS "keywords", coalesce(max(c."all"), 0)::int AS "keywordCount" FROM (
         SELECT n."keyword", ${counts}, count(*) FILTER (WHERE n."createdAt" >= r."from" AND coalesce(l."openedAt", n."openedAt") IS NOT NULL)::int AS "opened",
           (SELECT w."id" FROM "Watch" w WHERE w."userId" = r."userId" AND w."keyword" = n."keyword" ORDER BY w."createdAt" LIMIT 1) AS "watchId",
           sum(bool_or(n."createdAt" >= r."from")::int) OVER () AS "all"
         FROM "Notification" n LEFT JOIN "Notification" l ON l."id" = n."leadId" WHERE ${ofTwoWeeks} AND n."deletedAt" IS NULL
         GROUP BY n."keyword" ORDER BY 2 DESC, 3 DESC LIMIT ${maxKeywords}) c) k
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(c ORDER BY c."count" DESC, c."before" DESC, c."site", c."place"), '[]') AS "places" FROM (
         SELECT n."site", n."place", ${counts} FROM "Notification" n WHERE ${ofTwoWeeks} AND ${listedSql}
         GROUP BY n."site", n."place" ORDER BY 3 DESC, 4 DESC LIMIT ${maxPlaces}) c) p
     CROSS JOIN LATERAL (
       WITH matched AS MATERIALIZED (
         SELECT l."site", l."place", l."createdAt", l."isSilent", i."createdAt" AS "writtenAt", i."url", CASE WHEN i."blankedAt" IS NULL THEN i."title" ELSE '' END AS "title"
         FROM (SELECT n."fullname", n."site", n."place", n."createdAt", n."isSilent" FROM "Notification" n
           WHERE n."userId" = r."userId" AND n."createdAt" >= r."from" AND n."createdAt" < r."to" AND ${listedSql}
           ORDER BY n."createdAt" DESC LIMIT ${latestMentions}) l
         JOIN "Item" i ON i."fullname" = l."fullname")
       SELECT (SELECT (percentile_disc(0.5) WITHIN GROUP (ORDER BY greatest(extract(epoch FROM "createdAt" - "writtenAt"), 0)))::float8 FROM matched WHERE NOT "isSilent") AS "delay",
         (SELECT coalesce(jsonb_agg(c ORDER BY c."count" DESC, c."title"), '[]') FROM (
           SELECT "site", "place", "title", (array_agg("url" ORDER BY "writtenAt"))[1] AS "url", count(*)::int AS "count", min("createdAt") AS "at"
           FROM matched WHERE "title" <> '' GROUP BY 1, 2, 3 HAVING count(*) > 1 ORDER BY 5 DESC, 3 LIMIT ${maxThreads}) c) AS "threads") h
     CROSS JOIN LATERAL (
       WITH mine AS (
         SELECT DISTINCT ${siteOfPlace(sql`lower(w.place)`)} AS site, ${nameOfPlace(sql`lower(w.place)`)} AS name
         FROM "Watch" v, unnest(v."places") AS w(place) WHERE v."userId" = r."userId" AND v."isActive"
       ), state AS MATERIALIZED (
         SELECT m.site, m.name, coalesce(s."health"::text, 'ok') AS health, q.failure, coalesce(q.share, 1) AS share,
           CASE WHEN s."health" <> 'ok' OR q."isFailing" OR m.site <> ALL(${on}) THEN greatest(q."readAt", s."watchedSince", r."from") END AS since,
           (SELECT range_agg(tstzrange(greatest(g."fromAt", r."from"), least(g."toAt", r."to"))) FROM "Gap" g
             WHERE g."site" = m.site AND g."place" = m.name AND g."filledAt" IS NULL AND g."fromAt" < r."to" AND g."toAt" > r."from") AS missed
         FROM mine m LEFT JOIN "Place" s ON s."site" = m.site AND s."name" = m.name
         CROSS JOIN LATERAL (SELECT min(e."readAt") AS "readAt", bool_or(e."failedSince" IS NOT NULL) AS "isFailing", max(e."lastError") FILTER (WHERE e."failedSince" IS NOT NULL) AS failure, min(e."share") AS share
           FROM "PlaceRead" e WHERE e."site" = m.site AND e."place" = m.name) q
       ), timed AS (
         SELECT t.*, (SELECT coalesce(sum(extract(epoch FROM upper(u) - lower(u))), 0) FROM unnest(
           coalesce(t.missed, '{}') + CASE WHEN t.since < r."to" THEN tstzmultirange(tstzrange(t.since, r."to")) ELSE '{}' END) AS u) AS unread
         FROM state t)
       SELECT avg((1 - unread / extract(epoch FROM r."to" - r."from")) * share)::float8 AS "readShare",
         coalesce((SELECT jsonb_agg(c) FROM (SELECT site, name AS "place", since, health, failure FROM timed
           WHERE since < r."to" - interval '1 hour' ORDER BY since LIMIT ${maxMissed}) c), '[]') AS "unread"
       FROM timed) m
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(c ORDER BY c."fromAt"), '[]') AS "gaps" FROM (
         SELECT g."site", g."place", min(g."fromAt") AS "fromAt", max(g."toAt") AS "toAt",
           count(DISTINCT (g."fromAt", g."toAt"))::int AS "count", bool_and(g."filledAt" IS NOT NULL) AS "isFilled"
         FROM "Gap" g WHERE g."foundAt" >= r."from" AND g."foundAt" < r."to" AND g."site" || ':' || g."place" IN (
           SELECT lower(w.place) FROM "Watch" v, unnest(v."places") AS w(place) WHERE v."userId" = r."userId")
         GROUP BY g."site", g."place" ORDER BY 3 LIMIT ${maxMissed}) c) g
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(c ORDER BY c."missed" DESC), '[]') AS "overflows" FROM (
         SELECT w."keyword", o."day"::text AS "day", o."missed" FROM "Watch" w JOIN "DayOverflow" o ON o."watchId" = w."id"
         WHERE w."userId" = r."userId" AND o."fromAt" >= r."from" AND o."fromAt" < r."to" ORDER BY o."missed" DESC LIMIT ${maxMissed}) c) o
     CROSS JOIN LATERAL (
       SELECT coalesce(jsonb_agg(c ORDER BY c."count" DESC), '[]') AS "failures" FROM (
         SELECT d."channel"::text AS "channel", t."label", count(*)::int AS "count", t."failure"
         FROM "Delivery" d LEFT JOIN "Destination" t ON t."id" = d."destinationId"
         WHERE d."userId" = r."userId" AND d."createdAt" >= r."from" AND d."createdAt" < r."to" AND d."status" = 'failed'
           AND d."kind" = 'alert' AND d."template" IS NULL
         GROUP BY d."channel", t."id", t."label", t."failure" ORDER BY 3 DESC LIMIT ${maxMissed}) c) f`,
  );
}
