import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
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

export async function pauseSends(db: Queryable, provider: string, until: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Budget" SET "pausedUntil" = greatest("pausedUntil", ${until}::timestamptz) WHERE "clientId" = ${provider}`,
  );
}

/** Returns the first time that isn't reserved, or null if there were no reservations. */
export async function findNextSend(db: Queryable, provider: string): Promise<Date | null> {
  const [found] = await rows(
    db,
    z.object({ at: z.date() }),
    sql`SELECT greatest("windowStart", "pausedUntil") AS at FROM "Budget" WHERE "clientId" = ${provider}`,
  );
  return found?.at ?? null;
}
