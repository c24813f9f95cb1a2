import { z } from "zod";
import type { Purpose } from "@/domain/request-budget";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

const row = z.object({
  used: z.number(),
  usedByAll: z.number(),
  usedByCheck: z.number(),
  pausedUntil: z.date().nullable(),
  failures: z.number(),
});

/** Opens the window that `windowStart` begins, if it is a new one, and locks the budget for this transaction. */
export async function lockBudget(db: Queryable, clientId: string, windowStart: Date) {
  const [budget] = await rows(
    db,
    row,
    `INSERT INTO "Budget" AS b ("clientId", "windowStart") VALUES ($1, $2)
     ON CONFLICT ("clientId") DO UPDATE SET
       "used" = CASE WHEN b."windowStart" < $2 THEN 0 ELSE b."used" END,
       "usedByAll" = CASE WHEN b."windowStart" < $2 THEN 0 ELSE b."usedByAll" END,
       "usedByCheck" = CASE WHEN b."windowStart" < $2 THEN 0 ELSE b."usedByCheck" END,
       "windowStart" = greatest(b."windowStart", $2)
     RETURNING "used", "usedByAll", "usedByCheck", "pausedUntil", "failures"`,
    [clientId, windowStart],
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
       "usedByCheck" = greatest(0, "usedByCheck" + CASE $4 WHEN 'check' THEN $3::int ELSE 0 END)
     WHERE "clientId" = $1 AND "windowStart" = $2`,
    [clientId, windowStart, count, purpose],
  );
}
