import { z } from "zod";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { ownChannel } from "@/channels/own-channel";
import { reachableSql, saidChannelSql } from "./channel-sql";
import { isOpenSql, waitingPartingsSql } from "./closed-accounts";
import { policyColumns, policyRow } from "./policies";

/** What messages are about: what was matched, or the account itself. */
export type MessageKind = "alert" | "account";

const claimedDelivery = z.object({
  id: z.string(),
  userId: z.string(),
  slot: z.string(),
  template: z.string().nullable(),
  attempts: z.number(),
  fence: z.coerce.bigint(),
  createdAt: z.date(),
  email: z.string(),
  timeZone: z.string(),
  ...policyRow.shape,
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  /** The account may be alerted there. */
  isReachable: z.boolean(),
  /** Its destination has not gone and is on. */
  isThere: z.boolean(),
});
export type ClaimedDelivery = z.infer<typeof claimedDelivery>;

/**
 * Takes up to `most` due deliveries of a channel that have no message yet, longest waiting first, `newest` of them from the other
 * end: what a dead receiver is owed stands before nobody. Nobody else gets them until the lease ends, and whoever had them before
 * is fenced off. What a closed account has left waits to be removed.
 */
export async function claimDeliveries(
  db: Queryable,
  q: { channel: ChannelName; kind: MessageKind; most: number; newest?: number; now: Date; leaseUntil: Date },
): Promise<ClaimedDelivery[]> {
  const { newest = 0 } = q;
  const dueSql = sql`SELECT d."id" FROM "Delivery" d JOIN "User" u ON u."id" = d."userId"
       WHERE d."status" = 'pending' AND d."channel" = ${q.channel}::"Channel" AND d."kind" = ${q.kind}::"MessageKind"
         AND d."nextAttemptAt" <= ${q.now} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${q.now})`;
  const claimed = await rows(
    db,
    claimedDelivery,
    sql`WITH first AS MATERIALIZED (
       ${dueSql} ORDER BY d."nextAttemptAt" LIMIT ${q.most - newest} FOR UPDATE OF d SKIP LOCKED
     ), last AS MATERIALIZED (
       ${dueSql} ORDER BY d."nextAttemptAt" DESC LIMIT ${newest} FOR UPDATE OF d SKIP LOCKED
     )
     UPDATE "Delivery" d SET "leaseUntil" = ${q.leaseUntil}, "fence" = d."fence" + 1
     FROM (SELECT "id" FROM first UNION SELECT "id" FROM last) due, "User" u
     WHERE d."id" = due."id" AND u."id" = d."userId"
     RETURNING d."id", d."userId", d."slot", d."template", d."attempts", d."fence", d."createdAt", u."email", u."timeZone",
       ${policyColumns}, u."emailStatus", ${reachableSql(sql`d."channel"`)} AS "isReachable",
       EXISTS (SELECT FROM "Destination" t WHERE t."id" = d."destinationId" AND t."userId" = d."userId" AND t."offAt" IS NULL) AS "isThere"`,
  );
  return claimed.sort((one, other) => (one.id < other.id ? -1 : 1));
}

export interface OwnDelivery {
  id: string;
  userId: string;
  kind: MessageKind;
  /** One that was told once is not told again. */
  slot: string;
  template: string;
  now: Date;
}

/** A message to an account's own address that no match owes, to be sent as soon as can be. */
export async function insertOwnDelivery(tx: Queryable, own: OwnDelivery): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "kind", "slot", "template", "nextAttemptAt", "createdAt")
     SELECT ${own.id}::uuid, t."userId", t."id", t."channel", ${own.kind}::"MessageKind", ${own.slot}, ${own.template}, ${own.now}::timestamptz, ${own.now}::timestamptz
     FROM "Destination" t WHERE t."userId" = ${own.userId} AND t."channel" = ${ownChannel}::"Channel"
     ON CONFLICT ("destinationId", "slot") DO NOTHING`,
  );
}

/** Such messages about their accounts to many users at once; who has no such address any more gets none. */
export async function insertOwnDeliveries(
  tx: Queryable,
  messages: readonly Pick<OwnDelivery, "id" | "userId" | "slot">[],
  { template, now }: Pick<OwnDelivery, "template" | "now">,
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "kind", "slot", "template", "nextAttemptAt", "createdAt")
     SELECT m.id, t."userId", t."id", t."channel", 'account', m.slot, ${template}, ${now}::timestamptz, ${now}::timestamptz
     FROM unnest(${messages.map((one) => one.id)}::uuid[], ${messages.map((one) => one.userId)}::uuid[], ${messages.map((one) => one.slot)}::text[]) AS m(id, "userId", slot)
     JOIN "Destination" t ON t."userId" = m."userId" AND t."channel" = ${ownChannel}::"Channel"
     ON CONFLICT ("destinationId", "slot") DO NOTHING`,
  );
}

const waitingCounts = z.object({
  /** That have not ended yet. Of a closed account only what was begun to be sent counts, and the mail that it is owed. */
  deliveries: z.number(),
  /** Closed accounts that it is time to go on removing. */
  closings: z.number(),
});

/** How much waits to be delivered, or to be removed. */
export async function countWaiting(db: Queryable, now: Date): Promise<z.infer<typeof waitingCounts>> {
  const [counted] = await rows(
    db,
    waitingCounts,
    sql`SELECT ((SELECT count(*) FROM "Delivery" d WHERE "status" = 'pending' AND ${isOpenSql("d")})
       + (SELECT count(*) FROM ${waitingPartingsSql})
       + (SELECT count(*) FROM "Batch" b JOIN "Delivery" d ON d."batchId" = b."id"
          WHERE b."status" = 'pending' AND d."status" = 'frozen'))::int AS "deliveries",
       (SELECT count(*)::int FROM "ClosedAccount" WHERE "nextAttemptAt" IS NULL OR "nextAttemptAt" <= ${now}) AS "closings"`,
  );
  return counted!;
}

export interface PutBack {
  id: string;
  fence: bigint;
  status: "pending" | "skipped" | "failed" | "unknown";
  reason: string;
  nextAttemptAt: Date;
  /** A try to render it failed. */
  isTry: boolean;
}

/** Ends or puts off claimed deliveries that get no message now; those another run took meanwhile stay as they are. */
export async function putBackDeliveries(db: Queryable, deliveries: readonly PutBack[]): Promise<void> {
  await db.query(
    sql`UPDATE "Delivery" d SET "status" = p."status"::"DeliveryStatus", "reason" = p."reason",
       "nextAttemptAt" = p."nextAttemptAt", "attempts" = d."attempts" + p."tries", "leaseUntil" = NULL
     FROM unnest(${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.fence)}::bigint[], ${deliveries.map((delivery) => delivery.status)}::text[], ${deliveries.map((delivery) => delivery.reason)}::text[], ${deliveries.map((delivery) => delivery.nextAttemptAt)}::timestamptz[], ${deliveries.map((delivery) => (delivery.isTry ? 1 : 0))}::int[])
       AS p("id", "fence", "status", "reason", "nextAttemptAt", "tries")
     WHERE d."id" = p."id" AND d."fence" = p."fence" AND d."status" = 'pending'`,
  );
}

/**
 * Takes the deliveries that carry one of these items out of batches that were never sent, to be rendered anew
 * without it; one that is just being rendered is fenced off. The batch is locked, so a request is either not begun
 * or no longer ours to change.
 */
export async function unfreezeDeliveries(
  tx: Queryable,
  fullnames: readonly string[],
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    sql`WITH carrying AS (
       SELECT DISTINCT e."deliveryId" FROM "Notification" n JOIN "DeliveryEntry" e ON e."notificationId" = n."id"
       WHERE n."fullname" = ANY(${fullnames}::text[])
     ), held AS (
       SELECT b."id" FROM "Batch" b
       WHERE b."status" = 'pending' AND b."firstAttemptAt" IS NULL AND b."id" IN (
         SELECT d."batchId" FROM carrying c JOIN "Delivery" d ON d."id" = c."deliveryId" WHERE d."status" = 'frozen')
       ORDER BY b."id"
       FOR UPDATE
     )
     UPDATE "Delivery" d SET "status" = 'pending', "batchId" = NULL, "position" = NULL, "message" = NULL,
       "nextAttemptAt" = ${now}, "leaseUntil" = NULL, "fence" = d."fence" + 1
     FROM carrying c
     WHERE d."id" = c."deliveryId" AND (
       (d."status" = 'frozen' AND d."batchId" IN (SELECT "id" FROM held))
       OR (d."status" = 'pending' AND d."leaseUntil" IS NOT NULL))`,
  );
  return rowCount ?? 0;
}

export interface DeliveryEnd {
  id: string;
  status: "sent" | "failed" | "skipped" | "unknown";
  reason: string | null;
  providerId: string | null;
}

/** Ends frozen deliveries; their bodies go. The caller holds their batch. */
export async function endDeliveries(tx: Queryable, ends: readonly DeliveryEnd[], now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = e."status"::"DeliveryStatus", "reason" = e."reason", "providerId" = e."providerId",
       "sentAt" = CASE e."status" WHEN 'sent' THEN ${now}::timestamptz END, "message" = NULL
     FROM unnest(${ends.map((end) => end.id)}::uuid[], ${ends.map((end) => end.status)}::text[], ${ends.map((end) => end.reason)}::text[], ${ends.map((end) => end.providerId)}::text[]) AS e("id", "status", "reason", "providerId")
     WHERE d."id" = e."id" AND d."status" = 'frozen'`,
  );
}

export interface ReturnedDelivery {
  id: string;
  reason: string;
  nextAttemptAt: Date;
  /** This attempt may have arrived; or nothing was asked, and it counts as none. */
  isUnclear: boolean;
  isUntried: boolean;
}

/** Makes deliveries of an ended batch due again, each at its own time, to be rendered anew. The caller held their batch. */
export async function returnDeliveries(
  tx: Queryable,
  deliveries: readonly ReturnedDelivery[],
): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = 'pending', "reason" = r."reason", "nextAttemptAt" = r."nextAttemptAt",
       "isUnclear" = d."isUnclear" OR r."isUnclear", "attempts" = d."attempts" - r."isUntried"::int, "batchId" = NULL, "position" = NULL, "message" = NULL, "leaseUntil" = NULL
     FROM unnest(
         ${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.reason)}::text[],
         ${deliveries.map((delivery) => delivery.nextAttemptAt)}::timestamptz[], ${deliveries.map((delivery) => delivery.isUnclear)}::boolean[], ${deliveries.map((delivery) => delivery.isUntried)}::boolean[]
       ) AS r("id", "reason", "nextAttemptAt", "isUnclear", "isUntried")
     WHERE d."id" = r."id" AND d."status" = 'frozen'`,
  );
}

/** Writes beside a sent delivery what the provider reported of it later. */
export async function recordOutcome(tx: Queryable, providerId: string, reason: string): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" SET "reason" = ${reason} WHERE "providerId" = ${providerId} AND "status" = 'sent'`,
  );
}

const stuckDelivery = z.object({
  id: z.string(),
  userId: z.string(),
  channel: z.string(),
  slot: z.string(),
  status: z.enum(["failed", "unknown"]),
  reason: z.string().nullable(),
  createdAt: z.date(),
});

/** The newest deliveries that ended without being sent for sure. */
export function listStuckDeliveries(db: Queryable, most: number) {
  return rows(
    db,
    stuckDelivery,
    sql`SELECT "id", "userId", ${saidChannelSql} AS "channel", "slot", "status", "reason", "createdAt" FROM "Delivery" d
     WHERE "status" IN ('failed', 'unknown') AND ${isOpenSql("d")} ORDER BY "createdAt" DESC LIMIT ${most}`,
  );
}

/** Makes a failed or unknown delivery due again, to be rendered anew and sent under a new key. False: there is none. */
export async function replayDelivery(db: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`UPDATE "Delivery" SET "status" = 'pending', "reason" = NULL, "attempts" = 0, "isUnclear" = false, "nextAttemptAt" = ${now}, "leaseUntil" = NULL,
       "batchId" = NULL, "position" = NULL, "message" = NULL
     WHERE "id" = ${id} AND "status" IN ('failed', 'unknown')`,
  );
  return rowCount === 1;
}
