import { sql, type Queryable } from "@/server/platform/database";
import type { ItemKind } from "@/domain/item";

/** Notes that a lane could not be read; the position stays. */
export async function failReads(
  db: Queryable,
  q: { subreddits: readonly string[]; kind: ItemKind; error: string; now: Date; nextAttemptAt: Date | null },
): Promise<void> {
  await db.query(
    sql`UPDATE "SubredditRead" SET "triedAt" = ${q.now}, "lastError" = ${q.error}, "failedSince" = coalesce("failedSince", ${q.now}), "nextAttemptAt" = ${q.nextAttemptAt}, "attempts" = 0
     WHERE "subreddit" = ANY(${q.subreddits}) AND "kind" = ${q.kind}::"ItemKind"`,
  );
}
