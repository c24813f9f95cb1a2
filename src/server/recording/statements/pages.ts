import { sql, type Queryable } from "@/server/platform/database";

export interface PageOutcome {
  site: string;
  place: string;
  after: string;
  sweptAt: Date;
  deepAt: Date;
}

/** Stores a position. An unwatched place starts from scratch when it is watched again. */
export async function movePage(
  db: Queryable,
  { site, place, after, sweptAt, deepAt }: PageOutcome,
): Promise<void> {
  await db.query(
    sql`INSERT INTO "PageRead" ("site", "place", "after", "sweptAt", "deepAt")
     SELECT ${site}, ${place}, ${after}, ${sweptAt}, ${deepAt}
     FROM "Place" WHERE "site" = ${site} AND "name" = ${place} AND "watchedSince" IS NOT NULL
     ON CONFLICT ("site", "place") DO UPDATE SET "after" = excluded."after", "sweptAt" = excluded."sweptAt", "deepAt" = excluded."deepAt"`,
  );
}
