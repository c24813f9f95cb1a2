import * as z from "zod";
import type { Purpose } from "@/domain/reading/request-budget";
import { joined, prisma, sql, word, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const counters = ["used", "usedByAll", "usedByCheck", "usedByLookup", "usedByAnonymous"] as const;
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
  const columns = counters.map((name) => word(`"${name}"`));
  const isOpen = sql`b."windowStart" BETWEEN ${q.windowStart} AND ${latest}`;
  const [budget] = await rows(
    db,
    budgetRow,
    sql`INSERT INTO "Budget" AS b ("clientId", "windowStart") VALUES (${q.clientId}, ${q.windowStart})
     ON CONFLICT ("clientId") DO UPDATE SET
       ${joined(columns.map((name) => sql`${name} = CASE WHEN ${isOpen} THEN b.${name} ELSE 0 END`))},
       "windowStart" = CASE WHEN ${isOpen} THEN b."windowStart" ELSE ${q.windowStart} END,
       "pausedUntil" = CASE WHEN b."pausedUntil" <= ${new Date(q.now.getTime() + q.maxPauseMs)} THEN b."pausedUntil" END
     RETURNING "windowStart", ${joined(columns)}, "pausedUntil", "failures"`,
  );
  return budget!;
}

const countersOf: Partial<Record<Purpose, (typeof counters)[number][]>> = {
  all: ["usedByAll"],
  check: ["usedByCheck"],
  lookup: ["usedByLookup"],
  anonymous: ["usedByLookup", "usedByAnonymous"],
};

/** Books requests in a window. A negative count returns unused ones, unless the window was reset. */
export async function bookRequests(
  clientId: string,
  windowStart: Date,
  purpose: Purpose,
  count: number,
): Promise<void> {
  const names = ["used", ...(countersOf[purpose] ?? [])];
  const booked = names.map((name) => ({ [name]: { gte: -count } }));
  const data = Object.fromEntries(names.map((name) => [name, { increment: count }]));
  await prisma().budget.updateMany({ where: { clientId, windowStart, AND: booked }, data });
}
