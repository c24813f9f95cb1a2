import * as z from "zod";
import { joined, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import type { Reader } from "@/server/accounts/statements/accounts";
import { listedSql, newestOfEach } from "@/server/mentions/statements/mentions";
import { statusParts } from "@/server/mentions/statements/pending-update-sql";

const matchedItem = z.object({
  fullname: z.string(),
  site: z.string(),
  place: z.string(),
  /** The id if known, otherwise the name. */
  author: z.string().nullable(),
  authorName: z.string().nullable(),
  isOpened: z.boolean(),
});
export type MatchedItem = z.infer<typeof matchedItem>;

/** Latest first, if the text is stored. Includes notifications that are grouped under another one. */
export function listMatchedItems(
  db: Queryable,
  user: Reader,
  q: { watchId: string; userKeywordId: string; max: number },
): Promise<MatchedItem[]> {
  const max = sql`${q.max}::int`;
  const stored = joined(
    [
      sql`n."userId" = ${user.id}`,
      sql`n."watchId" = ${q.watchId}`,
      ...statusParts(null, user.pendingBulkUpdates),
    ],
    " AND ",
  );
  const listed = newestOfEach({
    columns: sql`n.*`,
    from: sql`"Notification" n`,
    condition: sql`n."userKeywordId" = ${q.userKeywordId} AND ${listedSql} AND ${stored}`,
    direction: "DESC",
    max,
  });
  return rows(
    db,
    matchedItem,
    sql`SELECT i."fullname", i."site", i."place", coalesce(i."authorId", i."author") AS "author",
       i."author" AS "authorName", coalesce(n."openedAt", l."openedAt") IS NOT NULL AS "isOpened"
     FROM (
       SELECT n.* FROM (
         ${listed} UNION ALL (
           SELECT n.* FROM "Notification" n WHERE n."deletedAt" IS NULL AND n."leadId" IS NOT NULL AND ${stored}
           ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${max})
       ) n ORDER BY n."createdAt" DESC, n."id" DESC LIMIT ${max}
     ) n
       JOIN "Item" i ON i."fullname" = n."fullname" AND i."blankedAt" IS NULL
       LEFT JOIN "Notification" l ON l."id" = n."leadId"`,
  );
}

const matchedText = z.object({
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  site: z.string(),
  place: z.string(),
  createdAt: z.date(),
  content: z.string(),
});
export type MatchedText = z.infer<typeof matchedText>;

/** Notified items with their texts as JSON, which worker threads parse. */
export function listMatchedTexts(db: Queryable, fullnames: readonly string[]): Promise<MatchedText[]> {
  return rows(
    db,
    matchedText,
    sql`SELECT i."fullname", i."kind"::text, i."site", i."place", i."createdAt",
       jsonb_build_object('title', i."title", 'body', i."content", 'author', coalesce(i."authorId", i."author"),
         'url', i."url", 'over18', i."over18", 'isBot', i."isBot")::text AS "content"
     FROM "Item" i WHERE i."fullname" = ANY(${fullnames}) AND i."blankedAt" IS NULL`,
  );
}
