import * as z from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { nameOfPlace, siteOfPlace } from "@/server/places/places-sql";
import { rows } from "@/server/platform/rows";

const ownerRow = z.object({ place: z.string(), owners: z.array(z.string()) });

export async function listOwners(
  db: Queryable,
  site: string,
  places: readonly string[],
): Promise<Map<string, string[]>> {
  const found = await rows(
    db,
    ownerRow,
    sql`SELECT ${nameOfPlace(sql`lower(p)`)} AS place, array_agg(DISTINCT w."userId"::text) AS owners
     FROM "Watch" w, unnest(w."places") AS p
     WHERE w."isActive" AND ${siteOfPlace(sql`p`)} = ${site} AND ${nameOfPlace(sql`lower(p)`)} = ANY(${places}) GROUP BY 1`,
  );
  return new Map(found.map(({ place, owners }) => [place, owners]));
}

/** Stores the slowdown of places for coverage, and resets it for all others. */
export async function setSlowdowns(
  db: Queryable,
  site: string,
  slowdowns: ReadonlyMap<string, number>,
): Promise<void> {
  // A JSON object, because the planner might choose a nested loop for a joined table.
  const slowdown = sql`coalesce((${JSON.stringify(Object.fromEntries(slowdowns))}::jsonb ->> "name")::float8, 1)`;
  await db.query(
    sql`UPDATE "Place" SET "slowdown" = ${slowdown} WHERE "site" = ${site} AND "slowdown" <> ${slowdown}`,
  );
}
