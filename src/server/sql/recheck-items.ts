import { z } from "zod";
import type { Queryable } from "@/server/database";
import { rows } from "./rows";

/** Items that were last looked up before `before`, longest ago first. */
export async function listItemsToCheck(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const found = await rows(
    db,
    z.object({ fullname: z.string() }),
    `SELECT "fullname" FROM "Item" WHERE "blankedAt" IS NULL AND "checkedAt" < $1 ORDER BY "checkedAt" LIMIT $2`,
    [before, limit],
  );
  return found.map((item) => item.fullname);
}

/**
 * Deletes items that nobody is notified of (the watch was changed or deleted while they were recorded), a bounded
 * number: of unmatched items no text is kept longer than 48 h.
 */
export async function deleteUnnotifiedItems(db: Queryable, before: Date): Promise<void> {
  await db.query(
    `DELETE FROM "Item" WHERE "fullname" IN (
       SELECT i."fullname" FROM "Item" i
       WHERE i."checkedAt" < $1 AND NOT EXISTS (SELECT FROM "Notification" n WHERE n."fullname" = i."fullname")
       ORDER BY i."checkedAt" LIMIT 5000 FOR UPDATE SKIP LOCKED)`,
    [before],
  );
}

/** Takes the text and the author out of items deleted on the site. */
export async function blankItems(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  await db.query(
    `UPDATE "Item" SET "title" = '', "content" = '', "author" = NULL, "blankedAt" = $2
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY($1) ORDER BY "fullname" FOR NO KEY UPDATE)`,
    [fullnames, now],
  );
  await db.query(
    `UPDATE "RecentItem" SET "content" = NULL WHERE "fullname" = ANY($1) AND "content" IS NOT NULL`,
    [fullnames],
  );
}

/** Notes that these items were looked up. */
export async function noteChecked(db: Queryable, fullnames: readonly string[], now: Date): Promise<void> {
  await db.query(
    `UPDATE "Item" SET "checkedAt" = $2
     WHERE "fullname" IN (SELECT "fullname" FROM "Item" WHERE "fullname" = ANY($1) ORDER BY "fullname" FOR NO KEY UPDATE)`,
    [fullnames, now],
  );
}
