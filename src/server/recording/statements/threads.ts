import * as z from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Adds new replies to the followed threads among these. Locks them in order. */
export async function countReplies(
  tx: Queryable,
  counts: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  if (counts.size === 0) return;
  await tx.query(
    sql`UPDATE "Thread" t SET "replies" = t."replies" + x.n, "lastReplyAt" = ${now}
     FROM (
       SELECT l."root", c.n FROM "Thread" l
       JOIN unnest(${[...counts.keys()]}::text[], ${[...counts.values()]}::int[]) AS c(root, n) ON c.root = l."root"
       ORDER BY l."root" FOR NO KEY UPDATE OF l
     ) x
     WHERE t."root" = x."root"`,
  );
}

const rootRow = z.object({ key: z.string(), root: z.string() });

/** By the name that replies use for an item. An item without a thread is its own. */
export async function findRoots(
  db: Queryable,
  site: string,
  keys: readonly string[],
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const found = await rows(
    db,
    rootRow,
    sql`SELECT r."fullname" AS key, coalesce(r."root", r."fullname") AS root FROM "RecentItem" r
       WHERE r."fullname" = ANY(${keys}::text[]) AND r."site" = ${site} AND (r."kind" = 'post' OR r."root" IS NOT NULL)
     UNION ALL SELECT i."fullname", coalesce(i."root", i."fullname") FROM "Item" i
       WHERE i."fullname" = ANY(${keys}::text[]) AND i."site" = ${site} AND (i."kind" = 'post' OR i."root" IS NOT NULL)
     UNION ALL SELECT i."replyKey", coalesce(i."root", i."fullname") FROM "Item" i
       WHERE i."replyKey" = ANY(${keys}::text[]) AND i."site" = ${site}
     UNION ALL SELECT t."root", t."root" FROM "Thread" t WHERE t."root" = ANY(${keys}::text[]) AND t."site" = ${site}`,
  );
  return new Map(found.map(({ key, root }) => [key, root]));
}
