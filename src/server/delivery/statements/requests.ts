import * as z from "zod";
import { accountTemplates, optionalTemplates } from "@/domain/delivery/message";
import { weeklyReport } from "@/domain/delivery/weekly-report";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { exists, rows } from "@/server/platform/rows";
import type { MessageKind } from "./deliveries";
import { reachableSql } from "./channel-sql";
import { type Claim, updateClaimed } from "./claims";

export interface FrozenDelivery extends Claim {
  /** Items in the message. */
  count: number;
  message: unknown;
}

export interface PlacedDelivery extends FrozenDelivery {
  requestKey: string;
  requestPosition: number;
}

/** Skips deliveries claimed by another run since. Returns the number stored. `isNew` resets attempts. */
export async function freezeDeliveries(
  db: Queryable,
  deliveries: readonly PlacedDelivery[],
  { now, isNew }: { now: Date; isNew: boolean },
): Promise<number> {
  const frozen = deliveries.map(({ fence, message, ...rest }) => ({
    ...rest,
    fence: String(fence),
    message: message ?? null,
  }));
  const { rowCount } = await db.query(
    sql`UPDATE "Delivery" d SET "status" = 'frozen', "requestKey" = f."requestKey", "requestPosition" = f."requestPosition",
       "message" = f."message", "count" = f."count", "leaseUntil" = NULL, "nextAttemptAt" = ${now}, "firstAttemptAt" = NULL,
       "reason" = NULL, "attempts" = CASE WHEN ${isNew} THEN 0 ELSE d."attempts" END
     FROM jsonb_to_recordset(${JSON.stringify(frozen, wellFormed)}::jsonb)
       AS f("id" uuid, "fence" bigint, "requestKey" uuid, "requestPosition" int, "count" int, "message" jsonb)
     WHERE d."id" = f."id" AND d."fence" = f."fence" AND d."status" = 'pending'`,
  );
  return rowCount ?? 0;
}

/** PostgreSQL rejects lone surrogates, and one message must not stop the others from being stored. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/**
 * Whether a delivery (alias `d`) and all others of its request are due. NOT IN, because the planner often expects
 * a single other delivery and would read all for each one.
 */
const isDueSql = (
  now: Date,
) => sql`(d."status" = 'frozen' AND d."nextAttemptAt" <= ${now} AND d."requestKey" NOT IN (
  SELECT e."requestKey" FROM "Delivery" e WHERE e."requestKey" IS NOT NULL AND e."status" = 'frozen' AND (e."nextAttemptAt" > ${now} OR e."leaseUntil" > ${now})))`;

export function hasDueRequest(
  db: Queryable,
  channel: ChannelName,
  kind: MessageKind | null,
  now: Date,
): Promise<boolean> {
  return exists(
    db,
    sql`SELECT FROM "Delivery" d WHERE d."channel" = ${channel}::"Channel"
       AND (${kind}::text IS NULL OR d."kind"::text = ${kind}) AND ${isDueSql(now)}`,
  );
}

const longestWait = "10 minutes";
const maxDoublings = 10;

const claimedDelivery = z.object({
  key: z.string(),
  kind: z.enum(["alert", "account"]),
  attempts: z.number(),
  /** Start of the first attempt; null if it was never sent. */
  firstAttemptAt: z.date().nullable(),
  /** Why the last attempt didn't end the request; null if it was interrupted. */
  reason: z.string().nullable(),
  id: z.string(),
  fence: z.coerce.bigint(),
});

export interface ClaimedRequest extends Omit<z.infer<typeof claimedDelivery>, "id" | "fence"> {
  claims: readonly Claim[];
}

/**
 * Claims all deliveries of the oldest due request of a channel, account emails a minute ahead. Postpones the
 * next attempt first, so a request that crashes the process lets others go first, with growing delays.
 * `countsAttempts` also counts the attempt, which is 1 on the first one. Locks the rows in order of their
 * ids, so of two workers one gets all of them and the other none.
 */
export async function claimRequest(
  db: Queryable,
  q: {
    channel: ChannelName;
    kind: MessageKind | null;
    now: Date;
    leaseUntil: Date;
    countsAttempts: boolean;
  },
): Promise<ClaimedRequest | null> {
  const claimed = await rows(
    db,
    claimedDelivery,
    sql`WITH head AS MATERIALIZED (
       SELECT d."requestKey" FROM "Delivery" d
       WHERE d."channel" = ${q.channel}::"Channel" AND (${q.kind}::text IS NULL OR d."kind"::text = ${q.kind}) AND ${isDueSql(q.now)}
       ORDER BY d."nextAttemptAt" - CASE d."kind" WHEN 'account' THEN interval '1 minute' ELSE interval '0' END, d."requestKey"
       LIMIT 1
     ), own AS MATERIALIZED (
       SELECT d."id", d."reason", d."nextAttemptAt" <= ${q.now} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${q.now}) AS "isDue"
       FROM "Delivery" d WHERE d."requestKey" = (SELECT "requestKey" FROM head) AND d."status" = 'frozen'
       ORDER BY d."id"
       FOR UPDATE
     )
     UPDATE "Delivery" d SET "leaseUntil" = ${q.leaseUntil}, "fence" = d."fence" + 1, "reason" = NULL,
       "attempts" = d."attempts" + ${q.countsAttempts ? 1 : 0},
       "nextAttemptAt" = greatest(${q.leaseUntil}::timestamptz, ${q.now}::timestamptz + least(${longestWait}::interval, (${q.leaseUntil}::timestamptz - ${q.now}::timestamptz) * power(2, least(d."attempts", ${q.countsAttempts ? maxDoublings : 0}))))
     FROM own
     WHERE d."id" = own."id" AND (SELECT bool_and("isDue") FROM own)
     RETURNING d."requestKey" AS "key", d."kind", d."attempts", d."firstAttemptAt", own."reason", d."id", d."fence"`,
  );
  const [first] = claimed;
  return first === undefined ? null : { ...first, claims: claimed };
}

/**
 * Records that claimed deliveries are about to be sent, and locks them. `isCounted` counts the attempt of
 * each if it is the first under its key. Returns the ids that no other run has claimed since.
 */
export function beginAttempt(
  tx: Queryable,
  claims: readonly Claim[],
  { now, isCounted }: { now: Date; isCounted: boolean },
): Promise<string[]> {
  const begun = sql`"firstAttemptAt" = COALESCE(d."firstAttemptAt", ${now}),
    "attempts" = d."attempts" + CASE WHEN ${isCounted} AND d."firstAttemptAt" IS NULL THEN 1 ELSE 0 END`;
  return updateClaimed(tx, claims, begun);
}

const requestMessage = z.object({
  id: z.string(),
  fence: z.coerce.bigint(),
  userId: z.string(),
  destinationId: z.string(),
  createdAt: z.date(),
  retrySince: z.date(),
  attempts: z.number(),
  isUnclear: z.boolean(),
  message: z.unknown(),
  isThere: z.boolean(),
  encryptedAddress: z.string().nullable(),
  encryptedSecret: z.string().nullable(),
  /** The destination refused its last message. */
  isFailing: z.boolean(),
  /** An account email whose link is used or has expired. */
  isExpired: z.boolean(),
  isSuppressed: z.boolean(),
});
export type RequestMessage = z.infer<typeof requestMessage>;

/**
 * Emails without a link (Pro notices, weekly reports) have no token and don't expire. The CASE guards the
 * cast, as the planner may evaluate it for other rows.
 */
const isExpiredSql = (
  now: Date,
) => sql`(d."kind" = 'account' AND d."template" = ANY(${accountTemplates}::text[]) AND NOT EXISTS (
  SELECT FROM "EmailToken" e
  WHERE e."id" = CASE WHEN d."dedupeKey" ~ '^[0-9a-f-]{36}$' THEN d."dedupeKey"::uuid END
    AND e."expiresAt" > ${now} AND e."usedAt" IS NULL))`;

const isWantedSql = () =>
  sql`(${reachableSql(sql`d."channel"`)} AND (d."template" <> ${weeklyReport} OR u."weeklyReportAt" IS NOT NULL))`;

/**
 * Alerts and optional emails to accounts that can't or don't want to receive them, other account emails to a
 * bouncing address, and messages of closed accounts except the final one.
 */
const isSuppressedSql = () => sql`(d."encryptedAddress" IS NULL AND NOT EXISTS (
  SELECT FROM "User" u WHERE u."id" = d."userId"
    AND CASE WHEN d."template" = ANY(${optionalTemplates}::text[]) THEN ${isWantedSql()}
      WHEN d."kind" = 'account' THEN NOT (u."emailStatus" = 'bounced' AND d."message"->>'to' = u."email")
      ELSE ${reachableSql(sql`d."channel"`)} END))`;

/** Returns a request's messages and their destinations, always in the order they are sent. */
export function listRequestMessages(db: Queryable, key: string, now: Date): Promise<RequestMessage[]> {
  return rows(
    db,
    requestMessage,
    sql`SELECT d."id", d."fence", d."userId", d."destinationId", d."createdAt", greatest(d."createdAt", d."retrySince") AS "retrySince", d."attempts", d."isUnclear", d."message",
       t."id" IS NOT NULL AS "isThere", coalesce(t."encryptedAddress", d."encryptedAddress") AS "encryptedAddress", t."encryptedSecret", t."failedAt" IS NOT NULL AS "isFailing",
       ${isExpiredSql(now)} AS "isExpired", ${isSuppressedSql()} AS "isSuppressed"
     FROM "Delivery" d LEFT JOIN "Destination" t ON t."id" = d."destinationId" AND t."userId" = d."userId" AND t."offAt" IS NULL
     WHERE d."requestKey" = ${key} AND d."status" = 'frozen' ORDER BY d."requestPosition"`,
  );
}

/** Postpones a claimed request, unchanged, to resend it under the same key. */
export async function delayRequest(
  db: Queryable,
  claims: readonly Claim[],
  delay: { until: Date; reason: string },
): Promise<void> {
  const { until, reason } = delay;
  await updateClaimed(db, claims, sql`"nextAttemptAt" = ${until}, "reason" = ${reason}, "leaseUntil" = NULL`);
}

/** Moves claimed deliveries to a new request with a new key, due now. Messages and order don't change. */
export async function splitRequest(
  tx: Queryable,
  key: string,
  claims: readonly Claim[],
  now: Date,
): Promise<void> {
  const unsent = sql`"requestKey" = ${key}, "firstAttemptAt" = NULL, "attempts" = 0, "reason" = NULL`;
  await updateClaimed(tx, claims, sql`${unsent}, "nextAttemptAt" = ${now}, "leaseUntil" = NULL`);
}
