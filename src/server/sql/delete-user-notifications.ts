import type { Queryable } from "@/server/database";

/** An item this young may still be being recorded for somebody else; what is left of those the recheck sweeps. */
const itemGrace = "1 hour";

/**
 * Deletes up to `most` of a user's notifications with the items nobody else is notified of, and answers how many.
 * Waits for nobody: what is just being worked on is left.
 */
export async function deleteUserNotifications(
  db: Queryable,
  userId: string,
  most: number,
  now: Date,
): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    `WITH piece AS (
       SELECT "id" FROM "Notification" WHERE "userId" = $1 LIMIT $2 FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM "Notification" n USING piece WHERE n."id" = piece."id" RETURNING n."fullname"
     ), orphaned AS (
       DELETE FROM "Item" i USING (SELECT DISTINCT "fullname" FROM gone) g
       WHERE i."fullname" = g."fullname" AND i."storedAt" < $3::timestamptz - interval '${itemGrace}'
         AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname" AND n."id" NOT IN (SELECT "id" FROM piece))
     )
     SELECT count(*)::int AS "deleted" FROM gone`,
    [userId, most, now],
  );
  return rows[0]!.deleted;
}
