import { z } from "zod";
import { channelNames, type ChannelName } from "@/channels/registry";
import { freeRealtimeMs } from "@/domain/plans";
import { sql, type Queryable } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";
import { isForSql, reachableSql } from "./channel-sql";
import { policyColumns, policyRow } from "./policies";

/** Whether anything is owed on any channel by now. */
export async function hasDueDebts(db: Queryable, now: Date): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isDue: z.boolean() }),
    sql`SELECT EXISTS (
       SELECT FROM "Debt" WHERE "channel" = ANY(${channelNames}::"Channel"[]) AND "slot" <= ${now}) AS "isDue"`,
  );
  return found!.isDue;
}

/**
 * Up to which slot one statement seals: `now`, or with more debts than `most` due, the slot of the one at that
 * place, so that a backlog is worked off in bounded pieces. Debts of the same slot are never parted.
 */
export async function findSealLimit(
  db: Queryable,
  channel: ChannelName,
  now: Date,
  most: number,
): Promise<Date> {
  const [found] = await rows(
    db,
    z.object({ limit: z.date() }),
    sql`SELECT COALESCE((
       SELECT "slot" FROM "Debt" WHERE "channel" = ${channel}::"Channel" AND "slot" <= ${now}
       ORDER BY "slot" OFFSET ${most} LIMIT 1
     ), ${now}::timestamptz) AS "limit"`,
  );
  return found!.limit;
}

/** Whether a debt (alias `o`) is planned for at once; what is no mail has no other rhythm. */
const isRealtimeSql = sql`(coalesce(o."rhythm", 'realtime') = 'realtime')`;

/** Whether a debt (alias `o`) of a channel is sealed with what is due until a time: it is due itself, or held back alone. */
export const isTakenSql = (until: Date) =>
  sql`(o."slot" <= ${until} OR (o."isHeld" AND NOT o."isMuted" AND ${isRealtimeSql}))`;

/** As long as any plan's window lasts. */
const windowSql = sql`${freeRealtimeMs}::int * interval '1 millisecond'`;

const dueDebts = z.object({
  userId: z.string(),
  timeZone: z.string(),
  ...policyRow.shape,
  isReachable: z.boolean(),
  slot: z.date(),
  count: z.number(),
  /** Null: there is none on this channel for any of it. */
  destinationId: z.string().nullable(),
  /** Watches of the user named for whom some of it is. */
  isNamed: z.boolean(),
  /** Of what is all real-time: when the last message about matches was sealed, and how many in the last hour; else null and 0. */
  toldAt: z.date().nullable(),
  told: z.number(),
  limitBursts: z.boolean(),
  isPro: z.boolean(),
});
export type DueDebts = z.infer<typeof dueDebts>;

/**
 * What is owed to each user at `until`, a row for each of their destinations on the channel that some of it is for. The slot is that of the newest
 * digest among it, so that what is recorded late for the same 08:00 finds the slot taken and waits for the next; without a
 * digest it is the newest of all. Closed accounts are among them as not reachable: left out, their debts would be at the head
 * for ever. When their user was told last is asked for real-time debts alone: of a digest it does not matter.
 */
export function listDueDebts(
  db: Queryable,
  channel: ChannelName,
  { until, now }: { until: Date; now: Date },
): Promise<DueDebts[]> {
  return rows(
    db,
    dueDebts,
    sql`SELECT d."userId", coalesce(u."timeZone", 'UTC') AS "timeZone", ${policyColumns}, d."slot", coalesce(t.count, d."count") AS "count", t."id" AS "destinationId", x."isNamed",
       coalesce(${reachableSql(sql`${channel}::"Channel"`)}, false) AS "isReachable",
       m."toldAt", m.told, coalesce(u."limitBursts", true) AS "limitBursts",
       CASE WHEN d."isRealtime" THEN ${hasProSql(sql`d."userId"`)} ELSE false END AS "isPro"
     FROM (
       SELECT o."userId", count(*)::int AS "count", bool_and(${isRealtimeSql}) AS "isRealtime",
         COALESCE(max(o."slot") FILTER (WHERE o."rhythm" <> 'realtime'), max(o."slot")) AS "slot"
       FROM "Debt" o
       WHERE o."channel" = ${channel}::"Channel" AND o."slot" <= ${until}
       GROUP BY o."userId"
     ) d
     LEFT JOIN "User" u ON u."id" = d."userId"
     CROSS JOIN LATERAL (SELECT EXISTS (
       SELECT FROM "Debt" o WHERE o."userId" = d."userId" AND o."channel" = ${channel}::"Channel" AND o."destinations" <> '{}') AS "isNamed") x
     LEFT JOIN LATERAL (
       SELECT t."id", CASE WHEN x."isNamed" THEN (
         SELECT count(*)::int FROM "Debt" o
         WHERE o."userId" = d."userId" AND o."channel" = ${channel}::"Channel" AND ${isTakenSql(until)} AND ${isForSql}
       ) WHEN t."isDefault" THEN d."count" END AS count
       FROM "Destination" t WHERE t."userId" = u."id" AND t."channel" = ${channel}::"Channel" AND t."offAt" IS NULL
     ) t ON t.count > 0
     LEFT JOIN LATERAL (
       SELECT max(e."createdAt") AS "toldAt", count(DISTINCT e."slot") FILTER (WHERE e."createdAt" <= ${now})::int AS told
       FROM "Delivery" e
       WHERE d."isRealtime" AND e."userId" = d."userId" AND e."createdAt" > ${now}::timestamptz - interval '1 hour'
         AND e."createdAt" <= ${now}::timestamptz + ${windowSql}
         AND e."channel" = ${channel}::"Channel" AND e."kind" = 'alert' AND e."template" IS NULL AND e."status" NOT IN ('skipped', 'failed')
     ) m ON true`,
  );
}

export interface DeliveryDraft {
  id: string;
  userId: string;
  destinationId: string;
  /** ISO time with milliseconds. */
  slot: string;
  count: number;
}

/** Has what is owed to these users by `until` wait, each for the moment that is theirs. */
export async function holdDebts(
  db: Queryable,
  channel: ChannelName,
  held: readonly { userId: string; heldUntil: Date; isBurst: boolean }[],
  until: Date,
): Promise<void> {
  await db.query(
    sql`UPDATE "Debt" d SET "slot" = h."until", "isHeld" = true, "isFolded" = d."isFolded" OR h."isBurst"
     FROM unnest(${held.map((one) => one.userId)}::uuid[], ${held.map((one) => one.heldUntil)}::timestamptz[], ${held.map((one) => one.isBurst)}::boolean[]) AS h("userId", "until", "isBurst")
     WHERE d."userId" = h."userId" AND d."channel" = ${channel}::"Channel" AND d."slot" <= ${until}`,
  );
}

/**
 * Makes one delivery per draft and moves what is owed up to `until` into the deliveries of its user, in one statement, and with it
 * what is held back for them: it would have opened the next. A user of whose destinations one had this slot sealed before is left
 * as they are: a debt is paid to all of them that it is for or to none. Answers the users of what was made, each as often as a delivery was.
 */
export async function sealDebts(
  db: Queryable,
  channel: ChannelName,
  drafts: readonly DeliveryDraft[],
  until: Date,
  now: Date,
): Promise<string[]> {
  const userIds = drafts.map((draft) => draft.userId);
  const made = await rows(
    db,
    z.object({ userId: z.string() }),
    sql`WITH draft AS MATERIALIZED (
       SELECT d.* FROM unnest(
           ${drafts.map((draft) => draft.id)}::uuid[], ${userIds}::uuid[], ${drafts.map((draft) => draft.destinationId)}::uuid[],
           ${drafts.map((draft) => draft.slot)}::text[], ${drafts.map((draft) => draft.count)}::int[]
         ) AS d("id", "userId", "destinationId", "slot", "count")
       JOIN (SELECT "id" FROM "User" WHERE "id" = ANY(${userIds}::uuid[]) ORDER BY "id" FOR KEY SHARE) u ON u."id" = d."userId"
     ), taken AS (
       SELECT d."userId" FROM draft d JOIN "Delivery" e ON e."destinationId" = d."destinationId" AND e."slot" = d."slot"
     ), made AS (
       INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "slot", "count", "nextAttemptAt", "createdAt")
       SELECT d."id", d."userId", d."destinationId", ${channel}::"Channel", d."slot", d."count", ${now}, ${now}
       FROM draft d WHERE d."userId" NOT IN (SELECT "userId" FROM taken)
       ORDER BY d."userId", d."destinationId"
       ON CONFLICT ("destinationId", "slot") DO NOTHING
       RETURNING "id", "userId", "destinationId"
     ), paid AS (
       DELETE FROM "Debt" o USING (SELECT DISTINCT "userId" FROM made) m
       WHERE o."userId" = m."userId" AND o."channel" = ${channel}::"Channel" AND ${isTakenSql(until)}
       RETURNING o."userId", o."notificationId", o."rhythm", o."isFolded", o."isHeld" OR o."isMuted" AS "isHeld", o."destinations"
     ), entered AS (
       INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "rhythm", "isFolded", "isHeld")
       SELECT made."id", o."notificationId", o."rhythm", o."isFolded", o."isHeld"
       FROM paid o JOIN made ON made."userId" = o."userId" JOIN "Destination" t ON t."id" = made."destinationId" AND ${isForSql}
       ORDER BY 1, 2
     )
     SELECT "userId" FROM made`,
  );
  return made.map(({ userId }) => userId);
}

export interface DebtMove {
  userId: string;
  /** The next slot of each rhythm in the user's zone. */
  realtime: Date;
  hourly: Date;
  daily: Date;
}

/** Gives what is owed to these users on a channel by `until` its next slot, each by the rhythm it was planned by. */
export async function moveDebts(
  db: Queryable,
  channel: ChannelName,
  moves: readonly DebtMove[],
  until: Date,
): Promise<number> {
  const { rowCount } = await db.query(
    sql`UPDATE "Debt" d SET "slot" = CASE d."rhythm"
       WHEN 'daily' THEN m."daily" WHEN 'hourly' THEN m."hourly" ELSE m."realtime" END
     FROM unnest(${moves.map((move) => move.userId)}::uuid[], ${moves.map((move) => move.realtime)}::timestamptz[], ${moves.map((move) => move.hourly)}::timestamptz[], ${moves.map((move) => move.daily)}::timestamptz[]) AS m("userId", "realtime", "hourly", "daily")
     WHERE d."userId" = m."userId" AND d."channel" = ${channel}::"Channel" AND d."slot" <= ${until}`,
  );
  return rowCount ?? 0;
}

const nextDue = z.object({
  /** The database's clock. */
  now: z.date(),
  /** Something was due by `since` already. */
  isLeft: z.boolean(),
  /** When the first falls due after `since`, be it past or to come; null: nothing. */
  next: z.date().nullable(),
});

/**
 * When there is next something to seal or to send on any channel: the head of each index, whatever waits behind it. What somebody
 * has claimed does not count while it is theirs.
 */
export async function findNextDue(db: Queryable, since: Date): Promise<z.infer<typeof nextDue>> {
  const [found] = await rows(
    db,
    nextDue,
    sql`WITH moment AS MATERIALIZED (SELECT clock_timestamp() AS now),
     debt (at) AS (
       SELECT o."slot" FROM unnest(enum_range(NULL::"Channel")) c, LATERAL (
         (SELECT "slot" FROM "Debt" WHERE "channel" = c AND "slot" <= ${since} ORDER BY "slot" LIMIT 1)
         UNION ALL (SELECT "slot" FROM "Debt" WHERE "channel" = c AND "slot" > ${since} ORDER BY "slot" LIMIT 1)) o
     ), delivery (at) AS (
       SELECT o."nextAttemptAt" FROM moment m, unnest(enum_range(NULL::"Channel")) c, unnest(enum_range(NULL::"MessageKind")) k, LATERAL (
         (SELECT "nextAttemptAt" FROM "Delivery" WHERE "status" = 'pending' AND "channel" = c AND "kind" = k
           AND "nextAttemptAt" <= ${since} AND ("leaseUntil" IS NULL OR "leaseUntil" <= m.now) ORDER BY "nextAttemptAt" LIMIT 1)
         UNION ALL (SELECT "nextAttemptAt" FROM "Delivery" WHERE "status" = 'pending' AND "channel" = c AND "kind" = k
           AND "nextAttemptAt" > ${since} AND ("leaseUntil" IS NULL OR "leaseUntil" <= m.now) ORDER BY "nextAttemptAt" LIMIT 1)) o
     ), batch (at) AS (
       (SELECT "nextAttemptAt" FROM "Batch" WHERE "status" = 'pending' AND "nextAttemptAt" <= ${since} ORDER BY "nextAttemptAt" LIMIT 1)
       UNION ALL (SELECT "nextAttemptAt" FROM "Batch" WHERE "status" = 'pending' AND "nextAttemptAt" > ${since} ORDER BY "nextAttemptAt" LIMIT 1)
     ), report (at) AS (
       (SELECT "weeklyReportAt" FROM "User" WHERE "weeklyReportAt" <= ${since} ORDER BY "weeklyReportAt" LIMIT 1)
       UNION ALL (SELECT "weeklyReportAt" FROM "User" WHERE "weeklyReportAt" > ${since} ORDER BY "weeklyReportAt" LIMIT 1)
       UNION ALL (SELECT "spikeDueAt" FROM "WatchTotal" WHERE "spikeDueAt" <= ${since} ORDER BY "spikeDueAt" LIMIT 1)
       UNION ALL (SELECT "spikeDueAt" FROM "WatchTotal" WHERE "spikeDueAt" > ${since} ORDER BY "spikeDueAt" LIMIT 1)
     ), due AS (SELECT at FROM debt UNION ALL SELECT at FROM delivery UNION ALL SELECT at FROM batch UNION ALL SELECT at FROM report)
     SELECT m.now, coalesce(bool_or(due.at <= ${since}), false) AS "isLeft", min(due.at) FILTER (WHERE due.at > ${since}) AS "next"
     FROM moment m LEFT JOIN due ON true GROUP BY m.now`,
  );
  return found!;
}
