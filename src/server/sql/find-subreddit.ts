import { z } from "zod";
import type { Queryable } from "@/server/database";
import type { Health } from "./note-health";
import { rows } from "./rows";

const row = z.object({ health: z.enum(["ok", "private", "banned", "quarantined", "gated", "missing"]) });

/** What the site said of a subreddit (name in lower case) at or after `since`, null when it wasn't asked. */
export async function findSubreddit(db: Queryable, name: string, since: Date): Promise<Health | null> {
  const found = await rows(
    db,
    row,
    `SELECT "health"::text FROM "Subreddit" WHERE "name" = $1 AND "checkedAt" >= $2`,
    [name, since],
  );
  return found[0]?.health ?? null;
}
