import type { ItemKind } from "@/domain/reading/item";
import { sql, type Queryable, tableSql } from "@/server/platform/database";

interface CountedRead {
  site: string;
  place: string;
  kind: ItemKind;
  triedAt: Date;
  newItems: number;
}

/** Adds the counted items and the positions, which are already moved and locked, to their UTC days. */
export async function addPlaceDays(db: Queryable, sorted: readonly CountedRead[]): Promise<void> {
  if (sorted.length === 0) return;
  await db.query(
    sql`INSERT INTO "PlaceDay" AS d ("site", "place", "kind", "day", "items", "readAt")
     SELECT r."site", r."place", r."kind", (t."triedAt" AT TIME ZONE 'UTC')::date, sum(t."newItems")::int, max(r."readAt")
     FROM ${tableSql("t", sorted, { site: "text", place: "text", kind: "text", triedAt: "timestamptz", newItems: "int" })}
     JOIN "PlaceRead" r ON r."site" = t.site AND r."place" = t.place AND r."kind" = t.kind::"ItemKind"
     GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
     ON CONFLICT ("site", "place", "kind", "day") DO UPDATE SET "items" = d."items" + excluded."items",
       "readAt" = greatest(d."readAt", excluded."readAt")`,
  );
}
