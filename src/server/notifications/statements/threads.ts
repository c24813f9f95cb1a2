import * as z from "zod";
import { selectShownItem } from "@/server/mentions/statements/mentions";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { notificationRow, threadSql } from "./notification-row";

const threadOfRow = notificationRow.pick({ fullname: true, site: true, place: true, followed: true }).extend({
  root: z.string(),
  isReply: z.boolean(),
  /** Replies read in the last days. */
  known: z.number(),
  authors: z.number(),
  checkedAt: z.date().nullable(),
});

export async function findThread(db: Queryable, notification: { userId: string; id: string }) {
  const root = sql`coalesce(i."root", i."fullname")`;
  const found = await rows(
    db,
    threadOfRow,
    selectShownItem(
      notification,
      sql`i."fullname", i."site", i."place", ${threadSql(sql`n."userId"`, root)} AS "followed", ${root} AS "root", i."root" IS NOT NULL AS "isReply",
       (SELECT count(*)::int FROM "RecentItem" r WHERE r."root" = ${root} AND r."kind" = 'comment') AS "known",
       (SELECT count(DISTINCT x."author")::int FROM "UserKeyword" k JOIN "Notification" m ON m."userKeywordId" = k."id" JOIN "Item" x ON x."fullname" = m."fullname"
         WHERE k."userId" = n."userId" AND k."root" = ${root} AND m."deletedAt" IS NULL) AS "authors",
       (SELECT max(p."readAt") FROM "Thread" h JOIN "PlaceRead" p ON p."site" = h."site" AND p."place" = lower(h."place") AND p."kind" = 'comment'
         WHERE h."root" = ${root}) AS "checkedAt"`,
    ),
  );
  return found[0] ?? null;
}

/** The post above its replies, by the name that they have for it. Null if it isn't stored or was deleted. */
export async function findRoot(site: string, root: string, contentLength: number) {
  const found = await prisma().item.findFirst({
    where: { OR: [{ fullname: root }, { replyKey: root }], site, blankedAt: null },
    select: { title: true, content: true, author: true, createdAt: true },
  });
  if (found === null) return null;
  const content = Array.from(found.content).slice(0, contentLength).join("");
  return { ...found, content, createdAt: found.createdAt.toISOString() };
}
