import * as z from "zod";
import { channelNames, type ChannelName } from "@/channels/registry";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { lockRows } from "@/server/platform/locked-rows";
import { rows } from "@/server/platform/rows";

/** Returns null if it didn't exist, or if it isn't the user's. */
export async function deleteDestination(where: {
  channel: ChannelName;
  hashes: string[];
  userId?: string;
}): Promise<{ id: string; userId: string } | null> {
  const { channel, hashes, userId } = where;
  const { destination } = prisma();
  const selected = { channel, addressHash: { in: hashes }, userId };
  const found = await destination.findFirst({ where: selected, select: { id: true, userId: true } });
  return (await destination.deleteMany({ where: selected })).count === 0 ? null : found;
}

/** Limits a user's destinations on a channel to the latest `max`. Always keeps this one. */
export async function deleteDuplicates(q: {
  id: string;
  userId: string;
  channel: ChannelName;
  max: number;
}): Promise<void> {
  const { destination } = prisma();
  const { id, userId, channel, max } = q;
  const excess = await destination.findMany({
    where: { userId, channel, id: { not: id } },
    orderBy: { createdAt: "desc" },
    skip: max - 1,
    select: { id: true },
  });
  if (excess.length > 0) await destination.deleteMany({ where: { id: { in: excess.map((one) => one.id) } } });
}

/** Marks destinations as failing since a time, or as working (null). Account addresses have a separate status. */
export async function setFailing(tx: Queryable, ids: string[], failedAt: Date | null): Promise<void> {
  await lockRows(
    tx,
    "Destination",
    sql`"id" = ANY(${ids}::uuid[]) AND "addressHash" IS NOT NULL ORDER BY "id"`,
  );
  const isChanged = { addressHash: { not: null }, failedAt: failedAt === null ? { not: null } : null };
  await prisma().destination.updateMany({ where: { id: { in: ids }, ...isChanged }, data: { failedAt } });
}

/** Skips those that belong to another user by now. */
export async function deleteDestinations(
  tx: Queryable,
  gone: readonly { userId: string; destinationId: string }[],
): Promise<void> {
  const ids = gone.map(({ destinationId }) => destinationId);
  await lockRows(tx, "Destination", sql`"id" = ANY(${ids}::uuid[]) ORDER BY "id"`);
  const own = gone.map(({ destinationId: id, userId }) => ({ id, userId }));
  await prisma().destination.deleteMany({ where: { OR: own } });
}

/** Keeps a recorded bounce or complaint. Returns false if the user doesn't exist. */
export async function unsubscribeUser(id: string, updatedAt: Date): Promise<boolean> {
  const { user } = prisma();
  const { count } = await user.updateMany({ where: { id }, data: { emailNotifications: false, updatedAt } });
  const data = { emailStatus: "unsubscribed", updatedAt } as const;
  await user.updateMany({ where: { id, emailStatus: "ok" }, data });
  return count === 1;
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

type Encrypted = Pick<EncryptedRow, "encryptedAddress" | "encryptedSecret"> & { addressHash: string };

/** Stores re-encrypted values. Skips a destination that changed since it was read. */
export async function replaceEncrypted(before: EncryptedRow, data: Encrypted): Promise<void> {
  const { id, encryptedAddress, encryptedSecret } = before;
  await prisma().destination.updateMany({ where: { id, encryptedAddress, encryptedSecret }, data });
}
