import { z } from "zod";
import { sql, type Queryable } from "./database";
import { rows } from "./rows";

/** Inserts the Run row. `followsKill` is true if the previous run never finished. */
export async function startRun(
  db: Queryable,
  run: { id: string; route: string; now: Date },
): Promise<{ followsKill: boolean }> {
  const [started] = await rows(
    db,
    z.object({ followsKill: z.boolean() }),
    sql`INSERT INTO "Run" ("id", "route", "startedAt") VALUES (${run.id}, ${run.route}, ${run.now})
     RETURNING COALESCE((SELECT "finishedAt" IS NULL FROM "Run" r WHERE r."route" = ${run.route}
       ORDER BY r."startedAt" DESC LIMIT 1), false) AS "followsKill"`,
  );
  return started!;
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
