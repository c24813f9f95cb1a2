import { z } from "zod";
import type { Cursor } from "@/contract/pagination";
import type { Queryable } from "@/server/platform/database";
import {
  groupCondition,
  notificationColumns,
  notificationRow,
  type NotificationFilter,
  withParts,
} from "./notification-row";
import { rows } from "@/server/platform/rows";

const counts = z.object({ total: z.number(), groups: z.number() });
const group = z.object({
  id: z.string(),
  keyword: z.string(),
  count: z.number(),
  latestAt: z.date(),
  subreddits: z.array(z.string()),
});
export type GroupRow = z.infer<typeof group>;

/** Subreddits are told of so many of a group's newest notifications. */
const subredditsOf = 1_000;

export interface GroupPage {
  isNewestFirst: boolean;
  limit: number;
  offset: number;
  /** The last group of the page before; null: by offset. */
  after: Cursor | null;
}

/**
 * A page of a user's groups by their latest notification, with how many notifications and groups fit the filter.
 * Driven from the user's own keywords: each group is a walk along one index.
 */
export async function listGroups(
  db: Queryable,
  filter: NotificationFilter,
  page: GroupPage,
): Promise<{ groups: GroupRow[]; totalGroups: number; total: number }> {
  const { with: parts, ofKeyword, ofNotification, from, values } = groupCondition(filter);
  const direction = page.isNewestFirst ? "DESC" : "ASC";
  const place = (value: unknown) => `$${values.push(value)}`;
  const beyond =
    page.after === null
      ? ""
      : `WHERE (g."latestAt", g."id") ${page.isNewestFirst ? "<" : ">"} (${place(page.after.createdAt)}::timestamptz, ${place(page.after.id)}::uuid)`;
  const found = await rows(
    db,
    z.union([counts.extend(group.shape), counts.extend({ id: z.null() })]),
    `${withParts([
      ...parts,
      `groups AS MATERIALIZED (
       SELECT k."id", k."keyword", g."count", l."latestAt" FROM "UserKeyword" k CROSS JOIN LATERAL (
         ${newestOf("k", from, ofNotification, `n."createdAt"`, 1)}
       ) l ("latestAt") CROSS JOIN LATERAL (
         SELECT count(*)::int AS "count" FROM ${from}
         WHERE n."userKeywordId" = k."id" AND n."status" = ANY($2::text[]::"NotificationStatus"[]) AND ${ofNotification}
       ) g
       WHERE ${ofKeyword}
     )`,
    ])}
     SELECT c.total, c.groups, p.* FROM (
       SELECT coalesce(sum("count"), 0)::int AS total, count(*)::int AS groups FROM groups
     ) c LEFT JOIN LATERAL (
       SELECT g.*, ARRAY(
         SELECT x."subreddit" FROM (${newestOf("g", from, ofNotification, `n."subreddit", n."createdAt"`, subredditsOf)}) x
         GROUP BY x."subreddit" ORDER BY max(x."createdAt") DESC, x."subreddit"
       ) AS subreddits
       FROM (
         SELECT * FROM groups g ${beyond}
         ORDER BY g."latestAt" ${direction}, g."id" ${direction} LIMIT ${place(page.limit)} OFFSET ${place(page.offset)}
       ) g
     ) p ON true
     ORDER BY p."latestAt" ${direction}, p."id" ${direction}`,
    values,
  );
  const groups = found.filter((one): one is z.infer<typeof counts> & GroupRow => one.id !== null);
  return { groups, totalGroups: found[0]?.groups ?? 0, total: found[0]?.total ?? 0 };
}

/** The newest `limit` notifications of each of these groups of the user that fit the filter, the newest first. */
export function listGroupHeads(
  db: Queryable,
  filter: NotificationFilter,
  groupIds: readonly string[],
  page: { limit: number; contentLength: number },
) {
  const { with: parts, ofKeyword, ofNotification, from, status, values } = groupCondition(filter);
  const ids = `$${values.push(groupIds)}`;
  return rows(
    db,
    notificationRow.extend({ groupId: z.string() }),
    `${withParts(parts)} SELECT k."id" AS "groupId", ${notificationColumns(page.contentLength, status())}
     FROM "UserKeyword" k
     CROSS JOIN LATERAL (${newestOf("k", from, ofNotification, "n.*", page.limit)}) n
     JOIN "Item" i ON i."fullname" = n."fullname"
     WHERE ${ofKeyword} AND k."id" = ANY(${ids}::uuid[])
     ORDER BY n."createdAt" DESC, n."id" DESC`,
    values,
  );
}

/** The newest rows of a group: of each status along the index, then of those. */
function newestOf(group: string, from: string, condition: string, columns: string, limit: number): string {
  return `SELECT n.* FROM unnest($2::text[]::"NotificationStatus"[]) AS s("status") CROSS JOIN LATERAL (
      SELECT ${columns}, n."id" AS "sortId" FROM ${from}
      WHERE n."userKeywordId" = ${group}."id" AND n."status" = s."status" AND ${condition}
      ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${limit}
    ) n ORDER BY n."createdAt" DESC, n."sortId" DESC LIMIT ${limit}`;
}
