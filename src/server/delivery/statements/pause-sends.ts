import { sql, type Queryable } from "@/server/platform/database";

/** The mail provider asked us to wait: nobody sends before `until`. */
export async function pauseSends(db: Queryable, provider: string, until: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Budget" SET "pausedUntil" = greatest("pausedUntil", ${until}::timestamptz) WHERE "clientId" = ${provider}`,
  );
}
