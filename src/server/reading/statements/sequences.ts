import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { needs } from "@/domain/needed-numbers";

const position = z.object({ reached: z.number(), tip: z.number(), movedAt: z.date() });
/** Up to which number everything is read, needed or on record as a gap; and when the site last named a newer one. */
export type Position = z.infer<typeof position>;

/** Null: nothing was read yet, or nobody watched since. */
export async function findPosition(db: Queryable, site: string): Promise<Position | null> {
  const found = await rows(
    db,
    position,
    sql`SELECT "reached"::float8, "tip"::float8, "movedAt" FROM "Sequence" WHERE "site" = ${site}`,
  );
  return found[0] ?? null;
}

/** Begins at a number, unless somebody was quicker. */
export async function beginSequence(
  db: Queryable,
  q: { site: string; reached: number; tip: number; now: Date },
): Promise<void> {
  await db.query(
    sql`INSERT INTO "Sequence" ("site", "reached", "tip", "movedAt") VALUES (${q.site}, ${q.reached}, ${q.tip}, ${q.now})
     ON CONFLICT DO NOTHING`,
  );
}

const needed = z.object({
  number: z.number(),
  around: z.date(),
  why: z.enum(needs),
  tries: z.number(),
});
/** A number that is still needed: about when it was written, why, and how often it was asked for. */
export type Needed = z.infer<typeof needed>;

/** The numbers whose next try is due, the longest first; one further ahead than any is put off was written by a clock that had jumped. */
export function listDue(db: Queryable, site: string, now: Date, most: number): Promise<Needed[]> {
  return rows(
    db,
    needed,
    sql`SELECT "number"::float8, "around", "why", "tries" FROM "NeededNumber"
     WHERE "site" = ${site} AND "nextAttemptAt" NOT BETWEEN ${now}::timestamptz + interval '1 millisecond' AND ${now}::timestamptz + interval '2 hours' ORDER BY "nextAttemptAt", "number" LIMIT ${most}`,
  );
}
