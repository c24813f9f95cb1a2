import { sql, type Queryable } from "@/server/platform/database";

/** Marks a token used; false when it was used before or its time is over: of several at once one gets true. */
export async function spendEmailToken(tx: Queryable, id: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    sql`UPDATE "EmailToken" SET "usedAt" = ${now} WHERE "id" = ${id} AND "usedAt" IS NULL AND "expiresAt" > ${now}`,
  );
  return rowCount === 1;
}
