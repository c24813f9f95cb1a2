import { z } from "zod";
import { channelNames, type ChannelName } from "@/channels/registry";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** `userId`: null or its owner. Returns null if it didn't exist. */
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

/** Limits a user's destinations on a channel to the latest `max`. Always keeps this one. */
export async function deleteDuplicates(
  tx: Queryable,
  q: { id: string; userId: string; channel: ChannelName; max: number },
): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "id" IN (
       SELECT "id" FROM "Destination" WHERE "userId" = ${q.userId} AND "channel" = ${q.channel}::"Channel"
       ORDER BY "id" = ${q.id} DESC, "createdAt" DESC OFFSET ${q.max})`,
  );
}

/** Null clears it. Account addresses have a separate status. */
export async function recordDestinations(
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
     ) recorded
     WHERE t."id" = recorded."id"`,
  );
}

/** Skips those that belong to another user by now. */
export async function deleteDestinations(
  tx: Queryable,
  gone: readonly { userId: string; destinationId: string }[],
): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "id" IN (
       SELECT t."id" FROM "Destination" t
       JOIN ${tableSql("g", gone, { destinationId: "uuid", userId: "uuid" })}
         ON t."id" = g."destinationId" AND t."userId" = g."userId"
       ORDER BY t."id" FOR UPDATE OF t)`,
  );
}

/** Keeps a recorded bounce or complaint. Returns false if the user doesn't exist. */
export async function unsubscribeUser(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "User" SET "emailNotifications" = false, "updatedAt" = ${now},
       "emailStatus" = CASE "emailStatus" WHEN 'ok' THEN 'unsubscribed' ELSE "emailStatus" END
     WHERE "id" = ${userId}`,
  );
  return rowCount === 1;
}

const encryptedRow = z.object({
  id: z.string(),
  userId: z.string(),
  channel: z.enum(channelNames),
  encryptedAddress: z.string(),
  encryptedSecret: z.string().nullable(),
});
export type EncryptedRow = z.infer<typeof encryptedRow>;

const isUnderSql = (keyNames: readonly string[]) =>
  sql`("encryptedAddress" IS NOT NULL AND (split_part("encryptedAddress", '.', 1) = ANY(${keyNames}::text[])
    OR split_part("encryptedSecret", '.', 1) = ANY(${keyNames}::text[])))`;

export function listEncryptedUnder(
  db: Queryable,
  q: { keyNames: readonly string[]; after: string; max: number },
): Promise<EncryptedRow[]> {
  return rows(
    db,
    encryptedRow,
    sql`SELECT "id", "userId", "channel"::text, "encryptedAddress", "encryptedSecret" FROM "Destination"
     WHERE "id" > ${q.after} AND ${isUnderSql(q.keyNames)} ORDER BY "id" LIMIT ${q.max}`,
  );
}

export const countEncryptedUnderSql = (keyNames: readonly string[]) =>
  sql`(SELECT count(*)::int FROM "Destination" WHERE ${isUnderSql(keyNames)})`;

type Encrypted = Pick<EncryptedRow, "id" | "encryptedAddress" | "encryptedSecret"> & { addressHash: string };

/** Stores re-encrypted values. Skips destinations that changed since they were read. */
export async function replaceEncrypted(
  db: Queryable,
  replaced: readonly { before: EncryptedRow; after: Encrypted }[],
): Promise<void> {
  const changes = replaced.map(({ before, after }) => ({
    ...after,
    addressBefore: before.encryptedAddress,
    secretBefore: before.encryptedSecret,
  }));
  await db.query(
    sql`UPDATE "Destination" t
     SET "encryptedAddress" = r."encryptedAddress", "addressHash" = r."addressHash", "encryptedSecret" = r."encryptedSecret"
     FROM (
       SELECT n.* FROM ${tableSql("n", changes, { id: "uuid", addressBefore: "text", secretBefore: "text", encryptedAddress: "text", addressHash: "text", encryptedSecret: "text" })}
       JOIN "Destination" d ON d."id" = n."id" AND d."encryptedAddress" = n."addressBefore"
         AND d."encryptedSecret" IS NOT DISTINCT FROM n."secretBefore"
       ORDER BY d."id" FOR UPDATE OF d
     ) r
     WHERE t."id" = r."id"`,
  );
}
