import * as z from "zod";
import type { Cursor } from "@/contract/pagination";
import { sql, word, type Sql, type Queryable, joined } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import type { Reader } from "@/server/accounts/statements/accounts";
import { listedSql, shownItemSql } from "@/server/mentions/statements/mentions";
import { statusParts } from "@/server/mentions/statements/pending-update-sql";
import {
  followsSql,
  groupCondition,
  notificationColumns,
  notificationRow,
  type NotificationFilter,
  threadRow,
  threadSql,
  withParts,
} from "./notification-row";
import { searchedColumns, searchedRow, searchParts } from "./search";
import { type SearchCriteria, titledSql, writtenAsSql } from "./search-sql";

const searched = z.object(searchedRow);
type Searched = z.infer<typeof searched>;
const groupCounts = z
  .object({ total: z.number(), groups: z.number(), newestAt: z.date().nullable() })
  .extend(searched.partial().shape);
const groupRow = z.object({
  id: z.string(),
  keyword: z.string(),
  /** The thread whose replies are grouped; null for keywords. */
  root: z.string().nullable(),
  followed: threadRow.nullable(),
  count: z.number(),
  latestAt: z.date(),
  /** '<site>:<name>' each. */
  places: z.array(z.string()),
});
export type GroupRow = z.infer<typeof groupRow>;
const countedGroup = groupCounts.extend(groupRow.shape);
/** An empty page still has counts. */
const pageRow = z.union([countedGroup, groupCounts.extend({ id: z.null() })]);
const headRow = notificationRow.extend({ groupId: z.string() });
const keywordRow = z.object({ name: z.string() });
const placeRow = keywordRow.extend({ site: z.string() });

/** Places are collected from this many of a group's latest notifications. */
const placesFromLatest = 1_000;

export interface GroupPage {
  isNewestFirst: boolean;
  limit: number;
  offset: number;
  /** Last group of the previous page. Null: use the offset. */
  after: Cursor | null;
}

/** By latest notification, with counts. Starts from the user's keywords: each group is one index scan. */
export async function listGroups(
  db: Queryable,
  filter: NotificationFilter,
  page: GroupPage,
  criteria: SearchCriteria | null = null,
): Promise<
  { groups: GroupRow[]; totalGroups: number; total: number; newestAt: Date | null } & Partial<Searched>
> {
  const condition = groupCondition(filter);
  const { ofKeyword, ofNotification, statuses } = condition;
  const [parts, from, columns] =
    criteria === null
      ? [condition.with, condition.from, sql``]
      : [searchParts(filter, criteria), sql`searched n`, sql`, ${searchedColumns()}`];
  const direction = word(page.isNewestFirst ? "DESC" : "ASC");
  const excess =
    page.after === null
      ? sql``
      : sql`WHERE (g."latestAt", g."id") ${word(page.isNewestFirst ? "<" : ">")} (${page.after.createdAt}::timestamptz, ${page.after.id}::uuid)`;
  const found = await rows(
    db,
    pageRow,
    sql`${withParts([
      ...parts,
      sql`groups AS MATERIALIZED (
       SELECT k."id", k."keyword", k."root", k."userId", g."count", l."latestAt" FROM "UserKeyword" k CROSS JOIN LATERAL (
         ${newestOf(sql`k`, from, statuses, ofNotification, sql`n."createdAt"`, 1)}
       ) l ("latestAt") CROSS JOIN LATERAL (
         SELECT count(*)::int AS "count" FROM ${from}
         WHERE n."userKeywordId" = k."id" AND n."status" = ANY(${statuses}) AND ${ofNotification}
       ) g
       WHERE ${ofKeyword}
     )`,
    ])}
     SELECT c.total, c.groups, c."newestAt", p.*${columns} FROM (
       SELECT coalesce(sum("count"), 0)::int AS total, count(*)::int AS groups, max("latestAt") AS "newestAt" FROM groups
     ) c LEFT JOIN LATERAL (
       SELECT g.*, CASE WHEN g."root" IS NOT NULL THEN ${threadSql(sql`g."userId"`, sql`g."root"`)} END AS "followed", ARRAY(
         SELECT x."site" || ':' || x."place" FROM (${newestOf(sql`g`, from, statuses, ofNotification, sql`n."site", n."place", n."createdAt"`, placesFromLatest)}) x
         GROUP BY x."site", x."place" ORDER BY max(x."createdAt") DESC, x."place"
       ) AS places
       FROM (
         SELECT * FROM groups g ${excess}
         ORDER BY g."latestAt" ${direction}, g."id" ${direction} LIMIT ${page.limit} OFFSET ${page.offset}
       ) g
     ) p ON true
     ORDER BY p."latestAt" ${direction}, p."id" ${direction}`,
  );
  const groups = found.filter((one): one is z.infer<typeof countedGroup> => one.id !== null);
  return {
    groups,
    totalGroups: found[0]?.groups ?? 0,
    total: found[0]?.total ?? 0,
    newestAt: found[0]?.newestAt ?? null,
    found: found[0]?.found,
    reachedTo: found[0]?.reachedTo,
  };
}

export function listGroupHeads(
  db: Queryable,
  filter: NotificationFilter,
  groupIds: readonly string[],
  page: { limit: number; contentLength: number },
) {
  const { with: parts, ofKeyword, ofNotification, from, status, statuses } = groupCondition(filter);
  return rows(
    db,
    headRow,
    sql`${withParts(parts)} SELECT k."id" AS "groupId", ${notificationColumns(page.contentLength, status)}
     FROM "UserKeyword" k
     CROSS JOIN LATERAL (${newestOf(sql`k`, from, statuses, ofNotification, sql`n.*`, page.limit)}) n
     ${shownItemSql}
     WHERE ${ofKeyword} AND k."id" = ANY(${groupIds}::uuid[])
     ORDER BY n."createdAt" DESC, n."id" DESC`,
  );
}

/** The latest rows of a group. Reads the latest of each status from the index, then merges them. */
function newestOf(group: Sql, from: Sql, statuses: Sql, condition: Sql, columns: Sql, limit: number): Sql {
  return sql`SELECT n.* FROM unnest(${statuses}) AS s("status") CROSS JOIN LATERAL (
      SELECT ${columns}, n."id" AS "sortId" FROM ${from}
      WHERE n."userKeywordId" = ${group}."id" AND n."status" = s."status" AND ${condition}
      ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${limit}
    ) n ORDER BY n."createdAt" DESC, n."sortId" DESC LIMIT ${limit}`;
}

/** Returns up to `max` keywords of a user's notifications that contain the text, prefix matches first. */
export async function listKeywords(
  db: Queryable,
  user: Reader,
  { text, max }: { text: string; max: number },
): Promise<string[]> {
  const found = await rows(
    db,
    keywordRow,
    sql`SELECT "name" FROM (
       SELECT k."keyword" AS "name" FROM "UserKeyword" k
       WHERE k."userId" = ${user.id} AND k."root" IS NULL AND position(lower(${text}) IN lower(k."keyword")) > 0
         AND EXISTS (SELECT FROM "Notification" n WHERE ${matchesFor(user)})) c
     ORDER BY ${beginningFirst(text)}, "name" LIMIT ${max}`,
  );
  return found.map(({ name }) => name);
}

/**
 * Up to `max` places: all on `whole` sites, and places on `among` sites if their name or title contains the
 * text or users write them like it. Prefix matches first. Reads the groups index, and other posts of stories from the
 * user's own rows.
 */
export function listPlaces(
  db: Queryable,
  user: Reader,
  q: { among: readonly string[]; whole: readonly string[]; text: string; max: number },
): Promise<{ site: string; name: string }[]> {
  const columns = { site: sql`s."site"`, place: sql`s."name"` };
  const contains = (name: Sql) => sql`position(lower(${q.text}) IN ${name}) > 0`;
  return rows(
    db,
    placeRow,
    sql`SELECT "site", "name" FROM (
       SELECT s."site", min(s."name") AS "name" FROM (
         SELECT n.* FROM "UserKeyword" k CROSS JOIN LATERAL (
           SELECT DISTINCT n."site", n."place" AS "name" FROM "Notification" n
           WHERE n."site" = ANY(${q.among}) AND ${matchesFor(user)}) n
         WHERE k."userId" = ${user.id}
         UNION SELECT f."site", f."place" FROM "Notification" f JOIN "Notification" n ON n."id" = f."leadId"
         WHERE f."site" = ANY(${q.among}) AND ${followsSql(user.id)} AND ${listedFor(user)}
       ) s
       WHERE ${contains(sql`lower(s."name")`)} OR s."site" = ANY(${q.whole})
         OR ${writtenAsSql(q.text, columns)} OR ${titledSql(contains, columns)}
       GROUP BY s."site", lower(s."name")) c
     ORDER BY ${beginningFirst(q.text)}, "name", "site" LIMIT ${q.max}`,
  );
}

const matchesFor = (user: Reader) => sql`n."userKeywordId" = k."id" AND ${listedFor(user)}`;

function listedFor(user: Reader): Sql {
  const parts = [
    sql`n."status" = ANY(enum_range(NULL::"NotificationStatus"))`,
    listedSql,
    ...statusParts(null, user.pendingBulkUpdates),
  ];
  return joined(parts, " AND ");
}

const beginningFirst = (text: string) => sql`starts_with(lower("name"), lower(${text})) DESC, lower("name")`;
