import { z } from "zod";
import type { Queryable } from "@/server/database";
import type { ItemKind } from "@/domain/item";
import { rows } from "./rows";

const row = z.object({ fullname: z.string(), isNew: z.boolean() });

/**
 * Remembers fullnames; what was not remembered is new, decided by this insert alone. One that is remembered
 * for a shorter time is remembered for the longer one. Sorted by key, so that two lanes can't deadlock.
 */
export async function rememberItems(
  db: Queryable,
  items: readonly { fullname: string; kind: ItemKind; subreddit: string; createdAt: Date; forgetAt: Date }[],
  seenAt: Date,
): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const found = await rows(
    db,
    row,
    `INSERT INTO "RecentItem" AS r ("fullname", "kind", "subreddit", "createdAt", "seenAt", "forgetAt")
     SELECT f, k::"ItemKind", s, c, $6, g
     FROM unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[]) AS t(f, k, s, c, g)
     ORDER BY f
     ON CONFLICT ("fullname") DO UPDATE SET "forgetAt" = excluded."forgetAt" WHERE r."forgetAt" < excluded."forgetAt" - interval '1 day'
     RETURNING "fullname", (xmax = 0) AS "isNew"`,
    [
      items.map((item) => item.fullname),
      items.map((item) => item.kind),
      items.map((item) => item.subreddit),
      items.map((item) => item.createdAt),
      items.map((item) => item.forgetAt),
      seenAt,
    ],
  );
  return new Set(found.filter((item) => item.isNew).map((item) => item.fullname));
}
