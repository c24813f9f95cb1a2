import { z } from "zod";
import { channelNames, givenChannels, type ChannelName } from "@/channels/registry";
import type { OffReason } from "@/domain/destination-off";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Writes down what was said to attempts that were made at this moment. */
export async function insertAttempts(
  tx: Queryable,
  said: readonly { id: string; answer: string }[],
  now: Date,
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "DeliveryAttempt" ("deliveryId", "at", "answer")
     SELECT s.id, ${now}, s.answer FROM unnest(${said.map(({ id }) => id)}::uuid[], ${said.map(({ answer }) => answer)}::text[]) AS s(id, answer)
     ON CONFLICT DO NOTHING`,
  );
}

/** Notes that destinations took what was sent to them. */
export async function noteTaken(tx: Queryable, ids: readonly string[], now: Date): Promise<void> {
  await tx.query(
    sql`UPDATE "Destination" t SET "lastSentAt" = ${now}, "failedAt" = NULL, "failure" = NULL
     FROM (SELECT "id" FROM "Destination" WHERE "id" = ANY(${ids}::uuid[]) ORDER BY "id" FOR UPDATE) noted
     WHERE t."id" = noted."id"`,
  );
}

/** Notes that destinations took nothing, since when, and what they said last. */
export async function noteFailing(
  tx: Queryable,
  failures: readonly { id: string; failure: string }[],
  now: Date,
): Promise<void> {
  const each = [...new Map(failures.map((one) => [one.id, one.failure]))];
  await tx.query(
    sql`UPDATE "Destination" t SET "failedAt" = coalesce(t."failedAt", ${now}), "failure" = noted.failure
     FROM (
       SELECT d."id", f.failure FROM unnest(${each.map(([id]) => id)}::uuid[], ${each.map(([, failure]) => failure)}::text[]) AS f(id, failure)
       JOIN "Destination" d ON d."id" = f.id ORDER BY d."id" FOR UPDATE OF d
     ) noted
     WHERE t."id" = noted."id"`,
  );
}

/** Switches destinations off that are on; answers those that were, with their owners. */
export function switchOff(
  tx: Queryable,
  off: readonly { id: string; reason: OffReason }[],
  now: Date,
): Promise<{ id: string; userId: string }[]> {
  return rows(
    tx,
    z.object({ id: z.string(), userId: z.string() }),
    sql`UPDATE "Destination" t SET "offAt" = ${now}, "offReason" = o.reason
     FROM unnest(${off.map(({ id }) => id)}::uuid[], ${off.map(({ reason }) => reason)}::text[]) AS o(id, reason)
     WHERE t."id" = o.id AND t."offAt" IS NULL RETURNING t."id", t."userId"`,
  );
}

/** Of these destinations those that are off, and why. */
export function listOff(db: Queryable, ids: readonly string[]) {
  return rows(
    db,
    z.object({
      id: z.string(),
      channel: z.enum(channelNames),
      label: z.string().nullable(),
      reason: z.string().nullable(),
      failure: z.string().nullable(),
    }),
    sql`SELECT "id", "channel"::text, "label", "offReason" AS "reason", "failure" FROM "Destination"
     WHERE "id" = ANY(${ids}::uuid[]) AND "offAt" IS NOT NULL`,
  );
}

/** Receivers of these users that are on, as they were made. */
export function listGivenOn(db: Queryable, userIds: readonly string[]) {
  return rows(
    db,
    z.object({ userId: z.string(), channel: z.enum(channelNames), label: z.string().nullable() }),
    sql`SELECT "userId", "channel"::text, "label" FROM "Destination"
     WHERE "userId" = ANY(${userIds}::uuid[]) AND "channel" = ANY(${givenChannels()}::"Channel"[]) AND "offAt" IS NULL
     ORDER BY "createdAt", "id"`,
  );
}

/** A destination by the hashes of its address; null: there is none. */
export async function findGiven(
  db: Queryable,
  q: { channel: ChannelName; hashes: readonly string[] },
): Promise<string | null> {
  const [found] = await rows(
    db,
    z.object({ id: z.string() }),
    sql`SELECT "id" FROM "Destination" WHERE "channel" = ${q.channel}::"Channel" AND "addressHash" = ANY(${q.hashes}::text[])`,
  );
  return found?.id ?? null;
}

export interface SealedGiven {
  id: string;
  userId: string;
  channel: ChannelName;
  label: string;
  addressSealed: string;
  addressHash: string;
  secretSealed: string | null;
}

/** Keeps a destination, or what it has now in place of what it had; it is on, and took a test just now. */
export async function upsertGiven(tx: Queryable, made: SealedGiven, now: Date): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Destination" ("id", "userId", "channel", "label", "addressSealed", "addressHash", "secretSealed", "createdAt", "lastSentAt")
     VALUES (${made.id}, ${made.userId}, ${made.channel}::"Channel", ${made.label}, ${made.addressSealed}, ${made.addressHash}, ${made.secretSealed}, ${now}, ${now})
     ON CONFLICT ("id") DO UPDATE SET "label" = EXCLUDED."label", "addressHash" = EXCLUDED."addressHash", "secretSealed" = EXCLUDED."secretSealed",
       "addressSealed" = EXCLUDED."addressSealed", "lastSentAt" = EXCLUDED."lastSentAt", "offAt" = NULL, "offReason" = NULL, "failedAt" = NULL, "failure" = NULL`,
  );
}

/** A test to one destination, due now. */
export async function insertTest(
  tx: Queryable,
  q: { id: string; destinationId: string; slot: string; now: Date; at: Date },
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "slot", "template", "nextAttemptAt", "createdAt")
     SELECT ${q.id}::uuid, "userId", "id", "channel", ${q.slot}, 'test', ${q.at}::timestamptz, ${q.now}::timestamptz
     FROM "Destination" WHERE "id" = ${q.destinationId}
     ON CONFLICT ("destinationId", "slot") DO NOTHING`,
  );
}

/** What has ended begins anew, what waits is due now; what is just being sent, or is older than `since`, stays. */
export async function replayGiven(
  db: Queryable,
  q: { id: string; userId: string; since: Date; now: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`UPDATE "Delivery" SET "nextAttemptAt" = ${q.now}, "leaseUntil" = NULL, "fence" = "fence" + 1,
       "attempts" = CASE "status" WHEN 'pending' THEN "attempts" ELSE 0 END,
       "isUnclear" = "isUnclear" OR "status" IN ('sent', 'unknown'),
       "status" = 'pending', "reason" = NULL, "batchId" = NULL, "position" = NULL, "message" = NULL
     WHERE "id" = ${q.id} AND "userId" = ${q.userId} AND "channel" = ANY(${givenChannels()}::"Channel"[])
       AND "status" <> 'frozen' AND "createdAt" > ${q.since}`,
  );
  return rowCount === 1;
}

/** Changes what is given of a destination. Switched on it is given another chance: what it said before is forgotten. */
export async function changeGiven(
  tx: Queryable,
  id: string,
  { label = null, isDefault = null, isActive = null }: GivenChange,
  now: Date,
): Promise<void> {
  await tx.query(
    sql`UPDATE "Destination" SET "label" = coalesce(${label}::text, "label"), "isDefault" = coalesce(${isDefault}::boolean, "isDefault"),
       "offAt" = CASE ${isActive}::boolean WHEN true THEN NULL WHEN false THEN coalesce("offAt", ${now}::timestamptz) ELSE "offAt" END,
       "offReason" = CASE ${isActive}::boolean WHEN true THEN NULL WHEN false THEN coalesce("offReason", 'owner') ELSE "offReason" END,
       "failedAt" = CASE WHEN ${isActive}::boolean THEN NULL ELSE "failedAt" END,
       "failure" = CASE WHEN ${isActive}::boolean THEN NULL ELSE "failure" END
     WHERE "id" = ${id}`,
  );
}

interface GivenChange {
  label?: string | null;
  isDefault?: boolean | null;
  isActive?: boolean | null;
}

/** Puts another secret in the place of this one; false: it is another already. */
export async function replaceSecret(
  tx: Queryable,
  q: { id: string; before: string; secretSealed: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "Destination" SET "secretSealed" = ${q.secretSealed} WHERE "id" = ${q.id} AND "secretSealed" = ${q.before}`,
  );
  return rowCount === 1;
}

/** In one statement; what is beyond is there at the next. */
const mostPutOff = 20_000;

/**
 * Puts off what else is due to destinations whose receiver takes nothing just now, each behind the one before: however much is owed
 * there stands before nobody else's. What somebody works on stays as it is.
 */
export async function putOffOthers(
  tx: Queryable,
  waits: readonly { destinationId: string; until: Date }[],
  { now, apartMs }: { now: Date; apartMs: number },
): Promise<void> {
  await tx.query(
    sql`WITH due AS MATERIALIZED (
       SELECT d."id", d."destinationId", d."nextAttemptAt", w."until"
       FROM "Delivery" d JOIN unnest(${waits.map((wait) => wait.destinationId)}::uuid[], ${waits.map((wait) => wait.until)}::timestamptz[]) AS w("destinationId", "until")
         ON d."destinationId" = w."destinationId"
       WHERE d."status" = 'pending' AND d."nextAttemptAt" <= ${now} AND (d."leaseUntil" IS NULL OR d."leaseUntil" <= ${now})
       LIMIT ${mostPutOff}
       FOR UPDATE OF d SKIP LOCKED
     ), placed AS (
       SELECT "id", "until" + ${apartMs}::int * interval '1 millisecond' * row_number() OVER (PARTITION BY "destinationId" ORDER BY "nextAttemptAt", "id") AS "at" FROM due
     )
     UPDATE "Delivery" d SET "nextAttemptAt" = placed."at", "reason" = coalesce(d."reason", 'busy') FROM placed WHERE d."id" = placed."id"`,
  );
}

const countRow = z.object({ count: z.number() });

/** Counts a user's destinations on channels that take an address. */
export async function countGiven(db: Queryable, userId: string): Promise<number> {
  const [counted] = await rows(
    db,
    countRow,
    sql`SELECT count(*)::int AS count FROM "Destination" WHERE "userId" = ${userId} AND "channel"::text = ANY(${givenChannels()}::text[])`,
  );
  return counted!.count;
}
