import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import type { Health } from "./note-health";
import { rows } from "@/server/platform/rows";

const row = z.object({ health: z.enum(["ok", "private", "banned", "quarantined", "gated", "missing"]) });

/** What the site said of a subreddit (name in lower case) between `since` and now, null when it wasn't asked. */
export async function findSubreddit(
  db: Queryable,
  name: string,
  asked: { since: Date; now: Date },
): Promise<Health | null> {
  const found = await rows(
    db,
    row,
    `SELECT "health"::text FROM "Subreddit" WHERE "name" = $1 AND "checkedAt" BETWEEN $2 AND $3
     UNION ALL SELECT "health"::text FROM "SubredditLookup" WHERE "name" = $1 AND "askedAt" BETWEEN $2 AND $3
     LIMIT 1`,
    [name, asked.since, asked.now],
  );
  return found[0]?.health ?? null;
}

/** Keeps the answer to somebody's question for a day: apart from what is watched, as anybody may ask for any name. */
export async function keepLookup(
  db: Queryable,
  q: { name: string; health: Health; displayName: string | null; now: Date },
): Promise<void> {
  await db.query(
    `INSERT INTO "SubredditLookup" ("name", "displayName", "health", "askedAt") VALUES ($1, $2, $3::"SubredditHealth", $4)
     ON CONFLICT ("name") DO UPDATE SET "displayName" = excluded."displayName", "health" = excluded."health",
       "askedAt" = excluded."askedAt"`,
    [q.name, q.displayName, q.health, q.now],
  );
}
