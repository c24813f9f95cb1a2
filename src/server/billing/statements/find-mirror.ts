import { sql, type Queryable } from "@/server/platform/database";
import { mirrorColumns, mirrorRow, type MirrorRow } from "./mirror-row";
import { rows } from "@/server/platform/rows";

/** What is mirrored of Stripe for a user, null when they never had to do with it. */
export async function findMirror(db: Queryable, userId: string): Promise<MirrorRow | null> {
  const found = await rows(
    db,
    mirrorRow,
    sql`SELECT ${mirrorColumns} FROM "Subscription" WHERE "userId" = ${userId}`,
  );
  return found[0] ?? null;
}
