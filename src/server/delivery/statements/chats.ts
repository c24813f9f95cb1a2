import { z } from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

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

export async function lockCoded(tx: Queryable, codeHash: string) {
  const [found] = await rows(
    tx,
    coded,
    sql`SELECT "id", "userId", "label", "addressHash", "codeUntil" FROM "Destination"
     WHERE "channel" = 'telegram' AND "codeHash" = ${codeHash} FOR UPDATE`,
  );
  return found ?? null;
}
