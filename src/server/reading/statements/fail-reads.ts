import { sql, type Queryable } from "@/server/platform/database";
import type { ItemKind } from "@/domain/item";

/** Notes that a lane could not be read; the position stays. */
export async function failReads(
  db: Queryable,
  q: {
    site: string;
    places: readonly string[];
    kind: ItemKind;
    error: string;
    now: Date;
    /** Since when it fails; default: now. */
    since?: Date;
    nextAttemptAt: Date | null;
  },
): Promise<void> {
  await db.query(
    sql`UPDATE "PlaceRead" SET "triedAt" = ${q.now}, "lastError" = ${q.error}, "failedSince" = coalesce("failedSince", ${q.since ?? q.now}), "nextAttemptAt" = ${q.nextAttemptAt}, "attempts" = 0
     WHERE "site" = ${q.site} AND "place" = ANY(${q.places}) AND "kind" = ${q.kind}::"ItemKind"`,
  );
}
