import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Inserts a destination that waits for its chat. It is off until then. */
export async function insertPendingChat(
  tx: Queryable,
  q: { id: string; userId: string; label: string; isDefault?: boolean; codeHash: string; codeUntil: Date },
  now: Date,
): Promise<void> {
  await tx.query(
    sql`INSERT INTO "Destination" ("id", "userId", "channel", "label", "isDefault", "createdAt", "offAt", "offReason", "codeHash", "codeUntil")
     VALUES (${q.id}, ${q.userId}, 'telegram', ${q.label}, ${q.isDefault ?? true}, ${now}, ${now}, 'pending', ${q.codeHash}, ${q.codeUntil})`,
  );
}

export async function deleteExpiredChats(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(
    sql`DELETE FROM "Destination" WHERE "userId" = ${userId} AND "offReason" = 'pending' AND "codeUntil" <= ${now}`,
  );
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
  tx: Queryable,
  q: { id: string; label: string; encryptedAddress: string; addressHash: string },
): Promise<void> {
  await tx.query(
    sql`UPDATE "Destination" SET "encryptedAddress" = ${q.encryptedAddress}, "addressHash" = ${q.addressHash}, "label" = ${q.label},
       "offAt" = NULL, "offReason" = NULL, "codeUntil" = NULL
     WHERE "id" = ${q.id}`,
  );
}

export async function reconnectChat(
  tx: Queryable,
  q: { id: string; pendingId: string; codeHash: string },
): Promise<void> {
  await tx.query(sql`DELETE FROM "Destination" WHERE "id" = ${q.pendingId}`);
  await tx.query(
    sql`UPDATE "Destination" SET "offAt" = NULL, "offReason" = NULL, "failedAt" = NULL, "failure" = NULL,
       "codeHash" = ${q.codeHash}, "codeUntil" = NULL
     WHERE "id" = ${q.id}`,
  );
}
