import * as z from "zod";
import { newestOfEach, currentSql } from "@/server/mentions/statements/mentions";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { fittingSql, withParts, type NotificationFilter } from "./notification-row";
import { searchedItemSql, searchedSql, type SearchCriteria } from "./search-sql";

/** Maximum number of notifications that one search reads, most recent first. Texts have no index. */
export const searchedNewest = 10_000;

/** Columns: the ids that a search found, and `reachedTo` if there can be older matches. */
export const searchedRow = { found: z.array(z.string()), reachedTo: z.date().nullable() };
export const searchedColumns = (max = searchedNewest) => sql`ARRAY(SELECT "id" FROM searched) AS "found",
  (SELECT CASE WHEN count(*) = ${max}::int THEN min("createdAt") END FROM newest) AS "reachedTo"`;

/** The filter's most recent notifications (`newest`), and the results among them (`searched`). */
export function searchParts(
  filter: NotificationFilter,
  criteria: SearchCriteria,
  looked = searchedNewest,
): Sql[] {
  const max = sql`${looked}::int`;
  const newest = newestOfEach({
    columns: sql`n.*`,
    from: sql`"Notification" n`,
    condition: fittingSql(filter),
    direction: "DESC",
    max,
  });
  const holds = searchedSql(criteria);
  return [
    sql`newest AS MATERIALIZED (SELECT * FROM (${newest}) n ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${max})`,
    sql`searched AS MATERIALIZED (
      SELECT n.* FROM newest n CROSS JOIN LATERAL (${searchedItemSql(criteria, sql`n."fullname"`)}) i
      WHERE ${holds(sql`i`)}
        OR n."storyKey" IS NOT NULL AND EXISTS (
          SELECT FROM (SELECT s."fullname" FROM ${currentSql} OFFSET 0) f
          CROSS JOIN LATERAL (${searchedItemSql(criteria, sql`f."fullname"`)}) s WHERE ${holds(sql`s`)}))`,
  ];
}

export async function searchNotifications(
  db: Queryable,
  filter: NotificationFilter,
  criteria: SearchCriteria,
  max = searchedNewest,
) {
  const parts = searchParts(filter, criteria, max);
  const [response] = await rows(
    db,
    z.object(searchedRow),
    sql`${withParts(parts)} SELECT ${searchedColumns(max)}`,
  );
  return response!;
}
