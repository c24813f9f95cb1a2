import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
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
    sql`SELECT "health"::text FROM "Subreddit" WHERE "name" = ${name} AND "checkedAt" BETWEEN ${asked.since} AND ${asked.now}
     UNION ALL SELECT "health"::text FROM "SubredditLookup" WHERE "name" = ${name} AND "askedAt" BETWEEN ${asked.since} AND ${asked.now}
     LIMIT 1`,
  );
  return found[0]?.health ?? null;
}

/** Keeps the answer to somebody's question for a day: apart from what is watched, as anybody may ask for any name. */
export async function keepLookup(
  db: Queryable,
  q: { name: string; health: Health; displayName: string | null; now: Date },
): Promise<void> {
  await db.query(
    sql`INSERT INTO "SubredditLookup" ("name", "displayName", "health", "askedAt") VALUES (${q.name}, ${q.displayName}, ${q.health}::"SubredditHealth", ${q.now})
     ON CONFLICT ("name") DO UPDATE SET "displayName" = excluded."displayName", "health" = excluded."health",
       "askedAt" = excluded."askedAt"`,
  );
}
