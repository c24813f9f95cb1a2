import { z } from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { turnedOn } from "./given-destinations";

/** Inserts a destination that waits for its chat. It is off until then. */
export async function insertPendingChat(
  chat: { id: string; userId: string; label: string; isDefault?: boolean; codeHash: string; codeUntil: Date },
  now: Date,
): Promise<void> {
  const data = { ...chat, channel: "telegram", createdAt: now, offAt: now, offReason: "pending" } as const;
  await prisma().destination.create({ data, select: { id: true } });
}

/** Locks it until the transaction ends. */
export async function isPendingChat(tx: Queryable, id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`SELECT FROM "Destination" WHERE "id" = ${id} AND "offReason" = 'pending' FOR UPDATE`,
  );
  return rowCount === 1;
}

const coded = z.object({
  id: z.string(),
  userId: z.string(),
  label: z.string().nullable(),
  addressHash: z.string().nullable(),
  codeUntil: z.date().nullable(),
});

/** Finds the destination of a code, and locks it until the transaction ends. Null if there is none. */
export async function lockCoded(tx: Queryable, codeHash: string) {
  const [found] = await rows(
    tx,
    coded,
    sql`SELECT "id", "userId", "label", "addressHash", "codeUntil" FROM "Destination"
     WHERE "channel" = 'telegram' AND "codeHash" = ${codeHash} FOR UPDATE`,
  );
  return found ?? null;
}

/** Stores the chat and turns the destination on. Its code can't be used again. */
export async function connectPendingChat(
  id: string,
  chat: { label: string; encryptedAddress: string; addressHash: string },
): Promise<void> {
  const data = { ...chat, offAt: null, offReason: null, codeUntil: null };
  await prisma().destination.updateMany({ where: { id }, data });
}

export async function reconnectChat(id: string, pendingId: string, codeHash: string): Promise<void> {
  const { destination } = prisma();
  await destination.deleteMany({ where: { id: pendingId } });
  const data = { ...turnedOn, codeHash, codeUntil: null };
  await destination.updateMany({ where: { id }, data });
}
