import { z } from "zod";
import type { Queryable } from "@/server/platform/database";
import type { Reader } from "@/server/accounts/statements/account-row";
import { listedSql } from "@/server/clips/statements/listed-sql";
import { statusParts } from "@/server/clips/statements/pending-mark-sql";
import { rows } from "@/server/platform/rows";

/**
 * Up to `most` keywords or subreddits of a user's notifications that contain a text, those that begin with it first. Subreddits
 * are read out of the index of groups.
 */
export async function listChoices(
  db: Queryable,
  user: Reader,
  q: { of: "keyword" | "subreddit"; text: string; most: number },
): Promise<string[]> {
  const values: unknown[] = [user.id, q.text, q.most];
  const held = [
    `n."userKeywordId" = k."id"`,
    `n."status" = ANY(enum_range(NULL::"NotificationStatus"))`,
    listedSql,
    ...statusParts(null, user.pendingMarks, (value) => `$${values.push(value)}`),
  ].join(" AND ");
  const names = {
    keyword: `SELECT k."keyword" AS "name" FROM "UserKeyword" k
       WHERE k."userId" = $1 AND position(lower($2) IN lower(k."keyword")) > 0
         AND EXISTS (SELECT FROM "Notification" n WHERE ${held})`,
    subreddit: `SELECT min(s."name") AS "name" FROM "UserKeyword" k CROSS JOIN LATERAL (
         SELECT DISTINCT n."subreddit" AS "name" FROM "Notification" n WHERE ${held}
       ) s
       WHERE k."userId" = $1 AND position(lower($2) IN lower(s."name")) > 0 GROUP BY lower(s."name")`,
  };
  const found = await rows(
    db,
    z.object({ name: z.string() }),
    `SELECT "name" FROM (${names[q.of]}) c
     ORDER BY starts_with(lower("name"), lower($2)) DESC, lower("name"), "name" LIMIT $3`,
    values,
  );
  return found.map(({ name }) => name);
}
