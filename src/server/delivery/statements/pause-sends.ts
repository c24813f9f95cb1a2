import type { Queryable } from "@/server/platform/database";

/** The mail provider asked us to wait: nobody sends before `until`. */
export async function pauseSends(db: Queryable, provider: string, until: Date): Promise<void> {
  await db.query(
    `UPDATE "Budget" SET "pausedUntil" = greatest("pausedUntil", $2::timestamptz) WHERE "clientId" = $1`,
    [provider, until],
  );
}
