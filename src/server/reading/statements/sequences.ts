import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { needs } from "@/domain/pending-numbers";

const position = z.object({ reached: z.number(), tip: z.number(), movedAt: z.date() });
/** Up to `reached`, all are read, pending or in a gap. `movedAt`: the last reported higher number. */
export type Position = z.infer<typeof position>;

/** Null if the site hasn't been read since it was watched. */
export async function findPosition(db: Queryable, site: string): Promise<Position | null> {
  const found = await rows(
    db,
    position,
    sql`SELECT "reached"::float8, "tip"::float8, "movedAt" FROM "Sequence" WHERE "site" = ${site}`,
  );
  return found[0] ?? null;
}

/** Sets the initial position unless another process already has. */
export async function beginSequence(
  db: Queryable,
  q: { site: string; reached: number; tip: number; now: Date },
): Promise<void> {
  await db.query(
    sql`INSERT INTO "Sequence" ("site", "reached", "tip", "movedAt") VALUES (${q.site}, ${q.reached}, ${q.tip}, ${q.now})
     ON CONFLICT DO NOTHING`,
  );
}

const required = z.object({
  number: z.number(),
  around: z.date(),
  why: z.enum(needs),
  tries: z.number(),
});
export type PendingNumber = z.infer<typeof required>;

/** Longest overdue first. Times beyond the maximum delay are from a wrong clock and count as due. */
export function listDue(db: Queryable, site: string, now: Date, max: number): Promise<PendingNumber[]> {
  return rows(
    db,
    required,
    sql`SELECT "number"::float8, "around", "why", "tries" FROM "PendingNumber"
     WHERE "site" = ${site} AND "nextAttemptAt" NOT BETWEEN ${now}::timestamptz + interval '1 millisecond' AND ${now}::timestamptz + interval '2 hours' ORDER BY "nextAttemptAt", "number" LIMIT ${max}`,
  );
}
