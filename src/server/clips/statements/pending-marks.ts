import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import { listedSql, newestOfEach } from "./listed-sql";
import {
  buriedClips,
  clipOf,
  lockedClips,
  markedClips,
  selectionCondition,
  type NotificationSelection,
} from "./notification-selection";
import { pendingMark, pendingMarkColumns, reachedSql, type PendingMark } from "./pending-mark-sql";
import { rows } from "@/server/platform/rows";

const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/**
 * Makes a mark on a selection pending; answers how many it reaches, and makes none of nothing. In a transaction that holds
 * the user (`holdBackRecording`): the mark reaches all that is there, and what is recorded later is made later.
 */
export async function insertPendingMark(
  tx: Queryable,
  selection: NotificationSelection,
  becomes: PendingMark["becomes"],
  now: Date,
): Promise<number> {
  const { text, values } = selectionCondition(selection);
  const place = (value: unknown) => `$${values.push(value)}`;
  const [counted] = await rows(
    tx,
    z.object({ count: z.number() }),
    `WITH reached AS MATERIALIZED (
       SELECT count(*)::int AS "count", max(n."createdAt") AS "newestAt" FROM "Notification" n WHERE ${text}
     ), made AS (
       INSERT INTO "PendingMark" ("userId", "userKeywordId", "statuses", "becomes", "upToAt", "upToId", "except", "createdAt")
       SELECT $1, (SELECT k."id" FROM "UserKeyword" k WHERE k."userId" = $1 AND k."keywordFolded" = ${place(selection.groupFolded)}),
         ${place(selection.statuses)}::text[]::"NotificationStatus"[], ${place(becomes)},
         least(${place(selection.until)}::timestamptz, greatest("newestAt", clock_timestamp())), '${lastId}', '{}', ${place(now)}
       FROM reached WHERE "count" > 0
     )
     SELECT "count" FROM reached`,
    values,
  );
  return counted!.count;
}

/** How many a selection has, counted up to `most`. */
export async function countSelection(
  db: Queryable,
  selection: NotificationSelection,
  most: number,
): Promise<number> {
  const { text, values } = selectionCondition(selection);
  const [counted] = await rows(
    db,
    z.object({ count: z.number() }),
    `SELECT count(*)::int AS "count" FROM (SELECT FROM "Notification" n WHERE ${text} LIMIT $${values.push(most)}) n`,
    values,
  );
  return counted!.count;
}

/** Waits for what is just being recorded for a user, and lets nothing be recorded for them to the end of the transaction. */
export async function holdBackRecording(tx: Queryable, userId: string): Promise<void> {
  await tx.query(`SELECT FROM "User" WHERE "id" = $1 FOR UPDATE`, [userId]);
}

/** The pending marks of a user in their order, locked to the end of the transaction. */
export function lockPendingMarks(tx: Queryable, userId: string): Promise<PendingMark[]> {
  return rows(
    tx,
    pendingMark,
    `SELECT ${pendingMarkColumns} FROM "PendingMark" m WHERE m."userId" = $1 ORDER BY m."id" FOR UPDATE`,
    [userId],
  );
}

/** Users with pending marks, those who wait longest first. */
export async function listMarkingUsers(db: Queryable, most: number): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ userId: z.string() }),
    `SELECT "userId" FROM "PendingMark" GROUP BY "userId" ORDER BY min("id") LIMIT $1`,
    [most],
  );
  return found.map(({ userId }) => userId);
}

/** Up to when pending marks of the users of these watches reach; null: there are none, which is mostly so. */
export async function findMarkedUntil(db: Queryable, watchIds: readonly string[]): Promise<Date | null> {
  const { rowCount } = await db.query(`SELECT FROM "PendingMark" LIMIT 1`);
  if (rowCount === 0) return null;
  const [found] = await rows(
    db,
    z.object({ until: z.date().nullable() }),
    `SELECT max(m."upToAt") AS "until" FROM "PendingMark" m
     WHERE m."userId" IN (SELECT w."userId" FROM "Watch" w WHERE w."id" = ANY($1::uuid[]))`,
    [watchIds],
  );
  return found!.until;
}

const carried = z.object({
  found: z.number(),
  changed: z.number(),
  lastAt: z.date().nullable(),
  lastId: z.string().nullable(),
});

/**
 * Carries a user's oldest mark out on the newest `most` clips that it still reaches, or on those of these rows. Answers
 * how many there were, how many of them nobody held, and where they end.
 */
export async function carryOut(
  tx: Queryable,
  userId: string,
  mark: PendingMark,
  which: { most: number } | { ids: readonly string[] },
): Promise<z.infer<typeof carried>> {
  const values: unknown[] = [userId, mark.statuses];
  const place = (value: unknown) => `$${values.push(value)}`;
  const parts = [`n."userId" = $1`, listedSql, reachedSql(mark, place)];
  if ("ids" in which) parts.push(`n."id" IN (${clipOf("$1", `${place(which.ids)}::uuid[]`)})`);
  const most = "ids" in which ? "NULL::int" : `${place(which.most)}::int`;
  const found = newestOfEach({
    columns: `n."id", n."createdAt"`,
    from: `"Notification" n`,
    condition: parts.join(" AND "),
    direction: "DESC",
    most,
    statuses: `$2::text[]::"NotificationStatus"[]`,
  });
  const isLive = `n."id" IN (SELECT "id" FROM found) AND ${listedSql} AND n."status" = ANY($2::text[]::"NotificationStatus"[])`;
  const change =
    mark.becomes === "deleted" ? buriedClips(place(mark.createdAt)) : markedClips(place(mark.becomes));
  const [done] = await rows(
    tx,
    carried,
    `WITH found AS MATERIALIZED (${found} ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${most}),
     ${lockedClips(isLive)}, ${change}
     SELECT (SELECT count(*)::int FROM found) AS "found", (SELECT count(*)::int FROM target) AS "changed",
       l."createdAt" AS "lastAt", l."id" AS "lastId"
     FROM (SELECT) one LEFT JOIN LATERAL (
       SELECT "createdAt", "id" FROM found ORDER BY "createdAt", "id" LIMIT 1
     ) l ON true`,
    values,
  );
  return done!;
}

/** What is newer than this, and this itself, a mark has been carried out on. */
export async function moveMark(
  tx: Queryable,
  mark: PendingMark,
  last: { at: Date; id: string },
): Promise<void> {
  await tx.query(`UPDATE "PendingMark" SET "upToAt" = $2, "upToId" = $3 WHERE "id" = $1`, [
    mark.id,
    last.at,
    last.id,
  ]);
}

export async function endMark(tx: Queryable, mark: PendingMark): Promise<void> {
  await tx.query(`DELETE FROM "PendingMark" WHERE "id" = $1`, [mark.id]);
}

/** The clips of these rows are beyond the pending marks of their user from now on. */
export async function exceptFromMarks(tx: Queryable, userId: string, ids: readonly string[]): Promise<void> {
  await tx.query(
    `UPDATE "PendingMark" SET "except" = "except" || ARRAY(
       SELECT n."id" FROM (${clipOf("$1", "$2::uuid[]")}) clip JOIN "Notification" n ON n."id" = clip."id"
       UNION SELECT f."id" FROM (${clipOf("$1", "$2::uuid[]")}) clip JOIN "Notification" f ON f."leadId" = clip."id")
     WHERE "userId" = $1`,
    [userId, ids],
  );
}

/** What these deliveries carry of users with pending marks. */
export function listMarkedEntries(db: Queryable, deliveryIds: readonly string[]) {
  return rows(
    db,
    z.object({ userId: z.string(), ids: z.array(z.string()) }),
    `SELECT d."userId", array_agg(e."notificationId") AS "ids"
     FROM "Delivery" d JOIN "DeliveryEntry" e ON e."deliveryId" = d."id"
     WHERE d."id" = ANY($1::uuid[]) AND d."userId" IN (SELECT m."userId" FROM "PendingMark" m)
     GROUP BY d."userId"`,
    [deliveryIds],
  );
}
