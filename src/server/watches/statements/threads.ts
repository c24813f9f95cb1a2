import * as z from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const notifiedItem = {
  fullname: true,
  kind: true,
  site: true,
  place: true,
  title: true,
  root: true,
  blankedAt: true,
} as const;

export async function findNotifiedItem(userId: string, id: string) {
  const where = { id, userId, deletedAt: null };
  const found = await prisma().notification.findFirst({ where, select: { fullname: true } });
  return found && prisma().item.findFirst({ where: found, select: notifiedItem });
}
export type NotifiedItem = NonNullable<Awaited<ReturnType<typeof findNotifiedItem>>>;

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
export async function saveThread({ root, total, ...rest }: NewThread, now: Date): Promise<void> {
  const counted = total === null ? {} : { total, totalAt: now };
  const replies = await prisma().recentItem.count({ where: { root, kind: "comment" } });
  const data = { root, ...rest, replies, ...counted };
  const { count } = await prisma().thread.createMany({ data, skipDuplicates: true });
  if (count === 0 && total !== null) await prisma().thread.updateMany({ where: { root }, data: counted });
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
