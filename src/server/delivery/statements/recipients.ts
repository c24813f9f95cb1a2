import { refusalDays } from "@/domain/retention";
import { sql, type Queryable } from "@/server/platform/database";

/** Maximum emails to an unconfirmed address, over all accounts. */
const hourlyLimit = 3;
const dailyLimit = 10;

/** Returns false at the limit or if refused. Locks the row, so parallel requests can't exceed it. */
export async function countRecipient(tx: Queryable, addressHash: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`INSERT INTO "EmailRecipient" AS r ("addressHash", "sentAt", "keptUntil")
     VALUES (${addressHash}, ARRAY[${now}::timestamptz], ${now}::timestamptz + interval '1 day')
     ON CONFLICT ("addressHash") DO UPDATE SET
       "sentAt" = ARRAY(SELECT at FROM unnest(r."sentAt") AS at WHERE at > ${now}::timestamptz - interval '1 day') || ${now}::timestamptz,
       "keptUntil" = greatest(r."keptUntil", excluded."keptUntil")
     WHERE (r."refusedUntil" IS NULL OR r."refusedUntil" <= ${now})
       AND (SELECT count(*) FROM unnest(r."sentAt") AS at WHERE at > ${now}::timestamptz - interval '1 hour') < ${hourlyLimit}
       AND (SELECT count(*) FROM unnest(r."sentAt") AS at WHERE at > ${now}::timestamptz - interval '1 day') < ${dailyLimit}`,
  );
  return rowCount === 1;
}

export async function refuseRecipient(db: Queryable, addressHash: string, now: Date): Promise<void> {
  await db.query(
    sql`INSERT INTO "EmailRecipient" AS r ("addressHash", "sentAt", "refusedUntil", "keptUntil")
     VALUES (${addressHash}, '{}', ${now}::timestamptz + ${refusalDays} * interval '1 day', ${now}::timestamptz + ${refusalDays} * interval '1 day')
     ON CONFLICT ("addressHash") DO UPDATE SET
       "refusedUntil" = excluded."refusedUntil", "keptUntil" = greatest(r."keptUntil", excluded."keptUntil")`,
  );
}
