import type { Queryable } from "@/server/platform/database";

export type Health = "ok" | "private" | "banned" | "quarantined" | "gated" | "missing";

/** Writes down what the site said of a subreddit that is watched. */
export async function noteHealth(
  db: Queryable,
  q: { name: string; health: Health; displayName: string | null; now: Date },
): Promise<void> {
  await db.query(
    `UPDATE "Subreddit" SET "health" = $2::"SubredditHealth", "checkedAt" = $4, "displayName" = coalesce($3, "displayName")
     WHERE "name" = $1`,
    [q.name, q.health, q.displayName, q.now],
  );
}
