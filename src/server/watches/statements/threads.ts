import * as z from "zod";
import { selectShownItem } from "@/server/mentions/statements/mentions";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const notifiedItem = z.object({
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  site: z.string(),
  place: z.string(),
  title: z.string(),
  root: z.string().nullable(),
  blankedAt: z.date().nullable(),
});
export type NotifiedItem = z.infer<typeof notifiedItem>;

/** The item that a notification shows, which isn't its own if that was deleted and its story has others. */
export async function findNotifiedItem(db: Queryable, userId: string, id: string) {
  const columns = sql`i."fullname", i."kind"::text, i."site", i."place", i."title", i."root", i."blankedAt"`;
  const found = await rows(db, notifiedItem, selectShownItem({ userId, id }, columns));
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

/** Omits threads of places whose reads are put off. */
export async function listUncounted(
  db: Queryable,
  { site, before, now, except }: { site: string; before: Date; now: Date; except: readonly string[] },
  max: number,
): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ root: z.string() }),
    sql`SELECT t."root" FROM "Thread" t
     WHERE t."site" = ${site} AND coalesce(t."totalAt", '-infinity') < ${before}::timestamptz
       AND (t."totalAt" IS NULL OR t."lastReplyAt" > t."totalAt")
       AND t."root" <> ALL(${except}::text[])
       AND EXISTS (SELECT FROM "Watch" w WHERE w."root" = t."root" AND w."isActive")
       AND NOT EXISTS (
         SELECT FROM "PlaceRead" r
         WHERE r."site" = t."site" AND r."place" = lower(t."place") AND r."nextAttemptAt" > ${now}::timestamptz)
     ORDER BY t."totalAt" NULLS FIRST LIMIT ${max}`,
  );
  return found.map(({ root }) => root);
}
