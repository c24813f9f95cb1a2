import * as z from "zod";
import type { OverflowDay } from "@/domain/delivery/day-overflow";
import { noisySince } from "@/domain/delivery/noisy-keywords";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { getOtherPlaces, storyOr, isUnsentSql } from "./sent-stories";

/** The terms to highlight with their matching rules, without duplicates from a mention's several watches. */
export const highlightsRow = z
  .array(
    z.object({
      keyword: z.string(),
      caseSensitive: z.boolean(),
      wholeWordOnly: z.boolean(),
      isPrefix: z.literal(true).optional(),
    }),
  )
  .transform((all) => [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]);

/** At the match's revision. The plain keyword if unknown, or if 0 (older matches) with another keyword. */
export const highlightsSql = sql`(SELECT coalesce(jsonb_agg(h), '[]') FROM (
      SELECT n."watchId", n."revision", n."keyword"
      UNION ALL SELECT f."watchId", f."revision", f."keyword" FROM "Notification" f WHERE f."leadId" = n."id"
    ) m("watchId", "revision", "keyword"), jsonb_array_elements(coalesce(
      (SELECT r."highlights" FROM "WatchRevision" r WHERE r."watchId" = m."watchId" AND r."revision" <= m."revision"
         AND (m."revision" > 0 OR r."highlights" @> jsonb_build_array(jsonb_build_object('keyword', m."keyword")))
       ORDER BY r."revision" DESC LIMIT 1),
      jsonb_build_array(jsonb_build_object('keyword', m."keyword", 'caseSensitive', false, 'wholeWordOnly', false)))) h)`;

const elsewhere = z.array(z.object({ site: z.string(), place: z.string(), url: z.string() }));

const mailItem = z.object({
  deliveryId: z.string(),
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  site: z.string(),
  place: z.string(),
  title: z.string(),
  /** Markdown, not parsed here. `text` is null until it is rendered. */
  content: z.string(),
  text: z.string().nullable(),
  linkedText: z.string().nullable(),
  isToRender: z.boolean(),
  storedAt: z.date(),
  url: z.string(),
  author: z.string().nullable(),
  over18: z.boolean(),
  matchedAt: z.date(),
  matches: z.array(z.object({ keyword: z.string(), highlights: highlightsRow })),
  elsewhere,
});
export type MailItemRow = z.infer<typeof mailItem>;

/** Omits deleted and blanked items, and stories assigned to another delivery; `max` per delivery. */
export function listMailItems(
  db: Queryable,
  deliveryIds: readonly string[],
  max: number,
): Promise<MailItemRow[]> {
  return rows(
    db,
    mailItem,
    sql`SELECT d."id" AS "deliveryId", i."fullname", i."kind", i."site", i."place", i."title", i."content", i."text", i."linkedText",
       i."renderAt" IS NOT NULL AS "isToRender", i."storedAt", i."url", i."author", i."over18", m."matchedAt", m."matches",
       CASE WHEN m."isStory" THEN ${getOtherPlaces(sql`m."leadIds"`, sql`i."fullname"`)} ELSE '[]' END AS "elsewhere"
     FROM unnest(${deliveryIds}::uuid[]) AS d("id")
     CROSS JOIN LATERAL (
       SELECT (array_agg(n."fullname" ORDER BY n."id"))[1] AS "fullname", max(n."createdAt") AS "matchedAt",
         bool_or(n."storyKey" IS NOT NULL) AS "isStory", array_agg(DISTINCT coalesce(n."leadId", n."id")) AS "leadIds",
         json_agg(json_build_object('keyword', n."keyword", 'highlights', ${highlightsSql})
           ORDER BY n."keyword", n."id") AS "matches"
       FROM "DeliveryEntry" e
       JOIN "Notification" n ON n."id" = e."notificationId"
       JOIN "Item" s ON s."fullname" = n."fullname" AND s."blankedAt" IS NULL
       WHERE e."deliveryId" = d."id" AND n."deletedAt" IS NULL AND ${isUnsentSql}
       GROUP BY ${storyOr(sql`n."fullname"`)}
       ORDER BY "matchedAt" DESC, "fullname" DESC LIMIT ${max}
     ) m
     JOIN "Item" i ON i."fullname" = m."fullname"
     ORDER BY d."id", m."matchedAt" DESC, i."fullname" DESC`,
  );
}

const mailTotals = z.object({
  deliveryId: z.string(),
  /** Distinct items; a story counts once. */
  total: z.number(),
  frequency: z.enum(["realtime", "hourly", "daily"]),
  /** When the latest deferred match was created; null if there was no deferral. */
  deferredAt: z.date().nullable(),
  keywords: z.array(
    z.object({
      keyword: z.string(),
      userKeywordId: z.string(),
      count: z.number(),
      isInDigest: z.boolean(),
      isNoisy: z.boolean(),
    }),
  ),
});
export type MailTotals = z.infer<typeof mailTotals>;

/** Totals per delivery, without a row for empty ones. `frequency` is the slowest of its entries. */
export function listMailTotals(
  db: Queryable,
  deliveryIds: readonly string[],
  now: Date,
): Promise<MailTotals[]> {
  return rows(
    db,
    mailTotals,
    sql`WITH carried AS (
       SELECT e."deliveryId", ${storyOr(sql`n."fullname"`)} AS "story", n."keyword", n."userKeywordId", e."isInDigest", e."frequency", n."createdAt", e."isDeferred",
         t."noisyAt" > ${noisySince(now)} AS "isNoisy"
       FROM "DeliveryEntry" e
       JOIN "Notification" n ON n."id" = e."notificationId"
       JOIN "Item" s ON s."fullname" = n."fullname" AND s."blankedAt" IS NULL
       LEFT JOIN "WatchTotal" t ON t."watchId" = n."watchId"
       WHERE e."deliveryId" = ANY(${deliveryIds}::uuid[]) AND n."deletedAt" IS NULL AND ${isUnsentSql}
     ), keywords AS (
       SELECT "deliveryId", "keyword", min("userKeywordId"::text) AS "userKeywordId", count(DISTINCT "story")::int AS "count", bool_or("isInDigest") AS "isInDigest",
         coalesce(bool_or("isNoisy"), false) AS "isNoisy"
       FROM carried GROUP BY "deliveryId", "keyword"
     )
     SELECT c."deliveryId", c."total", c."frequency", c."deferredAt", h."keywords"
     FROM (
       SELECT "deliveryId", count(DISTINCT "story")::int AS "total", COALESCE(max("frequency"), 'realtime') AS "frequency",
         max("createdAt") FILTER (WHERE "isDeferred") AS "deferredAt"
       FROM carried GROUP BY "deliveryId"
     ) c
     JOIN (
       SELECT "deliveryId", json_agg(json_build_object('keyword', "keyword", 'userKeywordId', "userKeywordId", 'count', "count", 'isInDigest', "isInDigest", 'isNoisy', "isNoisy")
         ORDER BY "count" DESC, "keyword") AS "keywords"
       FROM keywords GROUP BY "deliveryId"
     ) h ON h."deliveryId" = c."deliveryId"`,
  );
}

const newsRow = z.object({
  deliveryId: z.string(),
  total: z.number(),
  notificationId: z.string(),
  keyword: z.string(),
  site: z.string(),
  place: z.string(),
  title: z.string(),
  over18: z.boolean(),
  isInDigest: z.boolean(),
  deferredAt: z.date().nullable(),
  elsewhere,
});

/** A story counts once. `notificationId` also considers read ones, so it doesn't change between calls. */
export function listNews(db: Queryable, deliveryIds: readonly string[]): Promise<z.infer<typeof newsRow>[]> {
  return rows(
    db,
    newsRow,
    sql`WITH carried AS MATERIALIZED (
       SELECT e."deliveryId", ${storyOr(sql`coalesce(n."leadId", n."id")`)} AS "story", n."createdAt", n."id" AS "rowId",
         coalesce(n."leadId", n."id") AS "id", n."storyKey" IS NOT NULL AS "isStory", n."keyword", i."fullname", i."site", i."place", i."title", i."over18", e."isInDigest", e."isDeferred",
         n."status" = 'unread' AND n."deletedAt" IS NULL AND i."blankedAt" IS NULL AS "isNews"
       FROM "DeliveryEntry" e JOIN "Notification" n ON n."id" = e."notificationId"
         JOIN "Item" i ON i."fullname" = n."fullname"
       WHERE e."deliveryId" = ANY(${deliveryIds}::uuid[]) AND (n."deletedAt" IS NOT NULL OR ${isUnsentSql})
     ), mention AS (
       SELECT DISTINCT ON ("deliveryId", "story") * FROM carried ORDER BY "deliveryId", "story", "isNews" DESC, "rowId"
     ), newest AS MATERIALIZED (
       SELECT DISTINCT ON ("deliveryId") "deliveryId", "id", bool_or("isInDigest") OVER (PARTITION BY "deliveryId") AS "isInDigest",
         max("createdAt") FILTER (WHERE "isDeferred") OVER (PARTITION BY "deliveryId") AS "deferredAt"
       FROM carried ORDER BY "deliveryId", "createdAt" DESC, "id" DESC
     )
     SELECT DISTINCT ON (c."deliveryId") c."deliveryId", newest."id" AS "notificationId", c."keyword", c."site", c."place",
       c."title", c."over18", CASE WHEN c."isStory" THEN ${getOtherPlaces(sql`ARRAY[c."id"]`, sql`c."fullname"`)} ELSE '[]' END AS "elsewhere",
       (count(*) OVER (PARTITION BY c."deliveryId"))::int AS "total", newest."isInDigest", newest."deferredAt"
     FROM mention c JOIN newest ON newest."deliveryId" = c."deliveryId"
     WHERE c."isNews"
     ORDER BY c."deliveryId", c."createdAt" DESC, c."id" DESC`,
  );
}

const overflowRow = z.object({
  watchId: z.string(),
  day: z.string(),
  keyword: z.string(),
  recorded: z.number(),
});

export function listOverflows(db: Queryable, days: readonly OverflowDay[]) {
  return rows(
    db,
    overflowRow,
    sql`SELECT o."watchId", o."day"::text, w."keyword", o."recorded"
     FROM ${tableSql("d", days, { watchId: "uuid", day: "text" })}
     JOIN "DayOverflow" o ON o."watchId" = d."watchId" AND o."day" = d.day::date AND o."reason" = 'count' JOIN "Watch" w ON w."id" = d."watchId"`,
  );
}

const textOverflowRow = z.object({ userId: z.string(), day: z.string(), megabytes: z.number() });

export function listTextOverflows(db: Queryable, userIds: readonly string[]) {
  return rows(
    db,
    textOverflowRow,
    sql`SELECT w."userId", o."day"::text, max(o."recorded") AS megabytes FROM "Watch" w
     JOIN "DayOverflow" o ON o."watchId" = w."id" AND o."reason" = 'text'
     WHERE w."userId" = ANY(${userIds}::uuid[]) GROUP BY 1, 2`,
  );
}

const accountToken = z.object({
  id: z.string(),
  email: z.string(),
  registeredAt: z.date(),
  /** The browser's user agent; null if unknown. */
  registeredWith: z.string().nullable(),
  isVerified: z.boolean(),
});

/** One statement: Prisma would read the users in a second one, when one can be deleted. */
export function listAccountTokens(db: Queryable, ids: readonly string[], now: Date) {
  return rows(
    db,
    accountToken,
    sql`SELECT t."id", t."email", u."createdAt" AS "registeredAt", u."registeredWith", u."emailVerifiedAt" IS NOT NULL AS "isVerified"
     FROM "EmailToken" t JOIN "User" u ON u."id" = t."userId"
     WHERE t."id" = ANY(${ids}::uuid[]) AND t."expiresAt" > ${now} AND t."usedAt" IS NULL`,
  );
}
