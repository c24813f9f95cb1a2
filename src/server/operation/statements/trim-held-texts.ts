import { heldItems } from "@/domain/newness";
import { sql, type Queryable } from "@/server/platform/database";

/** Drops texts beyond the newest 500 items of a place, at most so many; returns how many. */
export async function trimHeldTexts(db: Queryable, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    sql`UPDATE "RecentItem" SET "content" = NULL, "textUntil" = NULL WHERE "fullname" IN (
       SELECT "fullname" FROM (
         SELECT "fullname", row_number() OVER (PARTITION BY "site", "place" ORDER BY "createdAt" DESC) AS rank
         FROM "RecentItem" WHERE "textUntil" IS NOT NULL) held
       WHERE rank > ${heldItems} LIMIT ${limit})`,
  );
  return rowCount ?? 0;
}
