import type { Queryable } from "@/server/database";

export type Health = "ok" | "private" | "banned" | "quarantined" | "gated" | "missing";

/** Writes down what the site said of a subreddit. */
export async function noteHealth(
  db: Queryable,
  q: { name: string; health: Health; displayName: string | null; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO "Subreddit" ("name", "displayName", "health", "checkedAt") VALUES ($1, coalesce($3, $1), $2::"SubredditHealth", $4)
     ON CONFLICT ("name") DO UPDATE SET "health" = excluded."health", "checkedAt" = excluded."checkedAt",
       "displayName" = coalesce($3, "Subreddit"."displayName")`,
    [q.name, q.health, q.displayName, q.now],
  );
}
