import { z } from "zod";
import type { Purpose } from "@/domain/request-budget";
import type { Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const row = z.object({
  windowStart: z.date(),
  used: z.number(),
  usedByAll: z.number(),
  usedByCheck: z.number(),
  usedByQuestion: z.number(),
  usedByStranger: z.number(),
  pausedUntil: z.date().nullable(),
  failures: z.number(),
});

/** Clocks of several processes may differ by so much where a window ends. */
const skewMs = 5_000;

/**
 * Opens the present window (`windowStart`, `windowMs` long) unless it is open, and locks the budget for this
 * transaction. A stored window that lies ahead of the clock is one that a jump of a clock has opened: it is dropped,
 * or reading would wait for it; likewise a pause longer than any. Where a window is about to end a process may have opened the next one already.
 */
export async function lockBudget(
  db: Queryable,
  q: { clientId: string; now: Date; windowStart: Date; windowMs: number; longestPauseMs: number },
) {
  const isNearEnd = q.now.getTime() + skewMs >= q.windowStart.getTime() + q.windowMs;
  const latest = new Date(q.windowStart.getTime() + (isNearEnd ? q.windowMs : 0));
  const counters = ["used", "usedByAll", "usedByCheck", "usedByQuestion", "usedByStranger"];
  const [budget] = await rows(
    db,
    row,
    `INSERT INTO "Budget" AS b ("clientId", "windowStart") VALUES ($1, $2)
     ON CONFLICT ("clientId") DO UPDATE SET
       ${counters.map((of) => `"${of}" = CASE WHEN b."windowStart" BETWEEN $2 AND $3 THEN b."${of}" ELSE 0 END`).join(", ")},
       "windowStart" = CASE WHEN b."windowStart" BETWEEN $2 AND $3 THEN b."windowStart" ELSE $2 END,
       "pausedUntil" = CASE WHEN b."pausedUntil" <= $4 THEN b."pausedUntil" END
     RETURNING "windowStart", ${counters.map((of) => `"${of}"`).join(", ")}, "pausedUntil", "failures"`,
    [q.clientId, q.windowStart, latest, new Date(q.now.getTime() + q.longestPauseMs)],
  );
  return budget!;
}

/** Books requests in a window; a negative count gives back what was not needed. */
export async function bookRequests(
  db: Queryable,
  clientId: string,
  windowStart: Date,
  purpose: Purpose,
  count: number,
): Promise<void> {
  await db.query(
    `UPDATE "Budget" SET "used" = greatest(0, "used" + $3::int),
       "usedByAll" = greatest(0, "usedByAll" + CASE $4 WHEN 'all' THEN $3::int ELSE 0 END),
       "usedByCheck" = greatest(0, "usedByCheck" + CASE $4 WHEN 'check' THEN $3::int ELSE 0 END),
       "usedByQuestion" = greatest(0, "usedByQuestion" + CASE WHEN $4 IN ('question', 'stranger') THEN $3::int ELSE 0 END),
       "usedByStranger" = greatest(0, "usedByStranger" + CASE $4 WHEN 'stranger' THEN $3::int ELSE 0 END)
     WHERE "clientId" = $1 AND "windowStart" = $2`,
    [clientId, windowStart, count, purpose],
  );
}
