import { sql, type Queryable } from "@/server/platform/database";

/** Switches a user's alert mails off as unsubscribed; a bounce or complaint on record stays. False: no such user. */
export async function unsubscribeUser(tx: Queryable, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "User" SET "emailNotifications" = false, "updatedAt" = ${now},
       "emailStatus" = CASE "emailStatus" WHEN 'ok' THEN 'unsubscribed' ELSE "emailStatus" END
     WHERE "id" = ${userId}`,
  );
  return rowCount === 1;
}
