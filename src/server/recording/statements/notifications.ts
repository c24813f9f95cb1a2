import * as z from "zod";
import type { DigestSchedule } from "@/domain/delivery/digest-schedule";
import { noisyMatches } from "@/domain/delivery/noisy-keywords";
import { freeDailyBytes, freeDailyMatches } from "@/domain/plans/plans";
import { bytesOfMatch } from "@/domain/reading/stored-text";
import { minSpikeCount, spikeWaitMs } from "@/domain/delivery/spike";
import {
  namedDestinationsSql,
  watchChannelsSql,
  watchMailSql,
} from "@/server/delivery/statements/channel-sql";
import { digestSchedule } from "@/server/delivery/statements/policies";
import { prisma, sql, type Queryable, type Sql } from "@/server/platform/database";
import { dailyBytesSql, dailyMatchesSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";

/** Locks users until the end: faster than a foreign key check per notification. Omits deleted users. */
export function lockWatchSchedules(db: Queryable, watchIds: readonly string[]): Promise<DigestSchedule[]> {
  return rows(
    db,
    digestSchedule,
    sql`WITH locked AS MATERIALIZED (
       SELECT u."timeZone", u."digestHour", u."digestDays" FROM "User" u
       WHERE u."id" IN (SELECT w."userId" FROM "Watch" w WHERE w."id" = ANY(${watchIds}::uuid[]))
       ORDER BY u."id" FOR KEY SHARE
     )
     SELECT DISTINCT "timeZone", "digestHour", "digestDays" FROM locked`,
  );
}

export interface NewNotification {
  id: string;
  watchId: string;
  revision: number;
  fullname: string;
  site: string;
  place: string;
  /** The story its item links to; null or absent if there isn't one. */
  storyKey?: string | null;
  isHeadline?: boolean;
}

/** The next digests' due times of a schedule, and its local date, '2026-11-21'. */
export interface ScheduleTimes extends DigestSchedule {
  day: string;
  hourly: Date;
  daily: Date;
}

const dueTimesTable = (schedules: readonly ScheduleTimes[]) =>
  sql`unnest(${schedules.map((one) => one.timeZone)}::text[], ${schedules.map((one) => one.digestHour)}::smallint[], ${schedules.map((one) => `{${one.digestDays.join()}}`)}::text[],
    ${schedules.map((one) => one.hourly)}::timestamptz[], ${schedules.map((one) => one.daily)}::timestamptz[], ${schedules.map((one) => one.day)}::text[]) AS z("timeZone", hour, days, hourly, daily, day)`;
const isScheduleOfUser = sql`z."timeZone" = u."timeZone" AND z.hour = u."digestHour" AND z.days::int[] = u."digestDays"`;

/**
 * `isShared`: another of these watches is in the group. `isHeavy`: might exceed the daily text limit. At a
 * limit: count 0, the revision of the skipped matches and the reason, else null.
 */
const madeRow = z.object({
  watchId: z.string(),
  userId: z.string(),
  day: z.string(),
  count: z.number(),
  isShared: z.boolean(),
  isHeavy: z.boolean(),
  fullRevision: z.number().nullable(),
  fullReason: z.enum(["count", "text"]).nullable(),
});
export type MadeRow = z.infer<typeof madeRow>;

/**
 * Returns the number of new ones per watch. Idempotent: unique by watch and item. Drops matches if the watch
 * is inactive or has a newer revision. Skips watches and users that have reached a daily limit; `limitDays` and
 * `limitText` handle those reaching it now. `sizes`: bytes per item. `fallback`: due times for users with a
 * schedule changed since `schedules` were loaded; without a due time, an entry would be lost. `isSilent`:
 * without outbox entries. The keyword's LIMIT tells the planner that each watch has exactly one; otherwise it
 * scans all watches per notification.
 */
export async function insertNotifications(
  db: Queryable,
  matches: readonly NewNotification[],
  schedules: readonly ScheduleTimes[],
  now: Date,
  fallback: Pick<ScheduleTimes, "day" | "hourly" | "daily">,
  sizes: ReadonlyMap<string, number> = new Map(),
  isSilent = false,
) {
  const watchIds = [...new Set(matches.map((match) => match.watchId))].sort();
  await db.query(
    sql`INSERT INTO "UserKeyword" ("id", "userId", "root", "keywordFolded", "keyword")
     SELECT gen_random_uuid(), w."userId", min(w."root"), w."keywordFolded", min(w."keyword")
     FROM "Watch" w
     WHERE w."id" = ANY(${watchIds}::uuid[]) AND NOT EXISTS (
       SELECT FROM "UserKeyword" k WHERE k."userId" = w."userId" AND k."keywordFolded" = w."keywordFolded")
     GROUP BY w."userId", w."keywordFolded" ORDER BY w."userId", w."keywordFolded"
     ON CONFLICT DO NOTHING`,
  );
  return rows(
    db,
    madeRow,
    sql`WITH watching AS MATERIALIZED (
       SELECT w."id", w."userId", w."revision", w."keyword", k."id" AS "userKeywordId", u."groupStories", r.frequency,
         CASE WHEN w."mutedUntil" > ${now} THEN w."mutedUntil" END AS muted,
         CASE r.frequency WHEN 'realtime' THEN ${now} WHEN 'hourly' THEN coalesce(z.hourly, ${fallback.hourly}) WHEN 'daily' THEN coalesce(z.daily, ${fallback.daily}) END AS "dueAt",
         ${watchChannelsSql()} AS "channels", ${namedDestinationsSql()} AS "destinations", coalesce(z.day, ${fallback.day}) AS day,
         CASE WHEN t."dayCount" >= ${freeDailyMatches} AND ${isSameDaySql(sql`t."day"`, sql`coalesce(z.day, ${fallback.day})::date`)}
           THEN t."dayCount" >= ${dailyMatchesSql(sql`u."id"`)} ELSE false END AS "isFull",
         CASE WHEN b."bytes" >= ${freeDailyBytes} AND ${isSameDaySql(sql`b."day"`, sql`coalesce(z.day, ${fallback.day})::date`)}
           THEN b."bytes" >= ${dailyBytesSql(sql`u."id"`)} ELSE false END AS "isHeavy"
       FROM "Watch" w
       JOIN "User" u ON u."id" = w."userId"
       CROSS JOIN LATERAL (
         SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = w."userId" AND k."keywordFolded" = w."keywordFolded" LIMIT 1) k
       LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"
       LEFT JOIN "StoredText" b ON b."userId" = w."userId"
       LEFT JOIN ${dueTimesTable(schedules)} ON ${isScheduleOfUser}
       CROSS JOIN LATERAL (SELECT ${watchMailSql()} AS frequency) r
       WHERE w."id" = ANY(${watchIds}::uuid[]) AND w."isActive"
     ), made AS (
       INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt", "revision", "storyKey", "isSilent")
       SELECT m.id, w."userId", w."id", m.fullname, m.site, m.place, w."keyword", w."userKeywordId", ${now}, w."revision",
         CASE WHEN w."groupStories" THEN m.story END, ${isSilent}
       FROM unnest(${matches.map((match) => match.id)}::uuid[], ${matches.map((match) => match.watchId)}::uuid[], ${matches.map((match) => match.revision)}::int[], ${matches.map((match) => match.fullname)}::text[], ${matches.map((match) => match.site)}::text[], ${matches.map((match) => match.place)}::text[], ${matches.map((match) => match.storyKey ?? null)}::uuid[]) AS m(id, "watchId", revision, fullname, site, place, story)
       JOIN watching w ON w."id" = m."watchId" AND w."revision" = m.revision AND NOT w."isFull" AND NOT w."isHeavy"
       ORDER BY m.fullname, w."id"
       ON CONFLICT ("fullname", "watchId") DO NOTHING
       RETURNING "id", "watchId", "userId", "fullname"
     ), stored AS (
       INSERT INTO "StoredText" AS s ("userId", "day", "bytes")
       SELECT o."userId", o.day::date, sum(o.bytes) FROM (
         SELECT made."userId", w.day, count(*) * ${bytesOfMatch}::int + ${sizeSql(sizes, sql`made."fullname"`)} AS bytes
         FROM made JOIN watching w ON w."id" = made."watchId" GROUP BY made."userId", w.day, made."fullname") o
       GROUP BY o."userId", o.day ORDER BY o."userId"
       ON CONFLICT ("userId") DO UPDATE SET
         "bytes" = excluded."bytes" + CASE WHEN ${isSameDaySql(sql`s."day"`, sql`excluded."day"`)} THEN s."bytes" ELSE 0 END,
         "day" = CASE WHEN ${isSameDaySql(sql`s."day"`, sql`excluded."day"`)} THEN s."day" ELSE excluded."day" END
       RETURNING "userId", "bytes"
     ), mailed AS (
       INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "frequency", "isMuted")
       SELECT made."id", 'email', w."userId", greatest(w."dueAt", w.muted), w.frequency, w.muted IS NOT NULL
       FROM made JOIN watching w ON w."id" = made."watchId" WHERE w.frequency IS NOT NULL AND NOT ${isSilent}::boolean
     ), reported AS (
       INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt", "isMuted", "destinations")
       SELECT made."id", c, w."userId", greatest(${now}, w.muted), w.muted IS NOT NULL, w."destinations" FROM made JOIN watching w ON w."id" = made."watchId", unnest(w."channels") c WHERE NOT ${isSilent}::boolean
     )
     SELECT "watchId", w."userId", w."day", count(*)::int AS count, "watchId" IN (
       SELECT w."id" FROM watching w
       WHERE w."userKeywordId" IN (SELECT "userKeywordId" FROM watching GROUP BY 1 HAVING count(*) > 1)
     ) AS "isShared", w."userId" IN (SELECT "userId" FROM stored WHERE "bytes" > ${freeDailyBytes}) AS "isHeavy",
       NULL::int AS "fullRevision", NULL AS "fullReason"
     FROM made JOIN watching w ON w."id" = made."watchId" GROUP BY "watchId", w."userId", w."day"
     UNION ALL SELECT "id", "userId", "day", 0, false, false, "revision", CASE WHEN "isFull" THEN 'count' ELSE 'text' END
     FROM watching WHERE "isFull" OR "isHeavy"`,
  );
}

/** A JSON object, because the planner would choose a nested loop for a joined table. */
export function sizeSql(sizes: ReadonlyMap<string, number>, fullname: Sql): Sql {
  return sql`coalesce((${JSON.stringify(Object.fromEntries(sizes))}::jsonb ->> ${fullname})::int, 0)`;
}

/** The oldest of `made` leads, or an earlier one for `fullnames`. Read, archived or deleted ones stay so. */
export async function joinMentions(
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
     DELETE FROM "OutboxEntry" d USING joined WHERE d."notificationId" = joined."id" AND joined."deletedAt" IS NOT NULL`,
  );
}

/** Locks the totals in order. Returns watches that might exceed the daily limit. */
export async function addTotals(
  db: Queryable,
  counts: readonly { watchId: string; day: string; count: number }[],
  now: Date,
): Promise<string[]> {
  if (counts.length === 0) return [];
  const dayCount = sql`excluded."dayCount" + CASE WHEN ${isSameDaySql(sql`t."day"`, sql`excluded."day"`)} THEN t."dayCount" ELSE 0 END`;
  const day = sql`CASE WHEN ${isSameDaySql(sql`t."day"`, sql`excluded."day"`)} THEN t."day" ELSE excluded."day" END`;
  const found = await rows(
    db,
    z.object({ watchId: z.string(), dayCount: z.number() }),
    sql`INSERT INTO "WatchTotal" AS t ("watchId", "matchCount", "lastMatchedAt", "day", "dayCount", "noisyAt")
     SELECT id, n, ${now}, d::date, n, CASE WHEN n > ${noisyMatches} THEN ${now}::timestamptz END FROM unnest(${counts.map((total) => total.watchId)}::uuid[], ${counts.map((total) => total.count)}::int[], ${counts.map((total) => total.day)}::text[]) AS x(id, n, d) ORDER BY id
     ON CONFLICT ("watchId") DO UPDATE SET
       "matchCount" = t."matchCount" + excluded."matchCount",
       "lastMatchedAt" = excluded."lastMatchedAt", "dayCount" = ${dayCount},
       "noisyAt" = CASE WHEN ${dayCount} > ${noisyMatches} THEN ${now}::timestamptz ELSE t."noisyAt" END,
       "day" = ${day},
       "spikeDueAt" = CASE WHEN t."spikeDueAt" IS NULL AND ${dayCount} >= CASE WHEN t."spikeDay" = ${day} THEN t."spikeFrom" ELSE ${minSpikeCount} END
         AND (SELECT w."spikeNotification" FROM "Watch" w WHERE w."id" = t."watchId") THEN ${new Date(now.getTime() + spikeWaitMs)} ELSE t."spikeDueAt" END
     RETURNING "watchId", "dayCount"`,
  );
  return found.filter(({ dayCount }) => dayCount > freeDailyMatches).map(({ watchId }) => watchId);
}

/** Counts matches recorded without alerts. They don't count toward daily limits and spikes. */
export async function addSilentTotal(watchId: string, count: number, lastMatchedAt: Date): Promise<void> {
  await prisma().watchTotal.upsert({
    where: { watchId },
    create: { watchId, matchCount: count, lastMatchedAt },
    update: { matchCount: { increment: count }, lastMatchedAt },
    select: { watchId: true },
  });
}

/** The same day or the one after: a time zone change can go back a day and must not reset the count. */
function isSameDaySql(counted: Sql, day: Sql): Sql {
  return sql`${counted} - ${day} BETWEEN 0 AND 1`;
}
