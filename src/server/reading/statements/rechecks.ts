import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** An item to be asked about, and how often it was asked about in vain. */
const dueItem = z.object({ fullname: z.string(), url: z.string(), attempts: z.number() });
export type DueItem = z.infer<typeof dueItem>;

/** Items of a site that were last looked up before `before`, longest ago first. */
export function listItemsToCheck(
  db: Queryable,
  site: string,
  before: Date,
  most: number,
): Promise<DueItem[]> {
  return rows(
    db,
    dueItem,
    sql`SELECT "fullname", "url", "checkAttempts" AS "attempts" FROM "Item"
     WHERE "site" = ${site} AND "blankedAt" IS NULL AND "nextCheckAt" IS NULL AND "checkedAt" < ${before} ORDER BY "checkedAt" LIMIT ${most}`,
  );
}

/** Items of a site that were put off until `now`, the longest first. */
export function listItemsPutOff(db: Queryable, site: string, now: Date, most: number): Promise<DueItem[]> {
  return rows(
    db,
    dueItem,
    sql`SELECT "fullname", "url", "checkAttempts" AS "attempts" FROM "Item"
     WHERE "site" = ${site} AND "blankedAt" IS NULL AND "nextCheckAt" <= ${now} ORDER BY "nextCheckAt", "fullname" LIMIT ${most}`,
  );
}

/** Counts a question before it is asked, and puts the next one off: past this hour's run, then for longer, still well within the promise. */
export async function beginCheck(db: Queryable, due: readonly DueItem[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET "checkAttempts" = "checkAttempts" + 1,
       "nextCheckAt" = ${now}::timestamptz + least(interval '4 hours', interval '50 minutes' * power(2, least("checkAttempts", 10)))
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${due.map(({ fullname }) => fullname)}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
}

/** The site told nothing that could be believed: it was no try of these items, but they wait behind the others for the next run. */
export async function noteUnanswered(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET "checkAttempts" = greatest(0, "checkAttempts" - 1), "nextCheckAt" = ${now}::timestamptz + interval '50 minutes'
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${fullnames}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
}

/** The items of a site that were seen standing last, since `since`: the site told of them, or showed them in its lists. */
export async function listPrefilterTerms(
  db: Queryable,
  site: string,
  since: Date,
  most: number,
): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ fullname: z.string() }),
    sql`SELECT "fullname" FROM (
       (SELECT "fullname", "checkedAt" AS "seenAt" FROM "Item"
        WHERE "site" = ${site} AND "blankedAt" IS NULL AND "checkedAt" >= ${since} ORDER BY "checkedAt" DESC LIMIT ${most})
       UNION
       (SELECT "fullname", "seenAt" FROM "RecentItem"
        WHERE "site" = ${site} AND "content" IS NOT NULL AND "seenAt" >= ${since} ORDER BY "forgetAt" DESC LIMIT ${most})
     ) seen GROUP BY "fullname" ORDER BY max("seenAt") DESC LIMIT ${most}`,
  );
  return found.map(({ fullname }) => fullname);
}

/**
 * Deletes items that nobody is notified of (the watch was changed or deleted while they were recorded), a bounded
 * number: of unmatched items no text is kept longer than 48 h.
 */
export async function deleteUnnotifiedItems(db: Queryable, before: Date): Promise<void> {
  await db.query(
    sql`DELETE FROM "Item" WHERE "fullname" IN (
       SELECT i."fullname" FROM "Item" i
       WHERE i."checkedAt" < ${before} AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname")
       ORDER BY i."checkedAt" LIMIT 5000 FOR UPDATE SKIP LOCKED)`,
  );
}

/** Takes the text and the author out of items deleted on the site. */
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

/** Notes that these items were looked up, and are put off no more. */
export async function noteChecked(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET "checkedAt" = ${now}, "checkAttempts" = 0, "nextCheckAt" = NULL
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${fullnames}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
}
