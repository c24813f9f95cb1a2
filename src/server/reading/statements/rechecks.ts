import * as z from "zod";
import { sql, type Queryable, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

// SQL, because idle workers check every 15 minutes.

const dueItem = z.object({ fullname: z.string(), url: z.string(), checkAttempts: z.number() });
export type DueItem = z.infer<typeof dueItem>;

/** Items last checked before then, or postponed until now. */
export function listItemsToCheck(
  db: Queryable,
  site: string,
  due: { checkedBefore: Date } | { postponedUntil: Date },
  max: number,
): Promise<DueItem[]> {
  const condition =
    "checkedBefore" in due
      ? sql`"nextCheckAt" IS NULL AND "checkedAt" < ${due.checkedBefore} ORDER BY "checkedAt"`
      : sql`"nextCheckAt" <= ${due.postponedUntil} ORDER BY "nextCheckAt", "fullname"`;
  return rows(
    db,
    dueItem,
    sql`SELECT "fullname", "url", "checkAttempts" FROM "Item"
     WHERE "site" = ${site} AND "blankedAt" IS NULL AND ${condition} LIMIT ${max}`,
  );
}

/** Locks the items in order, which prevents deadlocks. */
async function updateItems(db: Queryable, fullnames: readonly string[], changes: Sql): Promise<void> {
  await db.query(
    sql`UPDATE "Item" SET ${changes}
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${fullnames}) ORDER BY "fullname" FOR NO KEY UPDATE)`,
  );
}

/** Counts first. Postpones beyond the next runs, growing but within the promised maximum. */
export function beginCheck(db: Queryable, due: readonly DueItem[], now: Date): Promise<void> {
  return updateItems(
    db,
    due.map(({ fullname }) => fullname),
    sql`"checkAttempts" = "checkAttempts" + 1,
      "nextCheckAt" = ${now}::timestamptz + least(interval '4 hours', interval '50 minutes' * power(2, least("checkAttempts", 10)))`,
  );
}

/** Undoes counting a check without a trustworthy response, but postpones the items for 50 minutes. */
export function recordUnanswered(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  return updateItems(
    db,
    fullnames,
    sql`"checkAttempts" = greatest(0, "checkAttempts" - 1), "nextCheckAt" = ${now}::timestamptz + interval '50 minutes'`,
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
  await updateItems(
    db,
    fullnames,
    sql`"title" = '', "content" = '', "author" = NULL, "authorId" = NULL, "blankedAt" = ${now},
      "sourceHtml" = NULL, "html" = NULL, "text" = NULL, "linkedText" = NULL, "renderAt" = NULL`,
  );
  await db.query(
    sql`UPDATE "RecentItem" SET "content" = NULL, "authorId" = NULL WHERE "fullname" = ANY(${fullnames}) AND "content" IS NOT NULL`,
  );
}

export function recordChecked(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  return updateItems(db, fullnames, sql`"checkedAt" = ${now}, "checkAttempts" = 0, "nextCheckAt" = NULL`);
}
