import * as z from "zod";
import { missingReasons } from "@/domain/reading/tracker";
import { isOwnSql } from "@/server/delivery/statements/channel-sql";
import { sql, type Queryable, joined } from "@/server/platform/database";
import { placeHealths } from "@/domain/reading/site";
import { nameOfPlace, siteOfPlace } from "@/server/places/places-sql";
import { rows } from "@/server/platform/rows";
import type { Reader } from "@/server/accounts/statements/accounts";
import { awakeSql, listedSql } from "@/server/mentions/statements/mentions";
import { statusParts } from "@/server/mentions/statements/pending-update-sql";

const isChannelOffOf = (userId: string) =>
  sql`EXISTS (SELECT FROM "Destination" d WHERE d."userId" = ${userId} AND d."offReason" IN ('gone', 'failing', 'reset'))`;

const lateMailsOf = (userId: string, readyBefore: Date) =>
  sql`SELECT count(*)::int FROM "Delivery" WHERE "userId" = ${userId} AND ${isOwnSql(sql`"channel"`)}
     AND "status" IN ('pending', 'frozen') AND greatest("createdAt", "retrySince") < ${readyBefore}`;

const placeRead = z.object({
  readAt: z.coerce.date().nullable(),
  itemsToday: z.number(),
  delayMs: z.number().nullable(),
  share: z.number().nullable(),
});
const placeGap = z.object({
  kind: z.enum(["post", "comment"]),
  fromAt: z.coerce.date(),
  toAt: z.coerce.date(),
  foundAt: z.coerce.date(),
  filledAt: z.coerce.date().nullable(),
  items: z.number().nullable(),
  reason: z.enum(["", ...missingReasons]),
});
const overflow = z.object({
  watchId: z.string(),
  keyword: z.string(),
  day: z.string(),
  reason: z.enum(["count", "text"]),
  recorded: z.number(),
  missed: z.number(),
  fromAt: z.coerce.date(),
  toAt: z.coerce.date(),
});
const coverageRow = z.object({
  site: z.string(),
  name: z.string(),
  displayName: z.string(),
  health: z.enum(placeHealths),
  failure: z.string().nullable(),
  slowdown: z.number(),
  readSince: z.coerce.date().nullable(),
  isWatched: z.boolean(),
  post: placeRead.nullable(),
  comment: placeRead.nullable(),
  gaps: z.array(placeGap),
  lateMails: z.number(),
  /** True if one of the user's destinations was turned off, but not by the user. */
  isChannelOff: z.boolean(),
  overflows: z.array(overflow).nullable(),
});
export type CoverageRow = z.infer<typeof coverageRow>;

/** By place, always with 'all' of `shareSite`. Each row has `lateMails`, only the first has `overflows`. */
export function listCoverage(
  db: Queryable,
  q: {
    userId: string;
    shareSite: string;
    now: Date;
    gapsSince: Date;
    gapLimit: number;
    mailsReadyBefore: Date;
  },
): Promise<CoverageRow[]> {
  const readOf = (kind: "post" | "comment") => sql`(
    SELECT jsonb_build_object('readAt', r."readAt", 'delayMs', r."delayMs", 'share', r."share",
      'itemsToday', CASE WHEN r."day" = (${q.now}::timestamptz AT TIME ZONE 'UTC')::date THEN r."itemsToday" ELSE 0 END)
    FROM "PlaceRead" r WHERE r."site" = m.site AND r."place" = m.name AND r."kind" = ${kind}::"ItemKind")`;
  return rows(
    db,
    coverageRow,
    sql`WITH mine AS (
       SELECT ${siteOfPlace(sql`lower(p)`)} AS site, ${nameOfPlace(sql`lower(p)`)} AS name, ${nameOfPlace(sql`min(p)`)} AS typed, true AS watched
       FROM "Watch" w, unnest(w."places") AS p
       WHERE w."userId" = ${q.userId} AND w."isActive" GROUP BY lower(p)
     ), requested AS (
       SELECT * FROM mine UNION ALL SELECT ${q.shareSite}, 'all', 'all', false
       WHERE NOT EXISTS (SELECT FROM mine WHERE site = ${q.shareSite} AND name = 'all')
     )
     SELECT m.site, m.name, coalesce(s."displayName", m.typed) AS "displayName", coalesce(s."health"::text, 'ok') AS health,
       (SELECT r."lastError" FROM "PlaceRead" r WHERE r."site" = m.site AND r."place" = m.name AND r."kind" = 'post'
         AND r."failedSince" IS NOT NULL) AS failure, coalesce(s."slowdown", 1) AS slowdown,
       m.watched AS "isWatched", s."watchedSince" AS "readSince", ${readOf("post")} AS post, ${readOf("comment")} AS comment,
       coalesce((SELECT jsonb_agg(g ORDER BY g."foundAt" DESC, g."fromAt" DESC) FROM (
         SELECT "kind", "fromAt", "toAt", "foundAt", "filledAt", "items", "reason" FROM "Gap"
         WHERE "site" = m.site AND "place" = m.name AND "foundAt" >= ${q.gapsSince} ORDER BY "foundAt" DESC, "fromAt" DESC LIMIT ${q.gapLimit}) g), '[]') AS gaps,
       (${lateMailsOf(q.userId, q.mailsReadyBefore)}) AS "lateMails",
       ${isChannelOffOf(q.userId)} AS "isChannelOff",
       CASE WHEN row_number() OVER () = 1 THEN (
         SELECT coalesce(jsonb_agg(jsonb_build_object('watchId', w."id", 'keyword', w."keyword", 'day', o."day"::text, 'reason', o."reason", 'recorded', o."recorded",
           'missed', o."missed", 'fromAt', o."fromAt", 'toAt', o."toAt") ORDER BY o."fromAt" DESC, w."id", o."reason"), '[]')
         FROM "Watch" w JOIN "DayOverflow" o ON o."watchId" = w."id"
         WHERE w."userId" = ${q.userId} AND o."toAt" >= ${q.gapsSince}) END AS "overflows"
     FROM requested m LEFT JOIN "Place" s ON s."site" = m.site AND s."name" = m.name
     ORDER BY m.site <> ${q.shareSite}, m.site, m.name`,
  );
}

const frameRow = z.object({
  unread: z.number(),
  places: z.number(),
  sites: z.array(z.string()),
  unreadable: z.number(),
  readAt: z.coerce.date().nullable(),
  gaps: z.array(z.string()),
  lateMails: z.number(),
  isChannelOff: z.boolean(),
  overflowing: z.array(z.enum(["count", "text"])),
});

export async function readFrame(
  db: Queryable,
  q: { user: Reader; gapsSince: Date; gapLimit: number; overflowsSince: Date; mailsReadyBefore: Date },
) {
  const unread = joined(
    [listedSql, awakeSql(q.user.id), ...statusParts(["unread"], q.user.pendingBulkUpdates)],
    " AND ",
  );
  const [frame] = await rows(
    db,
    frameRow,
    sql`WITH named AS (
       SELECT DISTINCT lower(p) AS place FROM "Watch" w, unnest(w."places") AS p
       WHERE w."userId" = ${q.user.id} AND w."isActive"
     ), mine AS (
       SELECT ${siteOfPlace(sql`place`)} AS site, ${nameOfPlace(sql`place`)} AS name FROM named
     ), overflow AS (
       SELECT o."fromAt", o."toAt", o."reason" FROM "Watch" w JOIN "DayOverflow" o ON o."watchId" = w."id"
       WHERE w."userId" = ${q.user.id} AND o."toAt" >= ${q.gapsSince}
     )
     SELECT
       (SELECT count(*)::int FROM "Notification" n
         WHERE n."userId" = ${q.user.id} AND ${unread}) AS "unread",
       (SELECT count(*)::int FROM mine) AS "places",
       ARRAY(SELECT DISTINCT site FROM mine ORDER BY site) AS "sites",
       (SELECT count(*)::int FROM "Place" s JOIN mine ON mine.site = s."site" AND mine.name = s."name" WHERE s."health" <> 'ok') AS "unreadable",
       (SELECT max(r."readAt") FROM "PlaceRead" r JOIN mine ON mine.site = r."site" AND mine.name = r."place") AS "readAt",
       (SELECT coalesce(jsonb_agg(g."foundAt"), '[]') FROM (
         SELECT max(g."foundAt") AS "foundAt" FROM "Gap" g JOIN mine ON mine.site = g."site" AND mine.name = g."place"
         WHERE g."foundAt" >= ${q.gapsSince} GROUP BY g."site", g."place", g."fromAt", g."toAt"
         UNION ALL SELECT "fromAt" FROM overflow
         ORDER BY "foundAt" DESC LIMIT ${q.gapLimit}) g) AS "gaps",
       ARRAY(SELECT DISTINCT "reason" FROM overflow WHERE "toAt" >= ${q.overflowsSince} ORDER BY "reason") AS "overflowing",
       (${lateMailsOf(q.user.id, q.mailsReadyBefore)}) AS "lateMails",
       ${isChannelOffOf(q.user.id)} AS "isChannelOff"`,
  );
  return frame!;
}
