import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import { listedSql, newestOfEach } from "@/server/clips/statements/listed-sql";
import { rows } from "@/server/platform/rows";

/** Where a page of held rows goes on: before the last one's time and id. */
export interface HeldPlace {
  at: Date | "infinity";
  id: string;
}

const row = z.looseObject({ at: z.date(), _id: z.string() });
export type HeldRow = z.infer<typeof row>;

/** Everything goes by its creation, newest first, along an index of the user's. */
const paged = (columns: string, from: string, alias: string, where = "") =>
  `SELECT ${alias}."createdAt" AS "at", ${columns} FROM ${from}
   WHERE ${alias}."userId" = $1 ${where} AND (${alias}."createdAt", ${alias}."id") < ($2::timestamptz, $3::uuid)
   ORDER BY ${alias}."createdAt" DESC, ${alias}."id" DESC LIMIT $4`;

/**
 * What is held on a user: $1 the user, $2 and $3 the place, $4 how many rows at most. Left out are hashes, tokens, keys
 * and the bodies of mails on their way, which open something.
 */
const statements = {
  account: `SELECT "createdAt" AS "at", "id" AS "_id", "firstName", "lastName", "email", "emailVerifiedAt", "timeZone",
      "emailStatus"::text, "emailNotifications", "emailFrequency"::text, "theme"::text, "feedSecretHash" IS NOT NULL AS "hasFeed",
      "registeredWith", "firstSessionAt", "createdAt", "updatedAt"
    FROM "User" WHERE "id" = $1 AND ("createdAt", "id") < ($2::timestamptz, $3::uuid) LIMIT $4`,
  subscription: `SELECT "syncedAt" AS "at", "userId" AS "_id", "customerId", "subscriptionId", "priceId", "status",
      "cancelAtPeriodEnd", "currentPeriodStart", "currentPeriodEnd", "latestInvoiceId", "refundedAt", "disputedAt", "syncedAt"
    FROM "Subscription" WHERE "userId" = $1 AND ("syncedAt", "userId") < ($2::timestamptz, $3::uuid) LIMIT $4`,
  sessions: paged(
    `"id" AS "_id", "userAgent", "createdAt", "rotatedAt", "expiresAt", "endedAt"`,
    `"Session" s`,
    "s",
  ),
  watches: paged(
    `w."id" AS "_id", w."keyword", w."subreddits", w."isActive", COALESCE(t."matchCount", 0) AS "matchCount", t."lastMatchedAt",
     w."tags", w."notes", w."includePosts", w."includeComments", w."matchTitlesOnly", w."caseSensitive", w."wholeWordOnly",
     w."browserNotification", w."emailNotification", w."frequency"::text, w."activeSince", w."pausedBy", w."createdAt", w."updatedAt"`,
    `"Watch" w LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"`,
    "w",
  ),
  watchRevisions: `SELECT to_timestamp(0) AS "at", "watchId" AS "_id", json_agg(json_build_object('revision', "revision",
      'highlights', "highlights", 'createdAt', "createdAt", 'endedAt', "endedAt") ORDER BY "revision") AS "revisions"
    FROM "WatchRevision" WHERE "userId" = $1 AND (to_timestamp(0), "watchId") < ($2::timestamptz, $3::uuid)
    GROUP BY "watchId" ORDER BY "watchId" DESC LIMIT $4`,
  keywords: `SELECT to_timestamp(0) AS "at", "id" AS "_id", "keyword" FROM "UserKeyword"
    WHERE "userId" = $1 AND (to_timestamp(0), "id") < ($2::timestamptz, $3::uuid) ORDER BY "id" DESC LIMIT $4`,
  notifications: `SELECT n."createdAt" AS "at", n."id" AS "_id", n."leadId", n."watchId", n."keyword", n."subreddit", n."status"::text, n."createdAt",
     n."revision", n."openedAt", m."slot" AS "mailSlot", p."slot" AS "pushSlot",
     n."fullname", i."kind"::text, i."title", i."content", i."url", i."author", i."over18", i."createdAt" AS "postedAt"
    FROM (${newestOfEach({
      columns: "n.*",
      from: `"Notification" n`,
      condition: `n."userId" = $1 AND ${listedSql} AND (n."createdAt", n."id") < ($2::timestamptz, $3::uuid)`,
      direction: "DESC",
      most: "$4",
    })} UNION ALL (
      SELECT n.* FROM "Notification" n
      WHERE n."userId" = $1 AND n."deletedAt" IS NULL AND n."leadId" IS NOT NULL AND (n."createdAt", n."id") < ($2::timestamptz, $3::uuid)
      ORDER BY n."createdAt" DESC, n."id" DESC LIMIT $4)) n
     LEFT JOIN "Item" i ON i."fullname" = n."fullname"
     LEFT JOIN "Debt" m ON m."notificationId" = n."id" AND m."channel" = 'email'
     LEFT JOIN "Debt" p ON p."notificationId" = n."id" AND p."channel" = 'push'
    ORDER BY n."createdAt" DESC, n."id" DESC LIMIT $4`,
  deletedNotifications: paged(
    `"id" AS "_id", "watchId", "fullname", "status"::text, "createdAt", "deletedAt"`,
    `"Notification" n`,
    "n",
    `AND n."deletedAt" IS NOT NULL`,
  ),
  deliveries: paged(
    `"id" AS "_id", "channel"::text, "slot", "status"::text, "reason", "template", "count", "createdAt", "sentAt"`,
    `"Delivery" d`,
    "d",
  ),
  accountMails: paged(
    `"id" AS "_id", "kind"::text, "email", "createdAt", "expiresAt", "usedAt"`,
    `"EmailToken" e`,
    "e",
  ),
  pushSubscriptions: paged(
    `"id" AS "_id", "sessionId", "endpoint", "createdAt", "failedAt"`,
    `"PushSubscription" p`,
    "p",
  ),
} as const;

export type Held = keyof typeof statements;
export const heldKinds = Object.keys(statements) as Held[];

/** Up to `most` rows of what is held on a user, those after `place`. */
export function listHeldRows(
  db: Queryable,
  what: Held,
  q: { userId: string; place: HeldPlace; most: number },
): Promise<HeldRow[]> {
  return rows(db, row, statements[what], [q.userId, q.place.at, q.place.id, q.most]);
}
