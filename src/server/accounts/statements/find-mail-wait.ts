import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Where a user's mails of a kind are counted. */
const mailsOf = {
  account: (userId: string) =>
    sql`SELECT "createdAt" FROM "EmailToken" WHERE "userId" = ${userId} AND "kind" <> 'notice'`,
  test: (userId: string) =>
    sql`SELECT "createdAt" FROM "Delivery" WHERE "userId" = ${userId} AND "template" = 'test'`,
} as const;

/** Seconds until a user may have one more mail of this kind, of which there are `hourlyLimit` an hour; 0: now. */
export async function findMailWait(
  db: Queryable,
  kind: keyof typeof mailsOf,
  q: { userId: string; hourlyLimit: number; now: Date },
): Promise<number> {
  const [last] = await rows(
    db,
    z.object({ seconds: z.number() }),
    sql`SELECT ceil(extract(epoch FROM m."createdAt" + interval '1 hour' - ${q.now}::timestamptz))::int AS "seconds"
     FROM (${mailsOf[kind](q.userId)} ORDER BY "createdAt" DESC OFFSET ${q.hourlyLimit}::int - 1 LIMIT 1) m`,
  );
  return Math.max(0, last?.seconds ?? 0);
}
