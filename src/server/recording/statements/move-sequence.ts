import type { Need } from "@/domain/needed-numbers";
import { sql, type Queryable } from "@/server/platform/database";

/** What a read of numbers leaves, in the transaction that records their items. */
export interface SequenceOutcome {
  site: string;
  /** All up to here are read, needed, or on record as a gap. */
  reached: number;
  tip: number;
  /** Numbers that are settled: read, or given up. */
  settled: readonly number[];
  needed: readonly { number: number; around: Date; why: Need; tries: number; nextAttemptAt: Date }[];
}

/** Moves the position, which never moves back, and writes down what is still needed behind it. */
export async function moveSequence(db: Queryable, q: SequenceOutcome, now: Date): Promise<void> {
  const { site, needed } = q;
  await db.query(
    sql`UPDATE "Sequence" SET "reached" = greatest("reached", ${q.reached}::bigint), "tip" = greatest("tip", ${q.tip}::bigint),
       "movedAt" = CASE WHEN ${q.tip}::bigint > "tip" OR "movedAt" > ${now} THEN ${now}::timestamptz ELSE "movedAt" END
     WHERE "site" = ${site}`,
  );
  if (q.settled.length > 0)
    await db.query(
      sql`DELETE FROM "NeededNumber" WHERE "site" = ${site} AND "number" = ANY(${q.settled}::bigint[])`,
    );
  if (needed.length === 0) return;
  await db.query(
    sql`INSERT INTO "NeededNumber" ("site", "number", "around", "why", "tries", "nextAttemptAt")
     SELECT ${site}, n, a, w, t, x FROM unnest(${needed.map((one) => one.number)}::bigint[], ${needed.map((one) => one.around)}::timestamptz[], ${needed.map((one) => one.why)}::text[], ${needed.map((one) => one.tries)}::int[], ${needed.map((one) => one.nextAttemptAt)}::timestamptz[]) AS t(n, a, w, t, x)
     ORDER BY n
     ON CONFLICT ("site", "number") DO UPDATE SET "why" = excluded."why", "tries" = excluded."tries", "nextAttemptAt" = excluded."nextAttemptAt"`,
  );
}
