import * as z from "zod";
import { wireSite } from "@/contract/place";
import { toggles } from "@/contract/user";
import { addressTemplates } from "@/domain/delivery/message";
import { joined, sql, word, type Sql, type Queryable } from "@/server/platform/database";
import { saidChannelSql } from "@/server/delivery/statements/channel-sql";
import { listedSql, newestOfEach } from "@/server/mentions/statements/mentions";
import { nameOfPlace, siteOfPlace } from "@/server/places/places-sql";
import { rows } from "@/server/platform/rows";

export interface ExportAfter {
  at: Date | "infinity";
  id: string;
}

const exportRow = z.looseObject({ at: z.date(), _id: z.string() });
export type ExportRow = z.infer<typeof exportRow>;

interface ExportPage {
  userId: string;
  after: ExportAfter;
  max: number;
}

const namesOnWire = sql`ARRAY(SELECT ${nameOfPlace(sql`p`)} FROM unnest(w."places") WITH ORDINALITY AS u(p, at)
  WHERE ${siteOfPlace(sql`p`)} = ${wireSite} ORDER BY at)`;

const placesOnWire = sql`ARRAY(SELECT json_build_object('site', ${siteOfPlace(sql`p`)}, 'name', ${nameOfPlace(sql`p`)})
  FROM unnest(w."places") WITH ORDINALITY AS u(p, at) ORDER BY at)`;

const isAfter = ({ after }: ExportPage, at: Sql, id: Sql) =>
  sql`(${at}, ${id}) < (${after.at}::timestamptz, ${after.id}::uuid)`;

/** `at` and `id` are the order, latest first. Rows without a time have the epoch. */
const paged = (
  q: ExportPage,
  columns: Sql,
  from: Sql,
  alias: Sql,
  {
    where = sql``,
    owner = sql`${alias}."userId"`,
    at = sql`${alias}."createdAt"`,
    id = sql`${alias}."id"`,
  } = {},
) =>
  sql`SELECT ${at} AS "at", ${id} AS "_id", ${columns} FROM ${from}
   WHERE ${owner} = ${q.userId} ${where} AND ${isAfter(q, at, id)}
   ORDER BY ${at} DESC, ${id} DESC LIMIT ${q.max}`;

const epoch = sql`to_timestamp(0)`;

/** All data of a user except hashes, tokens, keys and the content of pending emails, which grant access. */
const statements = {
  account: (q) =>
    paged(
      q,
      sql`"firstName", "lastName", "email", "emailVerifiedAt", "timeZone",
      "emailStatus"::text, "emailNotifications", "emailFrequency"::text, "quietFrom", "quietTo", "digestHour", "digestDays", "mutedUntil", "weeklyReportAt", ${joined(toggles.map((name) => word(`"${name}"`)))}, "theme"::text, "feedSecretHash" IS NOT NULL AS "hasFeed",
      "registeredWith", "firstSessionAt", "createdAt", "updatedAt",
      (SELECT json_build_object('day', s."day", 'bytes', s."bytes") FROM "StoredText" s WHERE s."userId" = u."id") AS "storedText"`,
      sql`"User" u`,
      sql`u`,
      { owner: sql`u."id"` },
    ),
  subscription: (q) =>
    paged(
      q,
      sql`"customerId", "subscriptionId", "priceId", "status",
      "cancelAtPeriodEnd", "currentPeriodStart", "currentPeriodEnd", "latestInvoiceId", "refundedAt", "disputedAt", "syncedAt"`,
      sql`"Subscription" s`,
      sql`s`,
      { at: sql`"syncedAt"`, id: sql`"userId"` },
    ),
  sessions: (q) =>
    paged(q, sql`"userAgent", "createdAt", "rotatedAt", "expiresAt", "endedAt"`, sql`"Session" s`, sql`s`),
  watches: (q) =>
    paged(
      q,
      sql`w."kind"::text, w."root", w."endedAt", w."keyword", w."expression", w."authors", ${placesOnWire} AS "places", ${namesOnWire} AS "subreddits", w."isActive", COALESCE(t."matchCount", 0) AS "matchCount", t."lastMatchedAt",
     (SELECT coalesce(json_agg(json_build_object('day', o."day", 'reason', o."reason", 'recorded', o."recorded", 'missed', o."missed") ORDER BY o."day", o."reason"), '[]')
       FROM "DayOverflow" o WHERE o."watchId" = w."id") AS "overflows",
     w."tags", w."notes", w."includePosts", w."includeComments", w."matchTitlesOnly", w."caseSensitive", w."wholeWordOnly",
     w."browserNotification", w."emailNotification", w."frequency"::text, w."spikeNotification", w."destinations", w."mutedUntil", w."activeSince", w."pausedBy", w."createdAt", w."updatedAt"`,
      sql`"Watch" w LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"`,
      sql`w`,
    ),
  watchRevisions: (q) =>
    paged(
      q,
      sql`"revisions"`,
      sql`(SELECT "userId", "watchId", json_agg(json_build_object('revision', "revision",
      'highlights', "highlights", 'createdAt', "createdAt", 'endedAt', "endedAt") ORDER BY "revision") AS "revisions"
      FROM "WatchRevision" WHERE "userId" = ${q.userId} GROUP BY 1, 2) r`,
      sql`r`,
      { at: epoch, id: sql`"watchId"` },
    ),
  keywords: (q) => paged(q, sql`"keyword", "root"`, sql`"UserKeyword" k`, sql`k`, { at: epoch }),
  notifications: (q) => {
    const own = sql`n."userId" = ${q.userId} AND ${isAfter(q, sql`n."createdAt"`, sql`n."id"`)}`;
    return paged(
      q,
      sql`n."leadId", n."watchId", n."keyword", n."site", n."place", n."place" AS "subreddit", n."status"::text, n."createdAt",
     n."revision", n."openedAt", n."starredAt", n."snoozedUntil", n."storyKey", n."isSilent", m."dueAt" AS "mailSlot", p."dueAt" AS "pushSlot",
     n."fullname", i."kind"::text, i."title", i."content", i."url", i."author", i."over18", i."createdAt" AS "postedAt"`,
      sql`(${newestOfEach({
        columns: sql`n.*`,
        from: sql`"Notification" n`,
        condition: sql`${own} AND ${listedSql}`,
        direction: "DESC",
        max: sql`${q.max}`,
      })} UNION ALL (
      SELECT n.* FROM "Notification" n WHERE ${own} AND n."deletedAt" IS NULL AND n."leadId" IS NOT NULL
      ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.max})) n
     LEFT JOIN "Item" i ON i."fullname" = n."fullname"
     LEFT JOIN "OutboxEntry" m ON m."notificationId" = n."id" AND m."channel" = 'email'
     LEFT JOIN "OutboxEntry" p ON p."notificationId" = n."id" AND p."channel" = 'push'`,
      sql`n`,
    );
  },
  savedViews: (q) => paged(q, sql`"name", "filters", "createdAt"`, sql`"SavedView" v`, sql`v`),
  deletedNotifications: (q) =>
    paged(
      q,
      sql`"watchId", "fullname", "status"::text, "createdAt", "deletedAt"`,
      sql`"Notification" n`,
      sql`n`,
      { where: sql`AND n."deletedAt" IS NOT NULL` },
    ),
  deliveries: (q) =>
    paged(
      q,
      sql`${saidChannelSql} AS "channel", "dedupeKey" AS "slot", "status"::text, "reason", "template", "count", "createdAt", "sentAt",
        (SELECT jsonb_agg(jsonb_build_object('at', a."at", 'answer', a."answer") ORDER BY a."at") FROM "DeliveryAttempt" a WHERE a."deliveryId" = d."id") AS "answers"`,
      sql`"Delivery" d`,
      sql`d`,
      // A delivery to an address that the user might not own would reveal whether it has an account.
      { where: sql`AND coalesce(d."template", '') <> ALL(${addressTemplates})` },
    ),
  accountMails: (q) =>
    paged(q, sql`"kind"::text, "email", "createdAt", "expiresAt", "usedAt"`, sql`"EmailToken" e`, sql`e`),
  pushSubscriptions: (q) =>
    paged(q, sql`"sessionId", "encryptedAddress", "createdAt", "failedAt"`, sql`"Destination" t`, sql`t`, {
      where: sql`AND "channel" = 'push'`,
    }),
  destinations: (q) =>
    paged(
      q,
      sql`"channel"::text, "label", "encryptedAddress", "sessionId", "isDefault", "offAt", "offReason", "failedAt", "failure", "lastSentAt", "createdAt"`,
      sql`"Destination" t`,
      sql`t`,
    ),
  apiKeys: (q) =>
    paged(
      q,
      sql`"label", "lastFour", "scope", "createdAt", "lastUsedAt", "expiresAt"`,
      sql`"ApiKey" k`,
      sql`k`,
    ),
} satisfies Record<string, (q: ExportPage) => Sql>;

export type ExportKind = keyof typeof statements;
export const exportKinds = Object.keys(statements) as ExportKind[];

export function listExportRows(db: Queryable, what: ExportKind, q: ExportPage): Promise<ExportRow[]> {
  return rows(db, exportRow, statements[what](q));
}
