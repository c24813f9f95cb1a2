import * as z from "zod";
import type { Cursor } from "@/contract/pagination";
import { sql, word, type Queryable, type Sql, joined } from "@/server/platform/database";
import {
  awakeSql,
  newestOfEach,
  listedSql,
  shownItemSql,
  watchIdsSql,
} from "@/server/mentions/statements/mentions";
import { rows } from "@/server/platform/rows";
import type { Reader } from "@/server/accounts/statements/accounts";
import { statusParts } from "@/server/mentions/statements/pending-update-sql";
import {
  isOneWalk,
  itemRow,
  notificationColumns,
  notificationCondition,
  notificationRow,
  type NotificationFilter,
  withParts,
} from "./notification-row";

export interface NotificationPage {
  isNewestFirst: boolean;
  limit: number;
  offset: number;
  /** Last row of the previous page. Null: use the offset. */
  after: Cursor | null;
  /** Null: complete. */
  contentLength: number | null;
}

export function listNotifications(db: Queryable, filter: NotificationFilter, page: NotificationPage) {
  return rows(
    db,
    notificationRow,
    pageSql(filter, page, (status) => notificationColumns(page.contentLength, status)),
  );
}

const exportedRow = notificationRow
  .pick({
    id: true,
    createdAt: true,
    status: true,
    keyword: true,
    watchId: true,
    openedAt: true,
    starredAt: true,
  })
  .extend(itemRow.shape);
export type ExportedRow = z.infer<typeof exportedRow>;

export function listExported(
  db: Queryable,
  filter: NotificationFilter,
  page: NotificationPage & { contentLength: number },
) {
  return rows(
    db,
    exportedRow,
    pageSql(
      filter,
      page,
      (
        status,
      ) => sql`n."id", n."createdAt", ${status} AS "status", n."keyword", n."watchId", n."openedAt", n."starredAt",
      i."site", i."place", i."title", left(i."content", ${page.contentLength}) AS "content", i."url", i."author", i."kind"::text,
      i."createdAt" AS "itemCreatedAt", i."over18", i."blankedAt"`,
    ),
  );
}

export function pageSql(
  filter: NotificationFilter,
  page: Omit<NotificationPage, "contentLength">,
  columnsOf: (status: Sql) => Sql,
): Sql {
  const { with: parts, from, condition: fitting, status } = notificationCondition(filter);
  const direction = page.isNewestFirst ? "DESC" : "ASC";
  const excess =
    page.after === null
      ? sql``
      : sql`AND (n."createdAt", n."id") ${word(page.isNewestFirst ? "<" : ">")} (${page.after.createdAt}::timestamptz, ${page.after.id}::uuid)`;
  const [limit, offset] = [sql`${page.limit}::int`, sql`${page.offset}::int`];
  const order = sql`ORDER BY n."createdAt" ${word(direction)}, n."id" ${word(direction)}`;
  const max = sql`${limit} + ${offset}`;
  const condition = sql`${fitting} ${excess}`;
  const found = isOneWalk(filter)
    ? sql`SELECT n.* FROM ${from} WHERE ${condition}`
    : newestOfEach({ columns: sql`n.*`, from, condition, direction, max });
  return sql`${withParts(parts)} SELECT ${columnsOf(status)}
     FROM (${found} ${order} LIMIT ${limit} OFFSET ${offset}) n
     ${shownItemSql} ${order}`;
}

const counted = z.object({ count: z.number() });

export async function countNotifications(db: Queryable, filter: NotificationFilter): Promise<number> {
  const { with: parts, from, condition } = notificationCondition(filter);
  const found = await rows(
    db,
    counted,
    sql`${withParts(parts)} SELECT count(*)::int AS count FROM ${from} WHERE ${condition}`,
  );
  return found[0]?.count ?? 0;
}

const dayCount = z.object({ day: z.number(), count: z.number() });

/** Of one watch or (null) all. `starts`: oldest first. Day 1 is the first, day 0 everything earlier. */
export function countByDay(
  db: Queryable,
  user: Reader,
  watchId: string | null,
  starts: readonly Date[],
): Promise<z.infer<typeof dayCount>[]> {
  // A watch can match a story in several places.
  const counted =
    watchId === null
      ? sql`SELECT n."createdAt" FROM "Notification" n WHERE ${matchesFor(user)} AND ${listedSql}`
      : sql`SELECT min(n."createdAt") AS "createdAt" FROM (${matchedBy(user, watchId)}) n GROUP BY n."mentionId"`;
  return rows(
    db,
    dayCount,
    sql`SELECT width_bucket(n."createdAt", ${starts}::timestamptz[]) AS day, count(*)::int AS count FROM (${counted}) n GROUP BY 1`,
  );
}

/** All rows created by one watch, with the lead of each mention. */
function matchedBy(user: Reader, watchId: string): Sql {
  const columns = sql`n."createdAt", n."id", n."fullname", n."site", n."place", n."openedAt", n."starredAt", n."isSilent"`;
  const ofWatch = sql`"Notification" n WHERE ${matchesFor(user)} AND n."watchId" = ${watchId}`;
  // Another watch can lead the mention; these rows have their own index.
  return sql`SELECT ${columns}, n."id" AS "mentionId" FROM ${ofWatch} AND ${listedSql}
    UNION ALL SELECT ${columns}, n."leadId" AS "mentionId" FROM ${ofWatch} AND n."deletedAt" IS NULL AND n."leadId" IS NOT NULL`;
}

const matchesFor = (user: Reader) =>
  joined([sql`n."userId" = ${user.id}`, ...statusParts(null, user.pendingBulkUpdates)], " AND ");

const delayRow = z.object({ site: z.string().nullable(), half: z.number(), most: z.number() });
const breakdownRow = z.object({
  matches: z.number(),
  opened: z.number(),
  starred: z.number(),
  authorCount: z.number(),
  places: z.array(z.object({ site: z.string(), place: z.string(), count: z.number() })),
  authors: z.array(z.object({ site: z.string(), name: z.string(), count: z.number() })),
  /** Quarter hours since 1970, with the number of matches in each. */
  quarters: z.array(z.object({ at: z.number(), count: z.number() })),
  /** Milliseconds. Site null: all sites. */
  delays: z.array(delayRow),
});

/**
 * Since a time, by place, author, hour and delay. Reads the latest `max` rows; a mention counts once.
 * Look-back rows count except by hour and delay: they were recorded when their watch was created.
 */
export async function breakDown(
  db: Queryable,
  user: Reader,
  watchId: string,
  q: { since: Date; max: number; named: number },
) {
  const list = (columns: Sql, from: Sql) =>
    sql`coalesce((SELECT json_agg(r) FROM (SELECT ${columns} FROM ${from}) r), '[]')`;
  const largestFirst = sql`ORDER BY "count" DESC, 1, 2 LIMIT ${q.named}::int`;
  const count = sql`count(*)::int AS "count"`;
  const percentile = (share: number) =>
    sql`(percentile_disc(${share}::float8) WITHIN GROUP (ORDER BY "delay"))::float8`;
  const found = await rows(
    db,
    breakdownRow,
    sql`WITH recent AS MATERIALIZED (
       SELECT * FROM (${matchedBy(user, watchId)}) n WHERE n."createdAt" >= ${q.since}
       ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.max}::int
     ), mention AS MATERIALIZED (
       SELECT DISTINCT ON (n."mentionId") n.*, l."openedAt" IS NOT NULL AS "isOpened", l."starredAt" IS NOT NULL AS "isStarred",
         i."author", greatest(extract(epoch FROM n."createdAt" - i."createdAt") * 1000, 0) AS "delay"
       FROM recent n JOIN "Notification" l ON l."id" = n."mentionId" JOIN "Item" i ON i."fullname" = n."fullname"
       ORDER BY n."mentionId", n."createdAt", n."id"
     )
     SELECT count(*)::int AS "matches", (count(*) FILTER (WHERE "isOpened"))::int AS "opened",
       (count(*) FILTER (WHERE "isStarred"))::int AS "starred", (count(DISTINCT ("site", "author")) FILTER (WHERE "author" IS NOT NULL))::int AS "authorCount",
       ${list(sql`"site", "place", ${count}`, sql`mention GROUP BY 1, 2 ${largestFirst}`)} AS "places",
       ${list(sql`"site", "author" AS "name", ${count}`, sql`mention WHERE "author" IS NOT NULL GROUP BY 1, 2 ${largestFirst}`)} AS "authors",
       ${list(sql`floor(extract(epoch FROM "createdAt") / 900)::int AS "at", ${count}`, sql`mention WHERE NOT "isSilent" GROUP BY 1`)} AS "quarters",
       ${list(
         sql`"site", ${percentile(0.5)} AS "half", ${percentile(0.95)} AS "most"`,
         sql`mention WHERE NOT "isSilent" GROUP BY GROUPING SETS ((), ("site")) HAVING count(*) > 0 ORDER BY 2, 1`,
       )} AS "delays"
     FROM mention`,
  );
  return found[0]!;
}

const popupRow = notificationRow.extend({ total: z.number() });

/** Unread mentions after `since` (null: all) of unmuted watches with alerts, and a count to `countLimit`. */
export async function listPopups(
  db: Queryable,
  q: { user: Reader; since: Date | null; limit: number; countLimit: number; contentLength: number },
) {
  const { id, pendingBulkUpdates } = q.user;
  const parts = [
    sql`n."userId" = ${id}`,
    listedSql,
    awakeSql(id),
    sql`NOT n."isSilent"`,
    ...statusParts(["unread"], pendingBulkUpdates),
  ];
  if (q.since !== null) parts.push(sql`n."createdAt" > ${q.since}`);
  const found = await rows(
    db,
    popupRow,
    sql`WITH recent AS MATERIALIZED (
       SELECT n.* FROM "Notification" n
       WHERE ${joined(parts, " AND ")}
         AND EXISTS (SELECT FROM "Watch" w WHERE w."id" = ANY(${watchIdsSql}) AND w."browserNotification"
           AND (w."mutedUntil" IS NULL OR w."mutedUntil" <= now()))
       ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.countLimit}
     )
     SELECT ${notificationColumns(q.contentLength)}, (SELECT count(*)::int FROM recent) AS total
     FROM recent n ${shownItemSql}
     ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${q.limit}`,
  );
  return { notifications: found, total: found[0]?.total ?? 0 };
}
