import type { Queryable } from "@/server/database";

/** An item this young may still be being recorded for somebody else; what is left of those the recheck sweeps. */
const itemGrace = "1 hour";

/**
 * Deletes a user with everything that is theirs, in one transaction. The user's row is locked first and fully, so
 * that a recording or a sealing that has rows of this user either is done or comes after. Most tables follow the
 * user by their foreign keys; totals of watches and the items nobody else is notified of have none.
 */
export async function deleteAccount(tx: Queryable, userId: string, now: Date): Promise<void> {
  await tx.query(`SELECT FROM "User" WHERE "id" = $1 FOR UPDATE`, [userId]);
  await tx.query(
    `DELETE FROM "WatchTotal" t USING "Watch" w WHERE w."userId" = $1 AND t."watchId" = w."id"`,
    [userId],
  );
  await tx.query(
    `WITH gone AS (DELETE FROM "Notification" WHERE "userId" = $1 RETURNING "fullname")
     DELETE FROM "Item" i USING (SELECT DISTINCT "fullname" FROM gone) g
     WHERE i."fullname" = g."fullname" AND i."storedAt" < $2::timestamptz - interval '${itemGrace}'
       AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname" AND n."userId" <> $1)`,
    [userId, now],
  );
  await tx.query(`DELETE FROM "User" WHERE "id" = $1`, [userId]);
}
