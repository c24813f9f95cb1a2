import { sql, type Queryable } from "@/server/platform/database";
import type { ItemKind } from "@/domain/item";
import { longestPutOffMs } from "@/server/reading/statements/sync-reads";

const firstPutOffMs = 2 * 60_000;
/** Drawn about the middle, and never past the longest: a time further ahead is taken for a clock that had jumped. */
const longestMiddleMs = longestPutOffMs / 1.25;

/**
 * Counts a lane's read before it begins, and puts its members off: for two minutes, then for longer, up to an hour,
 * and not together: what was read beside the one that ends the process comes apart from it.
 */
export async function beginReads(
  db: Queryable,
  reads: { site: string; places: readonly string[]; kind: ItemKind },
  now: Date,
): Promise<void> {
  await db.query(
    sql`UPDATE "PlaceRead" SET "attempts" = "attempts" + 1,
       "nextAttemptAt" = ${now}::timestamptz + interval '1 millisecond'
         * least(${longestMiddleMs}::float8, ${firstPutOffMs}::float8 * power(2, least("attempts", 10))) * (0.75 + random() / 2)
     WHERE "site" = ${reads.site} AND "place" = ANY(${reads.places}) AND "kind" = ${reads.kind}::"ItemKind"`,
  );
}

/** The read came back, well or not, and wrote down itself what follows. */
export async function endReads(
  db: Queryable,
  reads: { site: string; places: readonly string[]; kind: ItemKind },
): Promise<void> {
  await db.query(
    sql`UPDATE "PlaceRead" SET "attempts" = 0, "nextAttemptAt" = NULL
     WHERE "site" = ${reads.site} AND "place" = ANY(${reads.places}) AND "kind" = ${reads.kind}::"ItemKind" AND "attempts" > 0`,
  );
}
