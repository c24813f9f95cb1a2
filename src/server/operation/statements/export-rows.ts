import { z } from "zod";
import { wireSite } from "@/contract/place";
import { toggles } from "@/contract/user";
import { addressTemplates } from "@/domain/message";
import { joined, sql, word, type Sql, type Queryable } from "@/server/platform/database";
import { saidChannelSql } from "@/server/delivery/statements/channel-sql";
import { listedSql, newestOfEach } from "@/server/mentions/statements/mentions";
import { nameOfPlace, siteOfPlace } from "@/server/platform/places-sql";
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

const paged = (q: ExportPage, columns: Sql, from: Sql, alias: Sql, where = sql``) =>
  sql`SELECT ${alias}."createdAt" AS "at", ${columns} FROM ${from}
   WHERE ${alias}."userId" = ${q.userId} ${where} AND (${alias}."createdAt", ${alias}."id") < (${q.after.at}::timestamptz, ${q.after.id}::uuid)
   ORDER BY ${alias}."createdAt" DESC, ${alias}."id" DESC LIMIT ${q.max}`;

/** All data of a user except hashes, tokens, keys and the content of pending emails, which grant access. */
const statements = {
  account: (
    q,
  ) => sql`SELECT "createdAt" AS "at", "id" AS "_id", "firstName", "lastName", "email", "emailVerifiedAt", "timeZone",
      "emailStatus"::text, "emailNotifications", "emailFrequency"::text, "quietFrom", "quietTo", "digestHour", "digestDays", "mutedUntil", "weeklyReportAt", ${joined(toggles.map((name) => word(`"${name}"`)))}, "theme"::text, "feedSecretHash" IS NOT NULL AS "hasFeed",
      "registeredWith", "firstSessionAt", "createdAt", "updatedAt",
      (SELECT json_build_object('day', s."day", 'bytes', s."bytes") FROM "StoredText" s WHERE s."userId" = "User"."id") AS "storedText"
    FROM "User" WHERE "id" = ${q.userId} AND ("createdAt", "id") < (${q.after.at}::timestamptz, ${q.after.id}::uuid) LIMIT ${q.max}`,
  subscription: (
    q,
  ) => sql`SELECT "syncedAt" AS "at", "userId" AS "_id", "customerId", "subscriptionId", "priceId", "status",
      "cancelAtPeriodEnd", "currentPeriodStart", "currentPeriodEnd", "latestInvoiceId", "refundedAt", "disputedAt", "syncedAt"
    FROM "Subscription" WHERE "userId" = ${q.userId} AND ("syncedAt", "userId") < (${q.after.at}::timestamptz, ${q.after.id}::uuid) LIMIT ${q.max}`,
  sessions: (q) =>
    paged(
      q,
      sql`"id" AS "_id", "userAgent", "createdAt", "rotatedAt", "expiresAt", "endedAt"`,
      sql`"Session" s`,
      sql`s`,
    ),
  watches: (q) =>
    paged(
      q,
      sql`w."id" AS "_id", w."kind"::text, w."root", w."endedAt", w."keyword", w."expression", w."authors", ${placesOnWire} AS "places", ${namesOnWire} AS "subreddits", w."isActive", COALESCE(t."matchCount", 0) AS "matchCount", t."lastMatchedAt",
     (SELECT coalesce(json_agg(json_build_object('day', o."day", 'reason', o."reason", 'recorded', o."recorded", 'missed', o."missed") ORDER BY o."day", o."reason"), '[]')
       FROM "DayOverflow" o WHERE o."watchId" = w."id") AS "overflows",
     w."tags", w."notes", w."includePosts", w."includeComments", w."matchTitlesOnly", w."caseSensitive", w."wholeWordOnly",
     w."browserNotification", w."emailNotification", w."frequency"::text, w."spikeNotification", w."destinations", w."mutedUntil", w."activeSince", w."pausedBy", w."createdAt", w."updatedAt"`,
      sql`"Watch" w LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"`,
      sql`w`,
    ),
  watchRevisions: (
    q,
  ) => sql`SELECT to_timestamp(0) AS "at", "watchId" AS "_id", json_agg(json_build_object('revision', "revision",
      'highlights', "highlights", 'createdAt', "createdAt", 'endedAt', "endedAt") ORDER BY "revision") AS "revisions"
    FROM "WatchRevision" WHERE "userId" = ${q.userId} AND (to_timestamp(0), "watchId") < (${q.after.at}::timestamptz, ${q.after.id}::uuid)
    GROUP BY "watchId" ORDER BY "watchId" DESC LIMIT ${q.max}`,
  keywords: (q) => sql`SELECT to_timestamp(0) AS "at", "id" AS "_id", "keyword", "root" FROM "UserKeyword"
    WHERE "userId" = ${q.userId} AND (to_timestamp(0), "id") < (${q.after.at}::timestamptz, ${q.after.id}::uuid) ORDER BY "id" DESC LIMIT ${q.max}`,
  notifications: (
    q,
  ) => sql`SELECT n."createdAt" AS "at", n."id" AS "_id", n."leadId", n."watchId", n."keyword", n."site", n."place", n."place" AS "subreddit", n."status"::text, n."createdAt",
     n."revision", n."openedAt", n."starredAt", n."snoozedUntil", n."storyKey", n."isSilent", m."dueAt" AS "mailSlot", p."dueAt" AS "pushSlot",
     n."fullname", i."kind"::text, i."title", i."content", i."url", i."author", i."over18", i."createdAt" AS "postedAt"
    FROM (${newestOfEach({
      columns: sql`n.*`,
      from: sql`"Notification" n`,
      condition: sql`n."userId" = ${q.userId} AND ${listedSql} AND (n."createdAt", n."id") < (${q.after.at}::timestamptz, ${q.after.id}::uuid)`,
      direction: "DESC",
      max: sql`${q.max}`,
    })} UNION ALL (
      SELECT n.* FROM "Notification" n
      WHERE n."userId" = ${q.userId} AND n."deletedAt" IS NULL AND n."leadId" IS NOT NULL AND (n."createdAt", n."id") < (${q.after.at}::timestamptz, ${q.after.id}::uuid)
      ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.max})) n
     LEFT JOIN "Item" i ON i."fullname" = n."fullname"
     LEFT JOIN "OutboxEntry" m ON m."notificationId" = n."id" AND m."channel" = 'email'
     LEFT JOIN "OutboxEntry" p ON p."notificationId" = n."id" AND p."channel" = 'push'
    ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.max}`,
  savedViews: (q) => paged(q, sql`"id" AS "_id", "name", "filters", "createdAt"`, sql`"SavedView" v`, sql`v`),
  deletedNotifications: (q) =>
    paged(
      q,
      sql`"id" AS "_id", "watchId", "fullname", "status"::text, "createdAt", "deletedAt"`,
      sql`"Notification" n`,
      sql`n`,
      sql`AND n."deletedAt" IS NOT NULL`,
    ),
  deliveries: (q) =>
    paged(
      q,
      sql`"id" AS "_id", ${saidChannelSql} AS "channel", "dedupeKey" AS "slot", "status"::text, "reason", "template", "count", "createdAt", "sentAt",
        (SELECT jsonb_agg(jsonb_build_object('at', a."at", 'answer', a."answer") ORDER BY a."at") FROM "DeliveryAttempt" a WHERE a."deliveryId" = d."id") AS "answers"`,
      sql`"Delivery" d`,
      sql`d`,
      // A delivery to an address that the user might not own would reveal whether it has an account.
      sql`AND coalesce(d."template", '') <> ALL(${addressTemplates})`,
    ),
  accountMails: (q) =>
    paged(
      q,
      sql`"id" AS "_id", "kind"::text, "email", "createdAt", "expiresAt", "usedAt"`,
      sql`"EmailToken" e`,
      sql`e`,
    ),
  pushSubscriptions: (q) =>
    paged(
      q,
      sql`"id" AS "_id", "sessionId", "encryptedAddress", "createdAt", "failedAt"`,
      sql`"Destination" t`,
      sql`t`,
      sql`AND "channel" = 'push'`,
    ),
  destinations: (q) =>
    paged(
      q,
      sql`"id" AS "_id", "channel"::text, "label", "encryptedAddress", "sessionId", "isDefault", "offAt", "offReason", "failedAt", "failure", "lastSentAt", "createdAt"`,
      sql`"Destination" t`,
      sql`t`,
    ),
  apiKeys: (q) =>
    paged(
      q,
      sql`"id" AS "_id", "label", "lastFour", "scope", "createdAt", "lastUsedAt", "expiresAt"`,
      sql`"ApiKey" k`,
      sql`k`,
    ),
} satisfies Record<string, (q: ExportPage) => Sql>;

export type ExportKind = keyof typeof statements;
export const exportKinds = Object.keys(statements) as ExportKind[];

export function listExportRows(db: Queryable, what: ExportKind, q: ExportPage): Promise<ExportRow[]> {
  return rows(db, exportRow, statements[what](q));
}
