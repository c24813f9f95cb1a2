import { sql, type Queryable } from "@/server/platform/database";

/**
 * Deletes a user with what is theirs. The user's row is locked first and fully, so that a recording or a sealing that has rows of
 * this user either is done or comes after. Totals of watches have no foreign key; notifications and deliveries have none either,
 * and are left to `emptyAccount`, whose first try this counts: there may be hundreds of thousands. Nobody else begins for a minute.
 */
export async function deleteAccount(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(sql`SELECT FROM "User" WHERE "id" = ${userId} FOR UPDATE`);
  await tx.query(
    sql`DELETE FROM "WatchTotal" t USING "Watch" w WHERE w."userId" = ${userId} AND t."watchId" = w."id"`,
  );
  await tx.query(
    sql`INSERT INTO "ClosedAccount" ("userId", "closedAt", "attempts", "nextAttemptAt") VALUES (${userId}, ${now}, 1, ${now}::timestamptz + interval '1 minute')
     ON CONFLICT DO NOTHING`,
  );
  await tx.query(sql`DELETE FROM "User" WHERE "id" = ${userId}`);
}
