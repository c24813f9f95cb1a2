import { z } from "zod";
import { givenChannels, type ChannelName } from "@/channels/registry";
import type { OffReason } from "@/domain/destination-off";
import type { Destination } from "@/generated/prisma/client";
import { prisma, sql, type Queryable, tableSql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

export async function insertAttempts(
  tx: Queryable,
  said: readonly { id: string; answer: string }[],
  now: Date,
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "DeliveryAttempt" ("deliveryId", "at", "answer")
     SELECT s.id, ${now}, s.answer FROM unnest(${said.map(({ id }) => id)}::uuid[], ${said.map(({ answer: response }) => response)}::text[]) AS s(id, answer)
     ON CONFLICT DO NOTHING`,
  );
}

export async function recordAcquired(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Destination" t SET "lastSentAt" = ${now}, "failedAt" = NULL, "failure" = NULL
     FROM (SELECT "id" FROM "Destination" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE) recorded
     WHERE t."id" = recorded."id"`,
  );
}

export async function recordFailing(
  tx: Queryable,
  failures: readonly { id: string; failure: string }[],
  now: Date,
): Promise<void> {
  const each = [...new Map(failures.map((one) => [one.id, one.failure]))];
  await tx.query(
    sql`UPDATE "Destination" t SET "failedAt" = coalesce(t."failedAt", ${now}), "failure" = recorded.failure
     FROM (
       SELECT d."id", f.failure FROM unnest(${each.map(([id]) => id)}::uuid[], ${each.map(([, failure]) => failure)}::text[]) AS f(id, failure)
       JOIN "Destination" d ON d."id" = f.id ORDER BY d."id" FOR UPDATE OF d
     ) recorded
     WHERE t."id" = recorded."id"`,
  );
}

export function switchOff(
  tx: Queryable,
  off: readonly { id: string; reason: OffReason }[],
  now: Date,
): Promise<{ id: string; userId: string }[]> {
  return rows(
    tx,
    z.object({ id: z.string(), userId: z.string() }),
    sql`UPDATE "Destination" t SET "offAt" = ${now}, "offReason" = o.reason
     FROM ${tableSql("o", off, { id: "uuid", reason: "text" })}
     WHERE t."id" = o.id AND t."offAt" IS NULL RETURNING t."id", t."userId"`,
  );
}

export async function findGiven(channel: ChannelName, hashes: string[]): Promise<string | null> {
  const where = { channel, addressHash: { in: hashes } };
  return (await prisma().destination.findFirst({ where, select: { id: true } }))?.id ?? null;
}

type EncryptedGiven = Pick<
  Destination,
  "id" | "userId" | "channel" | "label" | "isDefault" | "encryptedAddress" | "addressHash" | "encryptedSecret"
>;

/** Inserts or replaces a destination. It is turned on and has just accepted a test message. */
export async function upsertGiven({ id, userId, channel, isDefault, ...rest }: EncryptedGiven, now: Date) {
  const accepted = { ...rest, lastSentAt: now };
  await prisma().destination.upsert({
    where: { id },
    create: { id, userId, channel, isDefault, createdAt: now, ...accepted },
    update: { ...accepted, ...turnedOn },
    select: { id: true },
  });
}

export async function insertTest(
  tx: Queryable,
  q: { id: string; destinationId: string; dedupeKey: string; now: Date; at: Date },
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "template", "nextAttemptAt", "createdAt")
     SELECT ${q.id}::uuid, "userId", "id", "channel", ${q.dedupeKey}, 'test', ${q.at}::timestamptz, ${q.now}::timestamptz
     FROM "Destination" WHERE "id" = ${q.destinationId}
     ON CONFLICT ("destinationId", "dedupeKey") DO NOTHING`,
  );
}

/** Restarts a delivery or makes it due. Returns false if being sent or created before `since`. */
export async function replayGiven(
  db: Queryable,
  q: { id: string; userId: string; since: Date; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`UPDATE "Delivery" SET "nextAttemptAt" = ${q.now}, "leaseUntil" = NULL, "fence" = "fence" + 1,
       "attempts" = CASE "status" WHEN 'pending' THEN "attempts" ELSE 0 END,
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
