import type { Queryable } from "@/server/platform/database";
import type { ItemKind } from "@/domain/item";

/** Notes that a lane could not be read; the position stays. */
export async function failReads(
  db: Queryable,
  q: { subreddits: readonly string[]; kind: ItemKind; error: string; now: Date; nextAttemptAt: Date | null },
): Promise<void> {
  await db.query(
    `UPDATE "SubredditRead" SET "triedAt" = $4, "lastError" = $3, "failedSince" = coalesce("failedSince", $4), "nextAttemptAt" = $5, "attempts" = 0
     WHERE "subreddit" = ANY($1) AND "kind" = $2::"ItemKind"`,
    [q.subreddits, q.kind, q.error, q.now, q.nextAttemptAt],
  );
}
