import { z } from "zod";
import type { Purpose } from "@/domain/request-budget";
import { joined, sql, word, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const budgetRow = z.object({
  windowStart: z.date(),
  used: z.number(),
  usedByAll: z.number(),
  usedByCheck: z.number(),
  usedByLookup: z.number(),
  usedByAnonymous: z.number(),
  pausedUntil: z.date().nullable(),
  failures: z.number(),
});

/** Tolerance for clock differences at the end of a window (ms). */
const skewMs = 5_000;

/** Drops times too far ahead, from a wrong clock. Another process might have opened the next window. */
export async function lockBudget(
  db: Queryable,
  q: { clientId: string; now: Date; windowStart: Date; windowMs: number; maxPauseMs: number },
) {
  const isNearEnd = q.now.getTime() + skewMs >= q.windowStart.getTime() + q.windowMs;
  const latest = new Date(q.windowStart.getTime() + (isNearEnd ? q.windowMs : 0));
  const counters = ["used", "usedByAll", "usedByCheck", "usedByLookup", "usedByAnonymous"].map((name) =>
    word(`"${name}"`),
  );
  const isOpen = sql`b."windowStart" BETWEEN ${q.windowStart} AND ${latest}`;
  const [budget] = await rows(
    db,
    budgetRow,
    sql`INSERT INTO "Budget" AS b ("clientId", "windowStart") VALUES (${q.clientId}, ${q.windowStart})
     ON CONFLICT ("clientId") DO UPDATE SET
       ${joined(counters.map((name) => sql`${name} = CASE WHEN ${isOpen} THEN b.${name} ELSE 0 END`))},
       "windowStart" = CASE WHEN ${isOpen} THEN b."windowStart" ELSE ${q.windowStart} END,
       "pausedUntil" = CASE WHEN b."pausedUntil" <= ${new Date(q.now.getTime() + q.maxPauseMs)} THEN b."pausedUntil" END
     RETURNING "windowStart", ${joined(counters)}, "pausedUntil", "failures"`,
  );
  return budget!;
}

/** Books requests in a window. A negative count returns unused ones. */
export async function bookRequests(
  db: Queryable,
  clientId: string,
  windowStart: Date,
  purpose: Purpose,
  count: number,
): Promise<void> {
  await db.query(
    sql`UPDATE "Budget" SET "used" = greatest(0, "used" + ${count}::int),
       "usedByAll" = greatest(0, "usedByAll" + CASE ${purpose} WHEN 'all' THEN ${count}::int ELSE 0 END),
       "usedByCheck" = greatest(0, "usedByCheck" + CASE ${purpose} WHEN 'check' THEN ${count}::int ELSE 0 END),
       "usedByLookup" = greatest(0, "usedByLookup" + CASE WHEN ${purpose} IN ('lookup', 'anonymous') THEN ${count}::int ELSE 0 END),
       "usedByAnonymous" = greatest(0, "usedByAnonymous" + CASE ${purpose} WHEN 'anonymous' THEN ${count}::int ELSE 0 END)
     WHERE "clientId" = ${clientId} AND "windowStart" = ${windowStart}`,
  );
}
