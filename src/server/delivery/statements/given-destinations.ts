import { givenChannels, type ChannelName } from "@/channels/registry";
import type { OffReason } from "@/domain/delivery/destination-off";
import type { Destination } from "@/generated/prisma/client";
import { prisma, sql, type Queryable, tableSql } from "@/server/platform/database";

export interface Attempted {
  id: string;
  isSent: boolean;
  /** The error response, or null. */
  failure: string | null;
}

/** Records the last message sent, and clears or sets the failure. `attempted`: one per destination. */
export async function recordAttempted(
  tx: Queryable,
  attempted: readonly Attempted[],
  now: Date,
): Promise<void> {
  await tx.query(
    sql`UPDATE "Destination" t SET "failure" = r."failure",
       "lastSentAt" = CASE WHEN r."isSent" THEN ${now} ELSE t."lastSentAt" END,
       "failedAt" = CASE WHEN r."failure" IS NULL THEN NULL WHEN r."isSent" THEN ${now} ELSE coalesce(t."failedAt", ${now}) END
     FROM (
       SELECT a.* FROM ${tableSql("a", attempted, { id: "uuid", isSent: "boolean", failure: "text" })}
       JOIN "Destination" d ON d."id" = a."id" ORDER BY d."id" FOR UPDATE OF d
     ) r
     WHERE t."id" = r."id"`,
  );
}

/**
 * Also makes its pending messages due. Returns false if it already was off, or has received a message since
 * `failingSince`.
 */
export async function switchOff(
  id: string,
  offReason: OffReason,
  now: Date,
  failingSince?: Date,
): Promise<boolean> {
  const { destination } = prisma();
  const isFailing = failingSince && { OR: [{ lastSentAt: null }, { lastSentAt: { lt: failingSince } }] };
  const { count } = await destination.updateMany({
    where: { id, offAt: null, ...isFailing },
    data: { offAt: now, offReason },
  });
  if (count === 1) await endWaits({ destinationId: id }, now);
  return count === 1;
}

/** Without their destination, pending messages go by email now instead of after their next delay. */
export async function endWaits(of: { destinationId: string } | { userId: string }, now: Date): Promise<void> {
  const alerts = { status: "pending", kind: "alert", channel: { in: givenChannels() } } as const;
  const where = { ...of, ...alerts, leaseUntil: null, nextAttemptAt: { gt: now } };
  await prisma().delivery.updateMany({ where, data: { nextAttemptAt: now } });
}

export async function findGiven(channel: ChannelName, hashes: string[]): Promise<string | null> {
  const where = { channel, addressHash: { in: hashes } };
  return (await prisma().destination.findFirst({ where, select: { id: true } }))?.id ?? null;
}

type EncryptedGiven = Pick<
  Destination,
  "id" | "userId" | "channel" | "label" | "encryptedAddress" | "addressHash" | "encryptedSecret"
> & { isDefault: boolean | undefined };

/** Inserts or replaces a destination. It is turned on and has just accepted a test message. */
export async function upsertGiven(
  { id, userId, channel, label, isDefault, ...rest }: EncryptedGiven,
  now: Date,
) {
  const accepted = { ...rest, lastSentAt: now };
  await prisma().destination.upsert({
    where: { id },
    create: { id, userId, channel, label, isDefault, createdAt: now, ...accepted },
    // Adding an address again can rename it and make it a default, but not reset either.
    update: { ...accepted, ...(label !== "" && { label }), ...(isDefault && { isDefault }), ...turnedOn },
    select: { id: true },
  });
}

export async function insertTest(q: { id: string; destinationId: string; now: Date; at: Date }) {
  const { destination, delivery } = prisma();
  const { id, destinationId, now, at } = q;
  const select = { userId: true, channel: true } as const;
  const found = await destination.findFirst({ where: { id: destinationId }, select });
  if (found === null) return;
  const times = { dedupeKey: now.toISOString(), nextAttemptAt: at, createdAt: now };
  const data = { id, destinationId, ...found, template: "test", ...times };
  await delivery.createMany({ data, skipDuplicates: true });
}

/**
 * Restarts a delivery or makes it due, as an additional attempt. Returns false if being sent or created before
 * `since`.
 */
export async function replayGiven(
  db: Queryable,
  q: { id: string; userId: string; since: Date; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`UPDATE "Delivery" SET "nextAttemptAt" = ${q.now}, "retrySince" = ${q.now}, "leaseUntil" = NULL, "fence" = "fence" + 1,
       "attempts" = CASE "status" WHEN 'pending' THEN greatest("attempts" - 1, least("attempts", 1)) ELSE 0 END,
       "isUnclear" = "isUnclear" OR "status" IN ('sent', 'unknown'),
       "status" = 'pending', "reason" = NULL, "requestKey" = NULL, "requestPosition" = NULL, "firstAttemptAt" = NULL, "message" = NULL
     WHERE "id" = ${q.id} AND "userId" = ${q.userId} AND "channel" = ANY(${givenChannels()}::"Channel"[])
       AND "status" <> 'frozen' AND "createdAt" > ${q.since}`,
  );
  return rowCount === 1;
}

export const turnedOn = { offAt: null, offReason: null, failedAt: null, failure: null };

const maxPutOff = 20_000;

/** Spaced `apartMs` apart, so their backlog doesn't block others. Skips rows locked by other workers. */
export async function putOffOthers(
  tx: Queryable,
  waits: readonly { destinationId: string; until: Date }[],
  { now, apartMs }: { now: Date; apartMs: number },
): Promise<void> {
  await tx.query(
    sql`WITH due AS MATERIALIZED (
       SELECT d."id", d."destinationId", d."nextAttemptAt", w."until"
       FROM "Delivery" d JOIN ${tableSql("w", waits, { destinationId: "uuid", until: "timestamptz" })}
         ON d."destinationId" = w."destinationId"
       WHERE d."status" = 'pending' AND d."nextAttemptAt" <= ${now} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${now})
       LIMIT ${maxPutOff}
       FOR UPDATE OF d SKIP LOCKED
     ), placed AS (
       SELECT "id", "until" + ${apartMs}::int * interval '1 millisecond' * row_number() OVER (PARTITION BY "destinationId" ORDER BY "nextAttemptAt", "id") AS "at" FROM due
     )
     UPDATE "Delivery" d SET "nextAttemptAt" = placed."at", "reason" = coalesce(d."reason", 'busy') FROM placed WHERE d."id" = placed."id"`,
  );
}
