import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

// SQL, because idle workers check every hour.

const dueItem = z.object({ fullname: z.string(), url: z.string(), checkAttempts: z.number() });
export type DueItem = z.infer<typeof dueItem>;

export function listItemsToCheck(db: Queryable, site: string, before: Date, max: number): Promise<DueItem[]> {
  return rows(
    db,
    dueItem,
    sql`SELECT "fullname", "url", "checkAttempts" FROM "Item"
     WHERE "site" = ${site} AND "blankedAt" IS NULL AND "nextCheckAt" IS NULL AND "checkedAt" < ${before} ORDER BY "checkedAt" LIMIT ${max}`,
  );
}

export function listItemsPutOff(db: Queryable, site: string, now: Date, max: number): Promise<DueItem[]> {
  return rows(
    db,
    dueItem,
    sql`SELECT "fullname", "url", "checkAttempts" FROM "Item"
     WHERE "site" = ${site} AND "blankedAt" IS NULL AND "nextCheckAt" <= ${now} ORDER BY "nextCheckAt", "fullname" LIMIT ${max}`,
  );
}

/** Counts first. Postpones beyond this hour's run, growing but within the promised maximum. */
export async function beginCheck(db: Queryable, due: readonly DueItem[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET "checkAttempts" = "checkAttempts" + 1,
       "nextCheckAt" = ${now}::timestamptz + least(interval '4 hours', interval '50 minutes' * power(2, least("checkAttempts", 10)))
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${due.map(({ fullname }) => fullname)}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
}

/** Undoes counting a check without a trustworthy response, but postpones the items to the next run. */
export async function recordUnanswered(
  db: Queryable,
  fullnames: readonly string[],
  now: Date,
): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET "checkAttempts" = greatest(0, "checkAttempts" - 1), "nextCheckAt" = ${now}::timestamptz + interval '50 minutes'
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${fullnames}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
}

export async function listControlItems(
  db: Queryable,
  site: string,
  since: Date,
  max: number,
): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ fullname: z.string() }),
    sql`SELECT "fullname" FROM (
       (SELECT "fullname", "checkedAt" AS "seenAt" FROM "Item"
        WHERE "site" = ${site} AND "blankedAt" IS NULL AND "checkedAt" >= ${since} ORDER BY "checkedAt" DESC LIMIT ${max})
       UNION
       (SELECT "fullname", "seenAt" FROM "RecentItem"
        WHERE "site" = ${site} AND "content" IS NOT NULL AND "seenAt" >= ${since} ORDER BY "forgetAt" DESC LIMIT ${max})
     ) seen GROUP BY "fullname" ORDER BY max("seenAt") DESC LIMIT ${max}`,
  );
  return found.map(({ fullname }) => fullname);
}

/** Their watch changed during recording. Text without a match is stored for at most 48 h. */
export async function deleteUnnotifiedItems(db: Queryable, before: Date): Promise<void> {
  await db.query(
    sql`DELETE FROM "Item" WHERE "fullname" IN (
       SELECT i."fullname" FROM "Item" i
       WHERE i."checkedAt" < ${before} AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname")
       ORDER BY i."checkedAt" LIMIT 5000 FOR UPDATE SKIP LOCKED)`,
  );
}

export async function blankItems(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET "title" = '', "content" = '', "author" = NULL, "authorId" = NULL, "blankedAt" = ${now},
       "sourceHtml" = NULL, "html" = NULL, "text" = NULL, "linkedText" = NULL, "renderAt" = NULL
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${fullnames}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
  await db.query(
    sql`UPDATE "RecentItem" SET "content" = NULL, "authorId" = NULL WHERE "fullname" = ANY(${fullnames}) AND "content" IS NOT NULL`,
  );
}

export async function recordChecked(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET "checkedAt" = ${now}, "checkAttempts" = 0, "nextCheckAt" = NULL
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${fullnames}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
}
