import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { mailRhythmSql, pushableSql } from "@/server/delivery/statements/channel-sql";
import { rows } from "@/server/platform/rows";

/** A match about to be recorded; ids are made beforehand. */
export interface NewNotification {
  id: string;
  watchId: string;
  revision: number;
  fullname: string;
  site: string;
  place: string;
}

/** The next digest slots of one time zone. */
export interface ZoneSlots {
  timeZone: string;
  hourly: Date;
  daily: Date;
}

/** Shared: another of these watches is of the same group. */
const row = z.object({ watchId: z.string(), count: z.number(), isShared: z.boolean() });

/**
 * Records matches as notifications, each with the debt it owes, and answers how many were new for each watch.
 * The watch must still be active in the revision that matched, else the match is dropped. Group rows
 * (UserKeyword) are made where they are missing. Repeating it changes nothing: unique by watch and item.
 * `fallback` is for users whose zone changed since `zones` were listed: a debt without a slot would be lost.
 * The keyword's LIMIT tells the planner that each watch has one: joined by two columns it expects next to none, and goes
 * through all watches for each notification.
 */
export async function insertNotifications(
  db: Queryable,
  matches: readonly NewNotification[],
  zones: readonly ZoneSlots[],
  now: Date,
  fallback: Omit<ZoneSlots, "timeZone">,
) {
  const watchIds = [...new Set(matches.map((match) => match.watchId))].sort();
  await db.query(
    sql`INSERT INTO "UserKeyword" ("id", "userId", "keywordFolded", "keyword")
     SELECT gen_random_uuid(), w."userId", w."keywordFolded", min(w."keyword")
     FROM "Watch" w
     WHERE w."id" = ANY(${watchIds}::uuid[]) AND NOT EXISTS (
       SELECT FROM "UserKeyword" k WHERE k."userId" = w."userId" AND k."keywordFolded" = w."keywordFolded")
     GROUP BY w."userId", w."keywordFolded" ORDER BY w."userId", w."keywordFolded"
     ON CONFLICT DO NOTHING`,
  );
  return rows(
    db,
    row,
    sql`WITH watching AS MATERIALIZED (
       SELECT w."id", w."userId", w."revision", w."keyword", k."id" AS "userKeywordId", r.rhythm,
         CASE r.rhythm WHEN 'realtime' THEN ${now} WHEN 'hourly' THEN coalesce(z.hourly, ${fallback.hourly}) WHEN 'daily' THEN coalesce(z.daily, ${fallback.daily}) END AS slot,
         w."browserNotification" AND ${pushableSql} AS "isPushed"
       FROM "Watch" w
       JOIN "User" u ON u."id" = w."userId"
       CROSS JOIN LATERAL (
         SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = w."userId" AND k."keywordFolded" = w."keywordFolded" LIMIT 1) k
       LEFT JOIN unnest(${zones.map((zone) => zone.timeZone)}::text[], ${zones.map((zone) => zone.hourly)}::timestamptz[], ${zones.map((zone) => zone.daily)}::timestamptz[]) AS z("timeZone", hourly, daily) ON z."timeZone" = u."timeZone"
       CROSS JOIN LATERAL (SELECT ${mailRhythmSql} AS rhythm) r
       WHERE w."id" = ANY(${watchIds}::uuid[]) AND w."isActive"
     ), made AS (
       INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt", "revision")
       SELECT m.id, w."userId", w."id", m.fullname, m.site, m.place, w."keyword", w."userKeywordId", ${now}, w."revision"
       FROM unnest(${matches.map((match) => match.id)}::uuid[], ${matches.map((match) => match.watchId)}::uuid[], ${matches.map((match) => match.revision)}::int[], ${matches.map((match) => match.fullname)}::text[], ${matches.map((match) => match.site)}::text[], ${matches.map((match) => match.place)}::text[]) AS m(id, "watchId", revision, fullname, site, place)
       JOIN watching w ON w."id" = m."watchId" AND w."revision" = m.revision
       ORDER BY m.fullname, w."id"
       ON CONFLICT ("fullname", "watchId") DO NOTHING
       RETURNING "id", "watchId"
     ), mailed AS (
       INSERT INTO "Debt" ("notificationId", "channel", "userId", "slot", "rhythm")
       SELECT made."id", 'email', w."userId", w.slot, w.rhythm
       FROM made JOIN watching w ON w."id" = made."watchId" WHERE w.rhythm IS NOT NULL
     ), pushed AS (
       INSERT INTO "Debt" ("notificationId", "channel", "userId", "slot")
       SELECT made."id", 'push', w."userId", ${now} FROM made JOIN watching w ON w."id" = made."watchId" WHERE w."isPushed"
     )
     SELECT "watchId", count(*)::int AS count, "watchId" IN (
       SELECT w."id" FROM watching w
       WHERE w."userKeywordId" IN (SELECT "userKeywordId" FROM watching GROUP BY 1 HAVING count(*) > 1)
     ) AS "isShared"
     FROM made GROUP BY "watchId"`,
  );
}
