import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { itemRow, notificationRow, threadSql } from "./notification-row";

const threadOfRow = notificationRow.pick({ fullname: true, site: true, place: true, followed: true }).extend({
  root: z.string(),
  isReply: z.boolean(),
  /** Replies read in the last days. */
  known: z.number(),
  authors: z.number(),
  checkedAt: z.date().nullable(),
});

export async function findThread(db: Queryable, { userId, id }: { userId: string; id: string }) {
  const root = sql`coalesce(i."root", i."fullname")`;
  const found = await rows(
    db,
    threadOfRow,
    sql`SELECT i."fullname", i."site", i."place", ${threadSql(sql`n."userId"`, root)} AS "followed", ${root} AS "root", i."root" IS NOT NULL AS "isReply",
       (SELECT count(*)::int FROM "RecentItem" r WHERE r."root" = ${root} AND r."kind" = 'comment') AS "known",
       (SELECT count(DISTINCT x."author")::int FROM "UserKeyword" k JOIN "Notification" m ON m."userKeywordId" = k."id" JOIN "Item" x ON x."fullname" = m."fullname"
         WHERE k."userId" = n."userId" AND k."root" = ${root} AND m."deletedAt" IS NULL) AS "authors",
       (SELECT max(p."readAt") FROM "Thread" h JOIN "PlaceRead" p ON p."site" = h."site" AND p."place" = lower(h."place") AND p."kind" = 'comment'
         WHERE h."root" = ${root}) AS "checkedAt"
     FROM "Notification" n JOIN "Item" i ON i."fullname" = n."fullname"
     WHERE n."id" = ${id} AND n."userId" = ${userId} AND n."deletedAt" IS NULL`,
  );
  return found[0] ?? null;
}

const rootRow = itemRow
  .pick({ title: true, content: true, author: true })
  .extend({ createdAt: z.date().transform((at) => at.toISOString()) });

/** The post above its replies, by the name that they have for it. Null if it isn't stored or was deleted. */
export async function findRoot(
  db: Queryable,
  { site, root, contentLength }: { site: string; root: string; contentLength: number },
) {
  const found = await rows(
    db,
    rootRow,
    sql`SELECT i."title", left(i."content", ${contentLength}) AS "content", i."author", i."createdAt"
     FROM "Item" i WHERE (i."fullname" = ${root} OR i."replyKey" = ${root}) AND i."site" = ${site} AND i."blankedAt" IS NULL LIMIT 1`,
  );
  return found[0] ?? null;
}
