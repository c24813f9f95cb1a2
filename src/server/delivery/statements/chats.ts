import { prisma, sql, type Queryable } from "@/server/platform/database";
import { lockRows } from "@/server/platform/locked-rows";

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
  return (await lockRows(tx, "Destination", sql`"id" = ${id} AND "offReason" = 'pending'`)) === 1;
}

export async function lockCoded(tx: Queryable, codeHash: string) {
  await lockRows(tx, "Destination", sql`"channel" = 'telegram' AND "codeHash" = ${codeHash}`);
  return prisma().destination.findFirst({
    where: { channel: "telegram", codeHash },
    select: { id: true, userId: true, label: true, addressHash: true, codeUntil: true },
  });
}
