import { sql, type Queryable } from "@/server/platform/database";

/** Counts of a read besides its items, by name. They are added to those of the day (UTC). */
export interface SiteCounts {
  site: string;
  values: Readonly<Record<string, number>>;
}

export async function addCounts(db: Queryable, { site, values }: SiteCounts, now: Date): Promise<void> {
  const counted = Object.entries(values).filter(([, count]) => count > 0);
  if (counted.length === 0) return;
  await db.query(
    sql`INSERT INTO "SiteCount" AS c ("site", "day", "what", "count")
     SELECT ${site}, (${now}::timestamptz AT TIME ZONE 'UTC')::date, w, n
     FROM unnest(${counted.map(([what]) => what)}::text[], ${counted.map(([, count]) => count)}::int[]) AS t(w, n) ORDER BY w
     ON CONFLICT ("site", "day", "what") DO UPDATE SET "count" = c."count" + excluded."count"`,
  );
}
