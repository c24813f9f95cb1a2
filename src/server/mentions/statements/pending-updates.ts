import * as z from "zod";
import { prisma, sql, joined, type Queryable } from "@/server/platform/database";
import {
  listedSql,
  newestOfEach,
  deletedMentions,
  leadsSql,
  lockedMentions,
  namedSql,
  updatedMentions,
  statusTo,
  selectionCondition,
  type NotificationSelection,
} from "./mentions";
import {
  pendingBulkUpdate,
  pendingUpdateColumns,
  reachedSql,
  type PendingBulkUpdate,
} from "./pending-update-sql";
import { lockRows } from "@/server/platform/locked-rows";
import { rows } from "@/server/platform/rows";

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Returns the number of notifications it applies to; inserts nothing for 0. Requires `pauseRecording` in the
 * same transaction, so the update applies to everything recorded so far and nothing later.
 */
export async function insertPendingUpdate(
  tx: Queryable,
  selection: NotificationSelection,
  becomes: PendingBulkUpdate["becomes"],
  now: Date,
  undoId: string,
): Promise<number> {
  const { userId } = selection;
  const [counted] = await rows(
    tx,
    z.object({ count: z.number() }),
    sql`WITH reached AS MATERIALIZED (
       SELECT count(*)::int AS "count", max(n."createdAt") AS "newestAt" FROM "Notification" n WHERE ${selectionCondition(selection)}
     ), made AS (
       INSERT INTO "PendingBulkUpdate" ("userId", "userKeywordId", "statuses", "becomes", "upToAt", "upToId", "except", "createdAt", "undoId")
       SELECT ${userId}::uuid, (SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = ${userId} AND k."keywordFolded" = ${selection.groupFolded}),
         ${selection.statuses}::text[]::"NotificationStatus"[], ${becomes},
         least(${selection.until}::timestamptz, greatest("newestAt", clock_timestamp())), ${lastId}::uuid, '{}', ${now}, ${undoId}::uuid
       FROM reached WHERE "count" > 0
     )
     SELECT "count" FROM reached`,
  );
  return counted!.count;
}

/** Waits for current recordings for the user and blocks new ones until the transaction ends. */
export async function pauseRecording(tx: Queryable, userId: string): Promise<void> {
  await lockRows(tx, "User", sql`"id" = ${userId}`);
}

export function lockPendingUpdates(tx: Queryable, userId: string): Promise<PendingBulkUpdate[]> {
  return rows(
    tx,
    pendingBulkUpdate,
    sql`SELECT ${pendingUpdateColumns} FROM "PendingBulkUpdate" m WHERE m."userId" = ${userId} ORDER BY m."id" FOR UPDATE`,
  );
}

export async function listUpdatingUsers(db: Queryable, before: Date, max: number): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`SELECT "userId" FROM "PendingBulkUpdate" WHERE "createdAt" <= ${before} GROUP BY "userId" ORDER BY min("id") LIMIT ${max}`,
  );
  return found.map(({ userId }) => userId);
}

/** Null if there are no updates, which is the usual case. */
export async function findUpdatedUntil(db: Queryable, watchIds: readonly string[]): Promise<Date | null> {
  // The EXISTS is evaluated once and first.
  const [found] = await rows(
    db,
    z.object({ until: z.date().nullable() }),
    sql`SELECT max(m."upToAt") AS "until" FROM "PendingBulkUpdate" m
     WHERE EXISTS (SELECT FROM "PendingBulkUpdate")
       AND m."userId" IN (SELECT w."userId" FROM "Watch" w WHERE w."id" = ANY(${watchIds}::uuid[]))`,
  );
  return found!.until;
}

const carried = z.object({
  found: z.number(),
  changed: z.number(),
  lastAt: z.date().nullable(),
  lastId: z.string().nullable(),
});

/** Applies a user's oldest update to the latest `max` mentions that remain, or to these rows. */
export async function carryOut(
  tx: Queryable,
  userId: string,
  mark: PendingBulkUpdate,
  which: { max: number } | { ids: readonly string[] },
): Promise<z.infer<typeof carried>> {
  const statuses = sql`${mark.statuses}::text[]::"NotificationStatus"[]`;
  const parts = [sql`n."userId" = ${userId}`, listedSql, reachedSql(mark)];
  const max = sql`${"ids" in which ? null : which.max}::int`;
  const found = newestOfEach({
    columns: sql`n."id", n."createdAt"`,
    from: sql`"Notification" n`,
    condition: "ids" in which ? namedSql(userId, which.ids, parts) : joined(parts, " AND "),
    direction: "DESC",
    max,
    statuses,
  });
  const isLive = sql`n."id" IN (SELECT "id" FROM found) AND ${listedSql} AND n."status" = ANY(${statuses})`;
  const change =
    mark.becomes === "deleted"
      ? deletedMentions(mark.createdAt, mark.undoId)
      : updatedMentions(statusTo(mark.becomes), mark.undoId);
  const [done] = await rows(
    tx,
    carried,
    sql`WITH found AS MATERIALIZED (${found} ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${max}),
     ${lockedMentions(isLive)}, ${change}
     SELECT (SELECT count(*)::int FROM found) AS "found", (SELECT count(*)::int FROM target) AS "changed",
       l."createdAt" AS "lastAt", l."id" AS "lastId"
     FROM (SELECT) one LEFT JOIN LATERAL (
       SELECT "createdAt", "id" FROM found ORDER BY "createdAt", "id" LIMIT 1
     ) l ON true`,
  );
  return done!;
}

export async function completeUpdate({ id }: PendingBulkUpdate): Promise<void> {
  await prisma().pendingBulkUpdate.deleteMany({ where: { id: BigInt(id) } });
}

export async function exceptFromUpdates(
  tx: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  await tx.query(
    sql`UPDATE "PendingBulkUpdate" SET "except" = "except" || ARRAY(
       SELECT n."id" FROM (${leadsSql(userId, ids)}) mention JOIN "Notification" n ON n."id" = mention."id"
       UNION SELECT f."id" FROM (${leadsSql(userId, ids)}) mention JOIN "Notification" f ON f."leadId" = mention."id")
     WHERE "userId" = ${userId}`,
  );
}

export function listUpdatedEntries(db: Queryable, deliveryIds: readonly string[]) {
  return rows(
    db,
    z.object({ userId: z.string(), ids: z.array(z.string()) }),
    sql`SELECT d."userId", array_agg(e."notificationId") AS "ids"
     FROM "Delivery" d JOIN "DeliveryEntry" e ON e."deliveryId" = d."id"
     WHERE d."id" = ANY(${deliveryIds}::uuid[]) AND d."userId" IN (SELECT m."userId" FROM "PendingBulkUpdate" m)
     GROUP BY d."userId"`,
  );
}
