import { sql, type Queryable } from "@/server/platform/database";

export type Health = "ok" | "private" | "banned" | "quarantined" | "gated" | "missing";

/** Writes down what the site said of a subreddit that is watched. */
export async function noteHealth(
  db: Queryable,
  q: { name: string; health: Health; displayName: string | null; now: Date },
): Promise<void> {
  await db.query(
    sql`UPDATE "Subreddit" SET "health" = ${q.health}::"SubredditHealth", "checkedAt" = ${q.now}, "displayName" = coalesce(${q.displayName}, "displayName")
     WHERE "name" = ${q.name}`,
  );
}
