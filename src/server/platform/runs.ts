import { sql, type Queryable } from "./database";

// SQL, like all statements of an idle worker: Prisma's query compiler would need 50 MB.

export async function startRun(
  db: Queryable,
  run: { id: string; route: string; now: Date; sites: readonly string[] },
): Promise<void> {
  await db.query(
    sql`INSERT INTO "Run" ("id", "route", "startedAt", "sites") VALUES (${run.id}, ${run.route}, ${run.now}, ${run.sites}::text[])`,
  );
}

/** Completes the Run row. `tally` is null if the run threw. */
export async function finishRun(
  db: Queryable,
  run: { id: string; now: Date; tally: object | null; faults: readonly object[] },
): Promise<void> {
  await db.query(
    sql`UPDATE "Run" SET "finishedAt" = ${run.now}, "tally" = ${run.tally === null ? null : JSON.stringify(run.tally)}, "faults" = ${JSON.stringify(run.faults)} WHERE "id" = ${run.id}`,
  );
}
