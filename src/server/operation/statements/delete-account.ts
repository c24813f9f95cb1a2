import type { Queryable } from "@/server/platform/database";

/**
 * Deletes a user with what is theirs. The user's row is locked first and fully, so that a recording or a sealing that has rows of
 * this user either is done or comes after. Totals of watches have no foreign key; notifications and deliveries have none either,
 * and are left to `emptyAccount`, whose first try this counts: there may be hundreds of thousands. Nobody else begins for a minute.
 */
export async function deleteAccount(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(`SELECT FROM "User" WHERE "id" = $1 FOR UPDATE`, [userId]);
  await tx.query(
    `DELETE FROM "WatchTotal" t USING "Watch" w WHERE w."userId" = $1 AND t."watchId" = w."id"`,
    [userId],
  );
  await tx.query(
    `INSERT INTO "ClosedAccount" ("userId", "closedAt", "attempts", "nextAttemptAt") VALUES ($1, $2, 1, $2::timestamptz + interval '1 minute')
     ON CONFLICT DO NOTHING`,
    [userId, now],
  );
  await tx.query(`DELETE FROM "User" WHERE "id" = $1`, [userId]);
}
