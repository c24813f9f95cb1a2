import * as z from "zod";
import type { ChannelName } from "@/channels/registry";
import { Prisma } from "@/generated/prisma/client";
import { prisma, sql, type Queryable, tableSql } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { rows } from "@/server/platform/rows";
import { ownChannel } from "@/channels/own-channel";
import { reachableSql, saidChannelSql } from "./channel-sql";
import type { Claim } from "./claims";
import { isOpenSql } from "./closed-accounts";
import { policyColumns, policyRow } from "./policies";

export type MessageKind = "alert" | "account";

const claimedDelivery = z.object({
  id: z.string(),
  userId: z.string(),
  dedupeKey: z.string(),
  template: z.string().nullable(),
  attempts: z.number(),
  fence: z.coerce.bigint(),
  retrySince: z.date(),
  email: z.string(),
  timeZone: z.string(),
  ...policyRow.shape,
  emailStatus: z.enum(["ok", "bounced", "complained", "unsubscribed"]),
  isReachable: z.boolean(),
  /** The destination exists and is on. */
  isThere: z.boolean(),
});

/** `email` is empty for the email after an account's deletion, which has its own address. */
export type ClaimedDelivery = z.infer<typeof claimedDelivery>;

/**
 * Claims up to `max` due deliveries without a message: the longest waiting first, but `newest` of them from
 * the other end, so a dead endpoint's backlog can't block others. Fences off earlier claims. Of closed
 * accounts, claims only the email about the deletion.
 */
export async function claimDeliveries(
  db: Queryable,
  q: { channel: ChannelName; kind: MessageKind; max: number; newest?: number; now: Date; leaseUntil: Date },
): Promise<ClaimedDelivery[]> {
  const { newest = 0 } = q;
  const dueSql = sql`SELECT d."id", d."userId" FROM "Delivery" d
       WHERE (d."encryptedAddress" IS NOT NULL OR EXISTS (SELECT FROM "User" u WHERE u."id" = d."userId")) AND d."status" = 'pending' AND d."channel" = ${q.channel}::"Channel" AND d."kind" = ${q.kind}::"MessageKind"
         AND d."nextAttemptAt" <= ${q.now} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${q.now})`;
  const claimed = await rows(
    db,
    claimedDelivery,
    sql`WITH first AS MATERIALIZED (
       ${dueSql} ORDER BY d."nextAttemptAt" LIMIT ${q.max - newest} FOR UPDATE OF d SKIP LOCKED
     ), last AS MATERIALIZED (
       ${dueSql} ORDER BY d."nextAttemptAt" DESC LIMIT ${newest} FOR UPDATE OF d SKIP LOCKED
     )
     UPDATE "Delivery" d SET "leaseUntil" = ${q.leaseUntil}, "fence" = d."fence" + 1
     FROM (SELECT * FROM first UNION SELECT * FROM last) due LEFT JOIN "User" u ON u."id" = due."userId"
     WHERE d."id" = due."id"
     RETURNING d."id", d."userId", d."dedupeKey", d."template", d."attempts", d."fence", greatest(d."createdAt", d."retrySince") AS "retrySince", coalesce(u."email", '') AS "email", coalesce(u."timeZone", 'UTC') AS "timeZone",
       ${policyColumns}, coalesce(u."emailStatus", 'ok') AS "emailStatus", u."id" IS NOT NULL AND ${reachableSql(sql`d."channel"`)} AS "isReachable",
       EXISTS (SELECT FROM "Destination" t WHERE t."id" = d."destinationId" AND t."userId" = d."userId" AND t."offAt" IS NULL) AS "isThere"`,
  );
  return claimed.sort((one, other) => (one.id < other.id ? -1 : 1));
}

interface OwnMessage {
  userId: string;
  dedupeKey: string;
  /** 'account' by default. */
  kind?: MessageKind;
  /** Recipient of the email after an account's deletion, when the account has no address anymore. */
  encryptedAddress?: string;
}
interface Queued {
  template: string;
  now: Date;
}

export function insertOwnDelivery(
  tx: Queryable,
  { template, now, ...message }: OwnMessage & Queued,
): Promise<void> {
  return insertOwnDeliveries(tx, [message], { template, now });
}

/** Skips users without an own address. */
export async function insertOwnDeliveries(
  tx: Queryable,
  messages: readonly OwnMessage[],
  { template, now }: Queued,
): Promise<void> {
  const made = messages.map((message) => ({ id: newId(), ...message }));
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "kind", "dedupeKey", "template", "encryptedAddress", "nextAttemptAt", "createdAt")
     SELECT m.id, t."userId", t."id", t."channel", coalesce(m.kind, 'account')::"MessageKind", m."dedupeKey", ${template}, m."encryptedAddress", ${now}::timestamptz, ${now}::timestamptz
     FROM ${tableSql("m", made, { id: "uuid", userId: "uuid", dedupeKey: "text", kind: "text", encryptedAddress: "text" })}
     JOIN "Destination" t ON t."userId" = m."userId" AND t."channel" = ${ownChannel}::"Channel"
     ON CONFLICT ("destinationId", "dedupeKey") DO NOTHING`,
  );
}

/** Unfinished deliveries; for closed accounts, only deletion emails and messages with a request. */
export async function countWaiting(db: Queryable): Promise<number> {
  const [counted] = await rows(
    db,
    z.object({ deliveries: z.number() }),
    sql`SELECT ((SELECT count(*) FROM "Delivery" d WHERE "status" = 'pending' AND (d."encryptedAddress" IS NOT NULL OR ${isOpenSql("d")}))
       + (SELECT count(*) FROM "Delivery" WHERE "status" = 'frozen'))::int AS "deliveries"`,
  );
  return counted!.deliveries;
}

export interface DeliveryResult extends Claim {
  status: "pending" | "sent" | "failed" | "skipped" | "unknown";
  reason: string | null;
  /** Only used for pending ones. */
  nextAttemptAt?: Date;
  /** Restarts the retry period. */
  retrySince?: Date;
  providerId?: string | null;
  /** The attempt might have arrived. */
  isUnclear?: boolean;
  /** Change of the number of attempts: 1 if rendering failed, -1 without a request. */
  attempts?: number;
}

/** Erases bodies, and addresses unless due again. Returns the ids that no other run has claimed since. */
export async function recordResults(
  db: Queryable,
  results: readonly DeliveryResult[],
  now: Date,
): Promise<Set<string>> {
  if (results.length === 0) return new Set();
  const given = results.map(({ fence, ...result }) => ({ ...result, fence: String(fence) }));
  const recorded = await rows(
    db,
    z.object({ id: z.string() }),
    sql`WITH own AS MATERIALIZED (
       SELECT d."id", r."status"::"DeliveryStatus", r."status" = 'pending' AS "isAgain", r."reason", r."nextAttemptAt", r."retrySince", r."providerId", r."isUnclear", r."attempts"
       FROM "Delivery" d JOIN jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
         AS r("id" uuid, "fence" bigint, "status" text, "reason" text, "nextAttemptAt" timestamptz, "retrySince" timestamptz, "providerId" text, "isUnclear" boolean, "attempts" int)
         ON d."id" = r."id" AND d."fence" = r."fence"
       WHERE d."status" IN ('pending', 'frozen') ORDER BY d."id" FOR UPDATE OF d
     )
     UPDATE "Delivery" d SET "status" = own."status", "reason" = own."reason", "message" = NULL, "leaseUntil" = NULL,
       "nextAttemptAt" = coalesce(own."nextAttemptAt", d."nextAttemptAt"), "retrySince" = coalesce(own."retrySince", d."retrySince"),
       "attempts" = d."attempts" + coalesce(own."attempts", 0),
       "isUnclear" = d."isUnclear" OR coalesce(own."isUnclear", false),
       "sentAt" = CASE own."status" WHEN 'sent' THEN ${now}::timestamptz END,
       "providerId" = own."providerId",
       "encryptedAddress" = CASE WHEN own."isAgain" THEN d."encryptedAddress" END,
       "requestKey" = CASE WHEN NOT own."isAgain" THEN d."requestKey" END,
       "requestPosition" = CASE WHEN NOT own."isAgain" THEN d."requestPosition" END,
       "firstAttemptAt" = CASE WHEN NOT own."isAgain" THEN d."firstAttemptAt" END
     FROM own WHERE d."id" = own."id" RETURNING d."id"`,
  );
  return new Set(recorded.map(({ id }) => id));
}

/**
 * Takes deliveries with one of these items out of unsent requests, to render them again without it. Fences
 * off those being rendered. Locks the rows, so their request has either not started or no longer changes.
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
     ), unsent AS MATERIALIZED (
       SELECT d."id" FROM carrying c JOIN "Delivery" d ON d."id" = c."deliveryId"
       WHERE (d."status" = 'frozen' AND d."firstAttemptAt" IS NULL) OR (d."status" = 'pending' AND d."leaseUntil" IS NOT NULL)
       ORDER BY d."id"
       FOR UPDATE OF d
     )
     UPDATE "Delivery" d SET "status" = 'pending', "requestKey" = NULL, "requestPosition" = NULL, "message" = NULL,
       "nextAttemptAt" = ${now}, "leaseUntil" = NULL, "fence" = d."fence" + 1
     FROM unsent WHERE d."id" = unsent."id"`,
  );
  return rowCount ?? 0;
}

const stuckDelivery = z.object({
  id: z.string(),
  userId: z.string(),
  channel: z.string(),
  dedupeKey: z.string(),
  status: z.enum(["failed", "unknown"]),
  reason: z.string().nullable(),
  createdAt: z.date(),
});

export function listStuckDeliveries(db: Queryable, max: number) {
  return rows(
    db,
    stuckDelivery,
    sql`SELECT "id", "userId", ${saidChannelSql} AS "channel", "dedupeKey", "status", "reason", "createdAt" FROM "Delivery" d
     WHERE "status" IN ('failed', 'unknown') AND ${isOpenSql("d")} ORDER BY "createdAt" DESC LIMIT ${max}`,
  );
}

/** Requeues a failed or unknown delivery under a new key. Returns false if it doesn't exist. */
export async function replayDelivery(id: string, now: Date): Promise<boolean> {
  const unsent = { requestKey: null, requestPosition: null, firstAttemptAt: null, message: Prisma.DbNull };
  const due = { status: "pending", nextAttemptAt: now, retrySince: now, leaseUntil: null } as const;
  const data = { ...due, ...unsent, reason: null, attempts: 0, isUnclear: false };
  const where = { id, status: { in: ["failed" as const, "unknown" as const] } };
  return (await prisma().delivery.updateMany({ where, data })).count === 1;
}
