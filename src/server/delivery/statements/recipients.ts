import { refusalDays } from "@/domain/plans/retention";
import { prisma, sql, type Queryable } from "@/server/platform/database";

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

export async function refuseRecipient(addressHash: string, now: Date): Promise<void> {
  const until = new Date(now.getTime() + refusalDays * 86_400_000);
  const refused = { refusedUntil: until, keptUntil: until };
  await prisma().emailRecipient.upsert({
    where: { addressHash },
    create: { addressHash, sentAt: [], ...refused },
    update: refused,
    select: { addressHash: true },
  });
}
