import * as z from "zod";
import { activeChannels, type ChannelName } from "@/channels/registry";
import type { DeliveryFrequency } from "@/domain/delivery/digest-schedule";
import { freeRealtimeMs } from "@/domain/plans/plans";
import { prisma, sql, type Queryable, tableSql } from "@/server/platform/database";
import { hasProSql } from "@/server/platform/plan-sql";
import { rows } from "@/server/platform/rows";
import { isForSql, reachableSql } from "./channel-sql";
import { policyColumns, policyRow } from "./policies";

/**
 * Limits one statement to about `max` entries. `until` is `now`, or the due time of entry number `max` if more
 * are due. Digests share due times: with twice as many by then, only users up to `lastUserId` take part.
 */
export async function findEnqueueLimit(
  channel: ChannelName,
  now: Date,
  max: number,
): Promise<{ until: Date; lastUserId: string | null }> {
  const dueBy = (at: Date) => ({ channel, dueAt: { lte: at } });
  const dueEntry = (skip: number, at: Date) =>
    prisma().outboxEntry.findFirst({
      ...{ where: dueBy(at), orderBy: { dueAt: "asc" }, skip },
      select: { dueAt: true },
    });
  const until = (await dueEntry(max, now))?.dueAt;
  if (until === undefined) return { until: now, lastUserId: null };
  if ((await dueEntry(2 * max, until)) === null) return { until, lastUserId: null };
  const by = { orderBy: { userId: "asc" }, skip: max, select: { userId: true } } as const;
  const last = await prisma().outboxEntry.findFirst({ where: dueBy(until), ...by });
  return { until, lastUserId: last?.userId ?? null };
}

/** Whether an outbox entry (alias `o`) is real-time. Only emails have other frequencies. */
const isRealtimeSql = sql`(coalesce(o."frequency", 'realtime') = 'realtime')`;

/** Whether an outbox entry (alias `o`) is enqueued at `until`: due itself, or only deferred. */
export const isTakenSql = (until: Date) =>
  sql`(o."dueAt" <= ${until} OR (o."isDeferred" AND NOT o."isMuted" AND ${isRealtimeSql}))`;

const windowSql = sql`${freeRealtimeMs}::int * interval '1 millisecond'`;

const dueEntries = z.object({
  userId: z.string(),
  timeZone: z.string(),
  ...policyRow.shape,
  isReachable: z.boolean(),
  dueAt: z.date(),
  count: z.number(),
  /** Null if it has no destination on this channel. */
  destinationId: z.string().nullable(),
  isNamed: z.boolean(),
  /** Last alert and the number in the last hour. Null and 0 unless all entries are real-time. */
  lastSentAt: z.date().nullable(),
  sentCount: z.number(),
  limitBursts: z.boolean(),
  isPro: z.boolean(),
});
export type DueEntries = z.infer<typeof dueEntries>;

/**
 * The due time is the latest digest's, so entries recorded late for the same 08:00 find it used and wait for
 * the next one; without a digest it is the latest due time. Closed accounts are included as unreachable,
 * otherwise their entries would stay at the head forever. The casts of channels enforce index lookups by user.
 */
export function listDueEntries(
  db: Queryable,
  channel: ChannelName,
  { until, lastUserId = null, now }: { until: Date; lastUserId?: string | null; now: Date },
): Promise<DueEntries[]> {
  return rows(
    db,
    dueEntries,
    sql`SELECT d."userId", coalesce(u."timeZone", 'UTC') AS "timeZone", ${policyColumns}, d."dueAt", coalesce(t.count, d."count") AS "count", t."id" AS "destinationId", x."isNamed",
       coalesce(${reachableSql(sql`${channel}::"Channel"`)}, false) AS "isReachable",
       m."lastSentAt", m."sentCount", coalesce(u."limitBursts", true) AS "limitBursts",
       CASE WHEN d."isRealtime" THEN ${hasProSql(sql`d."userId"`)} ELSE false END AS "isPro"
     FROM (
       SELECT o."userId", count(*)::int AS "count", bool_and(${isRealtimeSql}) AS "isRealtime",
         COALESCE(max(o."dueAt") FILTER (WHERE o."frequency" <> 'realtime'), max(o."dueAt")) AS "dueAt"
       FROM "OutboxEntry" o
       WHERE o."channel" = ${channel}::"Channel" AND o."dueAt" <= ${until}
         AND (${lastUserId}::uuid IS NULL OR o."userId" <= ${lastUserId}::uuid)
       GROUP BY o."userId"
     ) d
     LEFT JOIN "User" u ON u."id" = d."userId"
     CROSS JOIN LATERAL (SELECT EXISTS (
       SELECT FROM "OutboxEntry" o WHERE o."userId" = d."userId" AND o."channel"::text = ${channel} AND o."destinations" <> '{}') AS "isNamed") x
     LEFT JOIN LATERAL (
       SELECT t."id", CASE WHEN x."isNamed" THEN (
         SELECT count(*)::int FROM "OutboxEntry" o
         WHERE o."userId" = d."userId" AND o."channel"::text = ${channel} AND ${isTakenSql(until)} AND ${isForSql}
       ) WHEN t."isDefault" THEN d."count" END AS count
       FROM "Destination" t WHERE t."userId" = u."id" AND t."channel"::text = ${channel} AND t."offAt" IS NULL
     ) t ON t.count > 0
     LEFT JOIN LATERAL (
       SELECT max(e."createdAt") AS "lastSentAt", count(DISTINCT e."dedupeKey") FILTER (WHERE e."createdAt" <= ${now})::int AS "sentCount"
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
  dedupeKey: string;
  count: number;
}

/**
 * The deliveries created for entry `o`. They are a JSON object, and destinations are looked up by id (OFFSET 0),
 * because the planner would scan whole tables for each entry.
 */
const madeForSql = sql`jsonb_to_recordset((SELECT "byId" FROM users) -> o."userId"::text) AS m("id" uuid, "destinationId" uuid)
  CROSS JOIN LATERAL (SELECT FROM "Destination" t WHERE t."id" = m."destinationId" AND ${isForSql} OFFSET 0) t`;

/**
 * Creates one delivery per draft and moves the users' entries due by `until` into it, plus deferred ones,
 * which would otherwise open the next message. Leaves entries for which no destination was drafted, because
 * they were recorded or changed since. Skips users with a destination that already has this dedupe
 * key: an entry goes to all its destinations or not at all. Returns the user id of each delivery created.
 */
export async function createDeliveries(
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
           ${drafts.map((draft) => draft.dedupeKey)}::text[], ${drafts.map((draft) => draft.count)}::int[]
         ) AS d("id", "userId", "destinationId", "dedupeKey", "count")
       JOIN (SELECT "id" FROM "User" WHERE "id" = ANY(${userIds}::uuid[]) ORDER BY "id" FOR KEY SHARE) u ON u."id" = d."userId"
     ), taken AS (
       SELECT d."userId" FROM draft d JOIN "Delivery" e ON e."destinationId" = d."destinationId" AND e."dedupeKey" = d."dedupeKey"
     ), made AS (
       INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "count", "nextAttemptAt", "createdAt")
       SELECT d."id", d."userId", d."destinationId", ${channel}::"Channel", d."dedupeKey", d."count", ${now}, ${now}
       FROM draft d WHERE d."userId" NOT IN (SELECT "userId" FROM taken)
       ORDER BY d."userId", d."destinationId"
       ON CONFLICT ("destinationId", "dedupeKey") DO NOTHING
       RETURNING "id", "userId", "destinationId"
     ), users AS (
       SELECT jsonb_object_agg("userId", "made") AS "byId" FROM (
         SELECT "userId", jsonb_agg(jsonb_build_object('id', "id", 'destinationId', "destinationId")) AS "made" FROM made GROUP BY 1) u
     ), paid AS (
       DELETE FROM "OutboxEntry" o
       WHERE o."userId" = ANY((SELECT array_agg("userId") FROM made)::uuid[]) AND o."channel" = ${channel}::"Channel" AND ${isTakenSql(until)}
         AND EXISTS (SELECT FROM ${madeForSql})
       RETURNING o."userId", o."notificationId", o."frequency", o."isInDigest", o."isDeferred" OR o."isMuted" AS "isDeferred", o."destinations"
     ), entered AS (
       INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "frequency", "isInDigest", "isDeferred")
       SELECT m."id", o."notificationId", o."frequency", o."isInDigest", o."isDeferred"
       FROM paid o CROSS JOIN LATERAL (SELECT m."id" FROM ${madeForSql}) m
       ORDER BY 1, 2
     )
     SELECT "userId" FROM made`,
  );
  return made.map(({ userId }) => userId);
}

/** New due times of a user's entries, by frequency. */
export interface EntryMove extends Record<DeliveryFrequency, Date> {
  userId: string;
  isDeferred: boolean;
  isBurst: boolean;
}

/** Moves the users' entries due by `until`. */
export async function rescheduleEntries(
  db: Queryable,
  channel: ChannelName,
  moves: readonly EntryMove[],
  until: Date,
): Promise<void> {
  const times = { realtime: "timestamptz", hourly: "timestamptz", daily: "timestamptz" } as const;
  await db.query(
    sql`UPDATE "OutboxEntry" d SET "isDeferred" = d."isDeferred" OR m."isDeferred", "isInDigest" = d."isInDigest" OR m."isBurst",
       "dueAt" = CASE d."frequency" WHEN 'daily' THEN m."daily" WHEN 'hourly' THEN m."hourly" ELSE m."realtime" END
     FROM ${tableSql("m", moves, { userId: "uuid", ...times, isDeferred: "boolean", isBurst: "boolean" })}
     WHERE d."userId" = m."userId" AND d."channel" = ${channel}::"Channel" AND d."dueAt" <= ${until}`,
  );
}

const nextDue = z.object({
  now: z.date(),
  /** Some work was already due at `since`. */
  isLeft: z.boolean(),
  /** The first due time after `since`, possibly in the past; null if there isn't one. */
  next: z.date().nullable(),
});

/**
 * Returns when work is next due on any channel. Ignores claimed rows until their lease ends, and outbox entries
 * of inactive channels.
 */
export async function findNextDue(db: Queryable, since: Date): Promise<z.infer<typeof nextDue>> {
  const [found] = await rows(
    db,
    nextDue,
    sql`WITH moment AS MATERIALIZED (SELECT clock_timestamp() AS now),
     entry (at) AS (
       SELECT o."dueAt" FROM unnest(${activeChannels()}::"Channel"[]) c, LATERAL (
         (SELECT "dueAt" FROM "OutboxEntry" WHERE "channel" = c AND "dueAt" <= ${since} ORDER BY "dueAt" LIMIT 1)
         UNION ALL (SELECT "dueAt" FROM "OutboxEntry" WHERE "channel" = c AND "dueAt" > ${since} ORDER BY "dueAt" LIMIT 1)) o
     ), delivery (at) AS (
       SELECT o."nextAttemptAt" FROM moment m, unnest(enum_range(NULL::"Channel")) c, unnest(enum_range(NULL::"MessageKind")) k, LATERAL (
         (SELECT "nextAttemptAt" FROM "Delivery" WHERE "status" = 'pending' AND "channel" = c AND "kind" = k
           AND "nextAttemptAt" <= ${since} AND ("leaseUntil" IS NULL OR "leaseUntil" <= m.now) ORDER BY "nextAttemptAt" LIMIT 1)
         UNION ALL (SELECT "nextAttemptAt" FROM "Delivery" WHERE "status" = 'pending' AND "channel" = c AND "kind" = k
           AND "nextAttemptAt" > ${since} AND ("leaseUntil" IS NULL OR "leaseUntil" <= m.now) ORDER BY "nextAttemptAt" LIMIT 1)) o
     ), request (at) AS (
       SELECT o."nextAttemptAt" FROM unnest(enum_range(NULL::"Channel")) c, LATERAL (
         (SELECT "nextAttemptAt" FROM "Delivery" WHERE "status" = 'frozen' AND "channel" = c AND "nextAttemptAt" <= ${since} ORDER BY "nextAttemptAt" LIMIT 1)
         UNION ALL (SELECT "nextAttemptAt" FROM "Delivery" WHERE "status" = 'frozen' AND "channel" = c AND "nextAttemptAt" > ${since} ORDER BY "nextAttemptAt" LIMIT 1)) o
     ), report (at) AS (
       (SELECT "weeklyReportAt" FROM "User" WHERE "weeklyReportAt" <= ${since} ORDER BY "weeklyReportAt" LIMIT 1)
       UNION ALL (SELECT "weeklyReportAt" FROM "User" WHERE "weeklyReportAt" > ${since} ORDER BY "weeklyReportAt" LIMIT 1)
       UNION ALL (SELECT "spikeDueAt" FROM "WatchTotal" WHERE "spikeDueAt" <= ${since} ORDER BY "spikeDueAt" LIMIT 1)
       UNION ALL (SELECT "spikeDueAt" FROM "WatchTotal" WHERE "spikeDueAt" > ${since} ORDER BY "spikeDueAt" LIMIT 1)
     ), due AS (SELECT at FROM entry UNION ALL SELECT at FROM delivery UNION ALL SELECT at FROM request UNION ALL SELECT at FROM report)
     SELECT m.now, coalesce(bool_or(due.at <= ${since}), false) AS "isLeft", min(due.at) FILTER (WHERE due.at > ${since}) AS "next"
     FROM moment m LEFT JOIN due ON true GROUP BY m.now`,
  );
  return found!;
}
