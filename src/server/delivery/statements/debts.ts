import { z } from "zod";
import { channelNames, type ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { reachableSql, mailRhythmSql } from "./channel-sql";

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

const dueDebts = z.object({
  userId: z.string(),
  timeZone: z.string(),
  isReachable: z.boolean(),
  slot: z.date(),
  count: z.number(),
  /** Null: there is none on this channel. */
  destinationId: z.string().nullable(),
});
export type DueDebts = z.infer<typeof dueDebts>;

/**
 * What is owed to each user at `until`, a row for each of their destinations on the channel. The slot is that of the newest
 * digest among it, so that what is recorded late for the same 08:00 finds the slot taken and waits for the next; without a
 * digest it is the newest of all. Closed accounts are among them as not reachable: left out, their debts would be at the head
 * for ever.
 */
export function listDueDebts(db: Queryable, channel: ChannelName, until: Date): Promise<DueDebts[]> {
  return rows(
    db,
    dueDebts,
    sql`SELECT d."userId", coalesce(u."timeZone", 'UTC') AS "timeZone", d."slot", d."count", t."id" AS "destinationId",
       coalesce(${reachableSql(sql`${channel}::"Channel"`)}, false) AS "isReachable"
     FROM (
       SELECT o."userId", count(*)::int AS "count",
         COALESCE(max(o."slot") FILTER (WHERE o."rhythm" <> 'realtime'), max(o."slot")) AS "slot"
       FROM "Debt" o
       WHERE o."channel" = ${channel}::"Channel" AND o."slot" <= ${until}
       GROUP BY o."userId"
     ) d
     LEFT JOIN "User" u ON u."id" = d."userId"
     LEFT JOIN "Destination" t ON t."userId" = u."id" AND t."channel" = ${channel}::"Channel"`,
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

/**
 * Makes one delivery per draft and moves what is owed up to `until` into the deliveries of its user, in one statement. A user of
 * whose destinations one had this slot sealed before is left as they are: a debt is paid to all of them or to none. Answers
 * the users of what was made, each as often as a delivery was.
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
       RETURNING "id", "userId"
     ), paid AS (
       DELETE FROM "Debt" o USING (SELECT DISTINCT "userId" FROM made) m
       WHERE o."userId" = m."userId" AND o."channel" = ${channel}::"Channel" AND o."slot" <= ${until}
       RETURNING o."userId", o."notificationId", o."rhythm", o."isFolded"
     ), entered AS (
       INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId", "rhythm", "isFolded")
       SELECT made."id", p."notificationId", p."rhythm", p."isFolded" FROM paid p JOIN made ON made."userId" = p."userId"
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

/**
 * Nothing more is owed to these users on a channel: their debts not sealed yet are dropped. What is just being sealed is left to
 * the check before sending; waiting for it could end in a deadlock.
 */
export async function clearDebts(
  db: Queryable,
  channel: ChannelName,
  userIds: readonly string[],
): Promise<number> {
  const { rowCount } = await db.query(
    sql`DELETE FROM "Debt" WHERE ("notificationId", "channel") IN (
       SELECT "notificationId", "channel" FROM "Debt"
       WHERE "userId" = ANY(${userIds}::uuid[]) AND "channel" = ${channel}::"Channel" FOR UPDATE SKIP LOCKED)`,
  );
  return rowCount ?? 0;
}

/** A user's time zone, null where there is no such user. */
export async function findTimeZone(db: Queryable, userId: string): Promise<string | null> {
  const [user] = await rows(
    db,
    z.object({ timeZone: z.string() }),
    sql`SELECT "timeZone" FROM "User" WHERE "id" = ${userId}`,
  );
  return user?.timeZone ?? null;
}

/**
 * Plans anew what is owed to one user in a rhythm and not sealed yet, by the settings as they are now. What was folded into the
 * hourly digest stays folded; without a rhythm nothing is owed any more. What is just being sealed goes out as it was planned.
 */
export async function replanDebts(
  db: Queryable,
  userId: string,
  slots: { realtime: Date; hourly: Date; daily: Date },
): Promise<void> {
  await db.query(
    sql`WITH planned AS MATERIALIZED (
       SELECT o."notificationId", CASE WHEN o."isFolded" AND o."rhythm" = 'realtime' THEN 'hourly' ELSE o."rhythm" END AS "rhythm"
       FROM (
         SELECT d."notificationId", d."isFolded", ${mailRhythmSql} AS "rhythm"
         FROM "Debt" d
         JOIN "Notification" n ON n."id" = d."notificationId"
         JOIN "User" u ON u."id" = d."userId"
         LEFT JOIN "Watch" w ON w."id" = n."watchId"
         WHERE d."userId" = ${userId} AND d."rhythm" IS NOT NULL
         FOR UPDATE OF d SKIP LOCKED
       ) o
     ), dropped AS (
       DELETE FROM "Debt" d USING planned p
       WHERE d."notificationId" = p."notificationId" AND d."rhythm" IS NOT NULL AND p."rhythm" IS NULL
     )
     UPDATE "Debt" d SET "rhythm" = p."rhythm",
       "slot" = CASE p."rhythm" WHEN 'realtime' THEN ${slots.realtime}::timestamptz WHEN 'hourly' THEN ${slots.hourly}::timestamptz ELSE ${slots.daily}::timestamptz END
     FROM planned p
     WHERE d."notificationId" = p."notificationId" AND d."rhythm" IS NOT NULL AND p."rhythm" IS NOT NULL`,
  );
}

/** Makes what these deliveries carried a debt again, due in each user's next daily digest. */
export async function releaseDebts(
  tx: Queryable,
  deliveries: readonly { id: string; slot: Date }[],
): Promise<void> {
  await tx.query(
    sql`WITH released AS (
       DELETE FROM "DeliveryEntry" e USING unnest(${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.slot)}::timestamptz[]) AS r("id", "slot")
       WHERE e."deliveryId" = r."id"
       RETURNING e."deliveryId", e."notificationId", e."isFolded", r."slot"
     )
     INSERT INTO "Debt" ("notificationId", "channel", "userId", "slot", "rhythm", "isFolded")
     SELECT n."id", d."channel", n."userId", r."slot", 'daily', r."isFolded"
     FROM released r JOIN "Delivery" d ON d."id" = r."deliveryId"
       JOIN "Notification" n ON n."id" = r."notificationId" AND n."deletedAt" IS NULL
     ORDER BY n."id"
     ON CONFLICT DO NOTHING`,
  );
}
