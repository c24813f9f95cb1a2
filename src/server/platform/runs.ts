import { z } from "zod";
import type { Queryable } from "./database";
import { rows } from "./rows";

/** Begins a run's row; whether the one before never came to its end. */
export async function startRun(
  db: Queryable,
  run: { id: string; route: string; now: Date },
): Promise<{ followsKill: boolean }> {
  const [started] = await rows(
    db,
    z.object({ followsKill: z.boolean() }),
    `INSERT INTO "Run" ("id", "route", "startedAt") VALUES ($1, $2, $3)
     RETURNING COALESCE((SELECT "finishedAt" IS NULL FROM "Run" r WHERE r."route" = $2
       ORDER BY r."startedAt" DESC LIMIT 1), false) AS "followsKill"`,
    [run.id, run.route, run.now],
  );
  return started!;
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
