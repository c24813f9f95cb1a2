import { z } from "zod";
import { channelNames, type ChannelName } from "@/channels/registry";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Deletes a channel's destination by the hashes of its address, with `userId` only where it is theirs; null: there was none. */
export async function deleteDestination(
  db: Queryable,
  q: { channel: ChannelName; hashes: readonly string[]; userId: string | null },
): Promise<{ id: string; userId: string } | null> {
  const [gone] = await rows(
    db,
    z.object({ id: z.string(), userId: z.string() }),
    sql`DELETE FROM "Destination"
     WHERE "channel" = ${q.channel}::"Channel" AND "addressHash" = ANY(${q.hashes}::text[])
       AND (${q.userId}::uuid IS NULL OR "userId" = ${q.userId})
     RETURNING "id", "userId"`,
  );
  return gone ?? null;
}

export interface SealedDestination {
  id: string;
  channel: ChannelName;
  userId: string;
  sessionId: string;
  addressSealed: string;
  addressHash: string;
  secretSealed: string;
}

/**
 * Keeps a destination. Where somebody else's of this address was made a moment ago it gives way, with its id: what is sealed
 * opens for no other.
 */
export async function insertDestination(tx: Queryable, made: SealedDestination, now: Date): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Destination" ("id", "userId", "channel", "addressSealed", "addressHash", "secretSealed", "sessionId", "createdAt")
     VALUES (${made.id}, ${made.userId}, ${made.channel}::"Channel", ${made.addressSealed}, ${made.addressHash}, ${made.secretSealed}, ${made.sessionId}, ${now})
     ON CONFLICT ("channel", "addressHash") DO UPDATE
       SET "id" = EXCLUDED."id", "userId" = EXCLUDED."userId", "addressSealed" = EXCLUDED."addressSealed",
         "secretSealed" = EXCLUDED."secretSealed", "sessionId" = EXCLUDED."sessionId", "createdAt" = EXCLUDED."createdAt", "failedAt" = NULL`,
  );
}

/** Of a user's destinations on a channel leaves the newest `most`, this one among them. */
export async function deleteDuplicates(
  tx: Queryable,
  q: { id: string; userId: string; channel: ChannelName; most: number },
): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "id" IN (
       SELECT "id" FROM "Destination" WHERE "userId" = ${q.userId} AND "channel" = ${q.channel}::"Channel"
       ORDER BY "id" = ${q.id} DESC, "createdAt" DESC OFFSET ${q.most})`,
  );
}

/** Notes since when destinations refuse what is sent to them, or that they take it again (null). An account's own has its own standing. */
export async function noteDestinations(
  tx: Queryable,
  ids: readonly string[],
  failedAt: Date | null,
): Promise<void> {
  await tx.query(
    sql`UPDATE "Destination" t SET "failedAt" = ${failedAt}
     FROM (
       SELECT "id" FROM "Destination"
       WHERE "id" = ANY(${ids}::uuid[]) AND "addressHash" IS NOT NULL AND ("failedAt" IS NULL) <> (${failedAt}::timestamptz IS NULL)
       ORDER BY "id" FOR UPDATE
     ) noted
     WHERE t."id" = noted."id"`,
  );
}

/** Forgets destinations that are there no longer; one that is somebody else's by now stays. */
export async function deleteDestinations(
  tx: Queryable,
  gone: readonly { userId: string; destinationId: string }[],
): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "id" IN (
       SELECT t."id" FROM "Destination" t
       JOIN unnest(${gone.map(({ destinationId }) => destinationId)}::uuid[], ${gone.map(({ userId }) => userId)}::uuid[]) AS g("id", "userId")
         ON t."id" = g."id" AND t."userId" = g."userId"
       ORDER BY t."id" FOR UPDATE OF t)`,
  );
}

/** Of these destinations those that are the user's, in their order. */
export async function listOwnIds(db: Queryable, userId: string, ids: readonly string[]): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ id: z.string() }),
    sql`SELECT "id" FROM "Destination" WHERE "userId" = ${userId} AND "id" = ANY(${ids}::uuid[]) ORDER BY array_position(${ids}::uuid[], "id")`,
  );
  return found.map(({ id }) => id);
}

/** Writes down that these addresses bounce or complained; answers the ids of the accounts that have them now. */
export async function setEmailStatus(
  tx: Queryable,
  emails: readonly string[],
  status: "bounced" | "complained",
  now: Date,
): Promise<string[]> {
  const found = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`UPDATE "User" SET "emailStatus" = ${status}::"EmailStatus", "updatedAt" = ${now} WHERE "email" = ANY(${emails.map((email) => email.trim().toLowerCase())}::text[]) RETURNING "id"`,
  );
  return found.map(({ id }) => id);
}

/** Switches a user's alert mails off as unsubscribed; a bounce or complaint on record stays. False: no such user. */
export async function unsubscribeUser(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "User" SET "emailNotifications" = false, "updatedAt" = ${now},
       "emailStatus" = CASE "emailStatus" WHEN 'ok' THEN 'unsubscribed' ELSE "emailStatus" END
     WHERE "id" = ${userId}`,
  );
  return rowCount === 1;
}

const sealedRow = z.object({
  id: z.string(),
  userId: z.string(),
  channel: z.enum(channelNames),
  addressSealed: z.string(),
  secretSealed: z.string().nullable(),
});
export type SealedRow = z.infer<typeof sealedRow>;

/** Whether something of a destination is sealed under one of these keys. */
const isUnderSql = (keyNames: readonly string[]) =>
  sql`("addressSealed" IS NOT NULL AND (split_part("addressSealed", '.', 1) = ANY(${keyNames}::text[])
    OR split_part("secretSealed", '.', 1) = ANY(${keyNames}::text[])))`;

/** The next destinations behind `after`, by their ids, of which something is sealed under one of these keys. */
export function listSealedUnder(
  db: Queryable,
  q: { keyNames: readonly string[]; after: string; most: number },
): Promise<SealedRow[]> {
  return rows(
    db,
    sealedRow,
    sql`SELECT "id", "userId", "channel"::text, "addressSealed", "secretSealed" FROM "Destination"
     WHERE "id" > ${q.after} AND ${isUnderSql(q.keyNames)} ORDER BY "id" LIMIT ${q.most}`,
  );
}

/** How many destinations these are. */
export const countSealedUnderSql = (keyNames: readonly string[]) =>
  sql`(SELECT count(*)::int FROM "Destination" WHERE ${isUnderSql(keyNames)})`;

type Sealed = Pick<SealedRow, "id" | "addressSealed" | "secretSealed"> & { addressHash: string };

/** Takes what is sealed anew in place of what was read; one that has changed meanwhile, or is gone, stays as it is. */
export async function replaceSealed(
  db: Queryable,
  replaced: readonly { before: SealedRow; after: Sealed }[],
): Promise<void> {
  const of = (value: (one: { before: SealedRow; after: Sealed }) => string | null) => replaced.map(value);
  await db.query(
    sql`UPDATE "Destination" t
     SET "addressSealed" = r.address, "addressHash" = r.hash, "secretSealed" = r.secret
     FROM (
       SELECT d."id", n.address, n.hash, n.secret
       FROM unnest(${of(({ after }) => after.id)}::uuid[], ${of(({ before }) => before.addressSealed)}::text[],
         ${of(({ before }) => before.secretSealed)}::text[], ${of(({ after }) => after.addressSealed)}::text[],
         ${of(({ after }) => after.addressHash)}::text[], ${of(({ after }) => after.secretSealed)}::text[])
         AS n(id, address_before, secret_before, address, hash, secret)
       JOIN "Destination" d ON d."id" = n.id AND d."addressSealed" = n.address_before
         AND d."secretSealed" IS NOT DISTINCT FROM n.secret_before
       ORDER BY d."id" FOR UPDATE OF d
     ) r
     WHERE t."id" = r."id"`,
  );
}
