import type { Queryable } from "@/server/database";

/** Begins a run's row. */
export async function startRun(db: Queryable, run: { id: string; route: string; now: Date }): Promise<void> {
  await db.query(`INSERT INTO "Run" ("id", "route", "startedAt") VALUES ($1, $2, $3)`, [
    run.id,
    run.route,
    run.now,
  ]);
}

/** Ends it with what it did; tally null: it threw. */
export async function finishRun(
  db: Queryable,
  run: { id: string; now: Date; tally: object | null; faults: readonly object[] },
): Promise<void> {
  await db.query(`UPDATE "Run" SET "finishedAt" = $2, "tally" = $3, "faults" = $4 WHERE "id" = $1`, [
    run.id,
    run.now,
    run.tally === null ? null : JSON.stringify(run.tally),
    JSON.stringify(run.faults),
  ]);
}
