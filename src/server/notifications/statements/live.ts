import * as z from "zod";
import { listContentLength } from "@/contract/notification";
import { listedSql, getSnoozed, watchIdsSql } from "@/server/mentions/statements/mentions";
import { pendingBulkUpdate, pendingUpdatesSql } from "@/server/mentions/statements/pending-update-sql";
import { policyColumns, policyRow } from "@/server/delivery/statements/policies";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { notificationColumns, notificationRow } from "./notification-row";

const freshRow = z.object({ userId: z.string(), id: z.string(), createdAt: z.date(), alerts: z.boolean() });
/** `alerts`: an unmuted watch has browser alerts on, and the match is not silent. */
export type NewMention = z.infer<typeof freshRow>;

/** Returns up to `max` unread mentions per user created after the user's `since`, most recent first. */
export function findNewMentions(
  db: Queryable,
  users: readonly { id: string; since: Date }[],
  max: number,
): Promise<NewMention[]> {
  return rows(
    db,
    freshRow,
    sql`SELECT n."userId", n."id", n."createdAt", NOT n."isSilent" AND EXISTS (
         SELECT FROM "Watch" w WHERE w."id" = ANY(n."watchIds") AND w."browserNotification"
         AND (w."mutedUntil" IS NULL OR w."mutedUntil" <= now())) AS "alerts"
       FROM ${tableSql("u", users, { id: "uuid", since: "timestamptz" })}
       CROSS JOIN LATERAL (
         SELECT n."userId", n."id", n."createdAt", n."isSilent", ${watchIdsSql} AS "watchIds" FROM "Notification" n
         WHERE n."userId" = u."id" AND n."status" = 'unread' AND ${listedSql} AND n."createdAt" > u."since"
         AND (n."snoozedUntil" IS NULL OR n."snoozedUntil" <= now())
         ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${max}::int
       ) n
       ORDER BY n."createdAt" DESC, n."id" DESC`,
  );
}

/** Returns notifications for lists. Ignores pending updates, because these were just created. */
export function listByIds(db: Queryable, ids: readonly string[]) {
  return rows(
    db,
    notificationRow,
    sql`SELECT ${notificationColumns(listContentLength)} FROM "Notification" n
       JOIN "Item" i ON i."fullname" = n."fullname" WHERE n."id" = ANY(${ids}::uuid[])`,
  );
}

const listenerRow = z.object({
  id: z.string(),
  timeZone: z.string(),
  ...policyRow.shape,
  count: z.number(),
  pendingBulkUpdates: z.array(pendingBulkUpdate),
});
export type Listener = z.infer<typeof listenerRow>;

/** Returns each user's stored unread count, pending updates that change it, and mute and quiet hours. */
export function listListeners(db: Queryable, userIds: readonly string[]): Promise<Listener[]> {
  return rows(
    db,
    listenerRow,
    sql`SELECT u."id", u."timeZone", ${policyColumns}, ${pendingUpdatesSql} AS "pendingBulkUpdates", (
         SELECT count(*)::int FROM "Notification" n
         WHERE n."userId" = u."id" AND n."status" = 'unread' AND ${listedSql}) - (
         SELECT count(*)::int FROM (${getSnoozed(sql`u."id"`)}) z) AS "count"
       FROM "User" u WHERE u."id" = ANY(${userIds}::uuid[])`,
  );
}

/** Selects invalid ids because the result is then almost always empty. */
export async function findEndedSessions(
  db: Queryable,
  ids: readonly string[],
  now: Date,
): Promise<Set<string>> {
  const found = await rows(
    db,
    z.object({ id: z.string() }),
    sql`SELECT requested."id" FROM unnest(${ids}::uuid[]) AS requested("id") WHERE NOT EXISTS (
       SELECT FROM "Session" s WHERE s."id" = requested."id" AND s."endedAt" IS NULL AND s."expiresAt" > ${now}) AND NOT EXISTS (
       SELECT FROM "ApiKey" k WHERE k."id" = requested."id" AND (k."expiresAt" IS NULL OR k."expiresAt" > ${now}))`,
  );
  return new Set(found.map(({ id }) => id));
}
