import * as z from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Keeps `spacingMs` between requests of all processes. Null, unreserved, if it would be past `latest`. */
export async function reserveSend(
  db: Queryable,
  q: { provider: string; now: Date; latest: Date; spacingMs: number },
): Promise<Date | null> {
  const [reserved] = await rows(
    db,
    z.object({ startsAt: z.date() }),
    sql`INSERT INTO "Budget" AS b ("clientId", "windowStart") VALUES (${q.provider}, ${q.now}::timestamptz + ${q.spacingMs} * interval '1 millisecond')
     ON CONFLICT ("clientId") DO UPDATE
       SET "windowStart" = greatest(b."windowStart", ${q.now}, b."pausedUntil") + ${q.spacingMs} * interval '1 millisecond'
       WHERE greatest(b."windowStart", ${q.now}, b."pausedUntil") <= ${q.latest}
     RETURNING b."windowStart" - ${q.spacingMs} * interval '1 millisecond' AS "startsAt"`,
  );
  return reserved?.startsAt ?? null;
}

export async function pauseSends(clientId: string, pausedUntil: Date): Promise<void> {
  const isShorter = [{ pausedUntil: null }, { pausedUntil: { lt: pausedUntil } }];
  await prisma().budget.updateMany({ where: { clientId, OR: isShorter }, data: { pausedUntil } });
}
