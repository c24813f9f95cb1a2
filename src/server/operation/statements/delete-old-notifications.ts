import { sql, type Queryable } from "@/server/platform/database";

/** Deletes up to `most` notifications made before `before`, oldest first, with items nobody is notified of any more. */
export async function deleteOldNotifications(db: Queryable, before: Date, most: number): Promise<number> {
  const { rows } = await db.query<{ deleted: number }>(
    sql`WITH old AS (
       SELECT "id" FROM "Notification" WHERE "createdAt" < ${before} ORDER BY "createdAt" LIMIT ${most} FOR UPDATE SKIP LOCKED
     ), gone AS (
       DELETE FROM "Notification" n USING old WHERE n."id" = old."id" RETURNING n."id", n."fullname"
     ), orphaned AS (
       DELETE FROM "Item" i USING (SELECT DISTINCT "fullname" FROM gone) g
       WHERE i."fullname" = g."fullname" AND i."storedAt" < ${before} AND NOT EXISTS (
         SELECT FROM "Notification" n WHERE n."fullname" = i."fullname" AND n."id" NOT IN (SELECT "id" FROM gone))
     )
     SELECT count(*)::int AS "deleted" FROM gone`,
  );
  return rows[0]!.deleted;
}
