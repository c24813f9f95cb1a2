import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Where a user's mails of a kind are counted: $1 the user, $2 the hour's limit, $3 now. */
const statements = {
  account: `SELECT "createdAt" FROM "EmailToken" WHERE "userId" = $1 AND "kind" <> 'notice'`,
  test: `SELECT "createdAt" FROM "Delivery" WHERE "userId" = $1 AND "channel" = 'email' AND "template" = 'test'`,
} as const;

/** Seconds until a user may have one more mail of this kind, of which there are `hourlyLimit` an hour; 0: now. */
export async function findMailWait(
  db: Queryable,
  kind: keyof typeof statements,
  q: { userId: string; hourlyLimit: number; now: Date },
): Promise<number> {
  const [last] = await rows(
    db,
    z.object({ seconds: z.number() }),
    `SELECT ceil(extract(epoch FROM m."createdAt" + interval '1 hour' - $3::timestamptz))::int AS "seconds"
     FROM (${statements[kind]} ORDER BY "createdAt" DESC OFFSET $2::int - 1 LIMIT 1) m`,
    [q.userId, q.hourlyLimit, q.now],
  );
  return Math.max(0, last?.seconds ?? 0);
}
