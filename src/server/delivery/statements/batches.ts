import { z } from "zod";
import { accountTemplates } from "@/domain/message";
import type { ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import type { MessageKind } from "./deliveries";
import { reachableSql } from "./channel-sql";
import { isPartingSql, partingAddressSql } from "./closed-accounts";

export interface FrozenDelivery {
  id: string;
  fence: bigint;
  /** Items in the message. */
  count: number;
  message: unknown;
}

export interface NewBatch {
  id: string;
  channel: ChannelName;
  kind: MessageKind;
  now: Date;
}

/**
 * Freezes messages into one batch, in the given order. The batch id is the idempotency key. `isAttempt`
 * counts an attempt for each. Skips deliveries claimed by another run since. Returns the number frozen.
 */
export async function freezeBatch(
  db: Queryable,
  batch: NewBatch,
  deliveries: readonly FrozenDelivery[],
  isAttempt = false,
): Promise<number> {
  const frozen = await rows(
    db,
    z.object({ id: z.string() }),
    sql`WITH batch AS (
       INSERT INTO "Batch" ("id", "channel", "kind", "nextAttemptAt", "createdAt")
       VALUES (${batch.id}, ${batch.channel}::"Channel", ${batch.kind}::"MessageKind", ${batch.now}, ${batch.now})
       RETURNING "id"
     )
     UPDATE "Delivery" d SET "status" = 'frozen', "batchId" = batch."id", "position" = f."position",
       "message" = f."message", "count" = f."count", "leaseUntil" = NULL, "reason" = NULL,
       "attempts" = d."attempts" + ${isAttempt ? 1 : 0}
     FROM batch, unnest(${deliveries.map((delivery) => delivery.id)}::uuid[], ${deliveries.map((delivery) => delivery.fence)}::bigint[], ${deliveries.map((delivery) => delivery.count)}::int[], ${deliveries.map((delivery) => JSON.stringify(delivery.message, wellFormed))}::jsonb[]) WITH ORDINALITY
       AS f("id", "fence", "count", "message", "position")
     WHERE d."id" = f."id" AND d."fence" = f."fence" AND d."status" = 'pending'
     RETURNING d."id"`,
  );
  return frozen.length;
}

/** PostgreSQL rejects lone surrogates, and one message must not stop its batch from being frozen. */
function wellFormed(_key: string, value: unknown): unknown {
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** Whether the channel has a batch due at `now`. */
export async function hasDueBatch(
  db: Queryable,
  channel: ChannelName,
  kind: MessageKind | null,
  now: Date,
): Promise<boolean> {
  const [found] = await rows(
    db,
    z.object({ isDue: z.boolean() }),
    sql`SELECT EXISTS (
       SELECT FROM "Batch" WHERE "status" = 'pending' AND "channel" = ${channel}::"Channel" AND (${kind}::text IS NULL OR "kind"::text = ${kind})
         AND "nextAttemptAt" <= ${now} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${now})
     ) AS "isDue"`,
  );
  return found!.isDue;
}

const longestWait = "10 minutes";

const claimedBatch = z.object({
  id: z.string(),
  kind: z.enum(["alert", "account"]),
  attempts: z.number(),
  /** Start of the first request; null if it was never sent. */
  firstAttemptAt: z.date().nullable(),
  fence: z.coerce.bigint(),
  /** Why the last attempt didn't end the batch; null if it was interrupted. */
  reason: z.string().nullable(),
});
export type ClaimedBatch = z.infer<typeof claimedBatch>;

/**
 * Claims the oldest due batch of a channel, account emails a minute ahead. Counts the attempt and postpones
 * the next one first, so a batch that crashes the process lets others go first, with growing delays.
 * `attempts` is 1 on the first attempt.
 */
export async function claimBatch(
  tx: Queryable,
  q: { channel: ChannelName; kind: MessageKind | null; now: Date; leaseUntil: Date },
): Promise<ClaimedBatch | null> {
  const [batch] = await rows(
    tx,
    claimedBatch,
    sql`UPDATE "Batch" b SET "leaseUntil" = ${q.leaseUntil}, "fence" = b."fence" + 1, "attempts" = b."attempts" + 1, "reason" = NULL,
       "nextAttemptAt" = greatest(${q.leaseUntil}::timestamptz, ${q.now}::timestamptz + least(${longestWait}::interval, (${q.leaseUntil}::timestamptz - ${q.now}::timestamptz) * power(2, least(b."attempts", 10))))
     FROM (
       SELECT "id", "reason" FROM "Batch"
       WHERE "status" = 'pending' AND "channel" = ${q.channel}::"Channel" AND (${q.kind}::text IS NULL OR "kind"::text = ${q.kind})
         AND "nextAttemptAt" <= ${q.now} AND ("leaseUntil" IS NULL OR "leaseUntil" <= ${q.now})
       ORDER BY "nextAttemptAt" - CASE "kind" WHEN 'account' THEN interval '1 minute' ELSE interval '0' END, "id"
       LIMIT 1
       FOR UPDATE SKIP LOCKED
     ) due
     WHERE b."id" = due."id"
     RETURNING b."id", b."kind", b."attempts", b."firstAttemptAt", b."fence", due."reason"`,
  );
  return batch ?? null;
}

/**
 * Ends a batch's account emails with an expired link and erases their bodies. Emails without a link (Pro
 * notices, weekly reports) have no token and don't expire. The CASE guards the cast, as the planner may
 * evaluate it for other rows.
 */
export async function skipExpired(
  tx: Queryable,
  q: { batchId: string; wasTried: boolean; now: Date },
): Promise<void> {
  await tx.query(
    sql`UPDATE "Delivery" d SET "status" = CASE WHEN ${q.wasTried} THEN 'unknown' ELSE 'skipped' END::"DeliveryStatus",
       "reason" = 'expired', "message" = NULL
     WHERE d."batchId" = ${q.batchId} AND d."status" = 'frozen'
       AND d."template" = ANY(${accountTemplates}::text[]) AND NOT EXISTS (
         SELECT FROM "EmailToken" t
         WHERE t."id" = CASE WHEN d."dedupeKey" ~ '^[0-9a-f-]{36}$' THEN d."dedupeKey"::uuid END
           AND t."expiresAt" > ${q.now} AND t."usedAt" IS NULL)`,
  );
}

/**
 * Removes disallowed messages from a batch that was never sent: alerts to accounts that can't receive them,
 * account emails to a bouncing address, and messages of closed accounts except the final one. Returns their
 * ids.
 */
export async function skipSuppressed(tx: Queryable, batchId: string): Promise<string[]> {
  const skipped = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`UPDATE "Delivery" d SET "status" = 'skipped', "reason" = 'suppressed', "message" = NULL
     WHERE d."batchId" = ${batchId} AND d."status" = 'frozen' AND NOT ${isPartingSql} AND NOT EXISTS (
       SELECT FROM "User" u WHERE u."id" = d."userId"
         AND CASE d."kind" WHEN 'account' THEN NOT (u."emailStatus" = 'bounced' AND d."message"->>'to' = u."email")
           ELSE ${reachableSql(sql`d."channel"`)} END)
     RETURNING d."id"`,
  );
  return skipped.map(({ id }) => id);
}

const batchMessage = z.object({
  id: z.string(),
  userId: z.string(),
  destinationId: z.string(),
  createdAt: z.date(),
  attempts: z.number(),
  /** An earlier attempt might have arrived. */
  isUnclear: z.boolean(),
  message: z.unknown(),
  /** The destination exists and is on. */
  isThere: z.boolean(),
  encryptedAddress: z.string().nullable(),
  encryptedSecret: z.string().nullable(),
  /** The destination refused its last message. */
  isFailing: z.boolean(),
});
export type BatchMessage = z.infer<typeof batchMessage>;

/** Returns a batch's messages and their destinations, always in the order they are sent. */
export function listBatchMessages(db: Queryable, batchId: string): Promise<BatchMessage[]> {
  return rows(
    db,
    batchMessage,
    sql`SELECT d."id", d."userId", d."destinationId", d."createdAt", d."attempts", d."isUnclear", d."message",
       t."id" IS NOT NULL AS "isThere", coalesce(t."encryptedAddress", ${partingAddressSql}) AS "encryptedAddress", t."encryptedSecret", t."failedAt" IS NOT NULL AS "isFailing"
     FROM "Delivery" d LEFT JOIN "Destination" t ON t."id" = d."destinationId" AND t."userId" = d."userId" AND t."offAt" IS NULL
     WHERE d."batchId" = ${batchId} AND d."status" = 'frozen' ORDER BY d."position"`,
  );
}

/** Records that a claimed batch is about to be sent. Returns false if another run has claimed it since. */
export async function beginAttempt(
  tx: Queryable,
  batch: { id: string; fence: bigint },
  now: Date,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "Batch" SET "firstAttemptAt" = COALESCE("firstAttemptAt", ${now})
     WHERE "id" = ${batch.id} AND "fence" = ${batch.fence} AND "status" = 'pending'`,
  );
  return rowCount === 1;
}

/** Postpones a batch, unchanged, to resend it under the same key. */
export async function delayBatch(
  db: Queryable,
  batch: { id: string; fence: bigint },
  delay: { until: Date; reason: string },
): Promise<void> {
  await db.query(
    sql`UPDATE "Batch" SET "nextAttemptAt" = ${delay.until}, "reason" = ${delay.reason}, "leaseUntil" = NULL
     WHERE "id" = ${batch.id} AND "fence" = ${batch.fence} AND "status" = 'pending'`,
  );
}

/** Moves deliveries to a new batch with a new key. Messages and order don't change. */
export async function splitBatch(
  tx: Queryable,
  batch: NewBatch,
  deliveryIds: readonly string[],
): Promise<void> {
  await tx.query(
    sql`WITH batch AS (
       INSERT INTO "Batch" ("id", "channel", "kind", "nextAttemptAt", "createdAt")
       VALUES (${batch.id}, ${batch.channel}::"Channel", ${batch.kind}::"MessageKind", ${batch.now}, ${batch.now})
       RETURNING "id"
     )
     UPDATE "Delivery" d SET "batchId" = batch."id"
     FROM batch WHERE d."id" = ANY(${deliveryIds}::uuid[]) AND d."status" = 'frozen'`,
  );
}

/** Ends a batch. Returns false if another run has claimed it since and will end it. */
export async function endBatch(
  tx: Queryable,
  batch: { id: string; fence: bigint },
  end: { status: "done" | "unknown"; reason: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "Batch" SET "status" = ${end.status}::"BatchStatus", "reason" = ${end.reason}, "leaseUntil" = NULL
     WHERE "id" = ${batch.id} AND "fence" = ${batch.fence} AND "status" = 'pending'`,
  );
  return rowCount === 1;
}
