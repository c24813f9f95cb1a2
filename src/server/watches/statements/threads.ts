import { z } from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const notifiedItem = z.object({
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  site: z.string(),
  place: z.string(),
  title: z.string(),
  root: z.string().nullable(),
  isBlanked: z.boolean(),
});
export type NotifiedItem = z.infer<typeof notifiedItem>;

export async function findNotifiedItem(
  db: Queryable,
  { userId, id }: { userId: string; id: string },
): Promise<NotifiedItem | null> {
  const found = await rows(
    db,
    notifiedItem,
    sql`SELECT i."fullname", i."kind"::text, i."site", i."place", i."title", i."root", i."blankedAt" IS NOT NULL AS "isBlanked"
     FROM "Notification" n JOIN "Item" i ON i."fullname" = n."fullname"
     WHERE n."id" = ${id} AND n."userId" = ${userId} AND n."deletedAt" IS NULL`,
  );
  return found[0] ?? null;
}

export async function findThreadWatch(userId: string, root: string): Promise<string | null> {
  return (await prisma().watch.findFirst({ where: { userId, root }, select: { id: true } }))?.id ?? null;
}

export interface NewThread {
  root: string;
  site: string;
  place: string;
  title: string;
  /** The site's count of replies. Null if unknown. */
  total: number | null;
}

/** The count starts with the known replies. A thread that is already counted keeps its count. */
export async function saveThread(tx: Queryable, thread: NewThread, now: Date): Promise<void> {
  const { root, site, place, title, total } = thread;
  await tx.query(
    sql`INSERT INTO "Thread" AS t ("root", "site", "place", "title", "replies", "total", "totalAt")
     SELECT ${root}, ${site}, ${place}, ${title}, count(*), ${total}::int, CASE WHEN ${total}::int IS NULL THEN NULL ELSE ${now}::timestamptz END
     FROM "RecentItem" r WHERE r."root" = ${root} AND r."kind" = 'comment'
     ON CONFLICT ("root") DO UPDATE SET "total" = coalesce(excluded."total", t."total"), "totalAt" = coalesce(excluded."totalAt", t."totalAt")`,
  );
}

/** Quiet since `before`. Threads whose place wasn't read in the last day stay: they could have replies. */
export async function endQuietThreads(
  db: Queryable,
  { now, before }: { now: Date; before: Date },
): Promise<number> {
  const { rowCount } = await db.query(
    sql`UPDATE "Watch" w SET "isActive" = false, "endedAt" = ${now}, "updatedAt" = ${now}
     FROM "Thread" t
     WHERE w."kind" = 'thread' AND w."root" = t."root" AND w."isActive"
       AND w."activeSince" < ${before}::timestamptz AND coalesce(t."lastReplyAt", '-infinity') < ${before}::timestamptz
       AND NOT EXISTS (
         SELECT FROM "PlaceRead" r WHERE r."site" = t."site" AND r."place" = lower(t."place") AND r."kind" = 'comment'
           AND coalesce(r."readAt", '-infinity') < ${now}::timestamptz - interval '1 day')`,
  );
  return rowCount ?? 0;
}

export async function listUncounted(
  db: Queryable,
  { site, before }: { site: string; before: Date },
  max: number,
): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ root: z.string() }),
    sql`SELECT t."root" FROM "Thread" t
     WHERE t."site" = ${site} AND coalesce(t."totalAt", '-infinity') < ${before}::timestamptz
       AND (t."totalAt" IS NULL OR t."lastReplyAt" > t."totalAt")
       AND EXISTS (SELECT FROM "Watch" w WHERE w."root" = t."root" AND w."isActive")
     ORDER BY t."totalAt" NULLS FIRST LIMIT ${max}`,
  );
  return found.map(({ root }) => root);
}
