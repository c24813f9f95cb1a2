import type { PlaceHealth } from "@/domain/site";
import { sql, type Queryable } from "@/server/platform/database";

/** Writes down what the site said of a place that is watched. */
export async function noteHealth(
  db: Queryable,
  q: { site: string; name: string; health: PlaceHealth; displayName: string | null; now: Date },
): Promise<void> {
  await db.query(
    sql`UPDATE "Place" SET "health" = ${q.health}::"PlaceHealth", "checkedAt" = ${q.now}, "displayName" = coalesce(${q.displayName}, "displayName")
     WHERE "site" = ${q.site} AND "name" = ${q.name}`,
  );
}
