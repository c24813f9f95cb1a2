import { z } from "zod";
import { joined, sql, type Queryable } from "@/server/platform/database";
import type { Reader } from "@/server/accounts/statements/account-row";
import { listedSql } from "@/server/clips/statements/listed-sql";
import { statusParts } from "@/server/clips/statements/pending-mark-sql";
import { rows } from "@/server/platform/rows";

/**
 * Up to `most` places of a site, or keywords (site null), of a user's notifications that contain a text, those that begin
 * with it first. Places are read out of the index of groups.
 */
export async function listChoices(
  db: Queryable,
  user: Reader,
  q: { site: string | null; text: string; most: number },
): Promise<string[]> {
  const parts = [
    sql`n."userKeywordId" = k."id"`,
    sql`n."status" = ANY(enum_range(NULL::"NotificationStatus"))`,
    listedSql,
    ...statusParts(null, user.pendingMarks),
  ];
  const held = joined(parts, " AND ");
  const names =
    q.site === null
      ? sql`SELECT k."keyword" AS "name" FROM "UserKeyword" k
       WHERE k."userId" = ${user.id} AND position(lower(${q.text}) IN lower(k."keyword")) > 0
         AND EXISTS (SELECT FROM "Notification" n WHERE ${held})`
      : sql`SELECT min(s."name") AS "name" FROM "UserKeyword" k CROSS JOIN LATERAL (
         SELECT DISTINCT n."place" AS "name" FROM "Notification" n WHERE n."site" = ${q.site} AND ${held}
       ) s
       WHERE k."userId" = ${user.id} AND position(lower(${q.text}) IN lower(s."name")) > 0 GROUP BY lower(s."name")`;
  const found = await rows(
    db,
    z.object({ name: z.string() }),
    sql`SELECT "name" FROM (${names}) c
     ORDER BY starts_with(lower("name"), lower(${q.text})) DESC, lower("name"), "name" LIMIT ${q.most}`,
  );
  return found.map(({ name }) => name);
}
