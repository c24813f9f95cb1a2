import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { nameOfPlace, siteOfPlace } from "@/server/platform/places-sql";
import { rows } from "@/server/platform/rows";

const named = z.object({ name: z.string() });

/** Returns the places of a site that watches name, active or not, in lower case. */
export async function listWatchedPlaces(
  db: Queryable,
  site: string,
  exceptWatch: string | null,
): Promise<string[]> {
  const found = await rows(
    db,
    named,
    sql`SELECT DISTINCT ${nameOfPlace(sql`lower(p)`)} AS name FROM "Watch" w, unnest(w."places") AS p
     WHERE ${siteOfPlace(sql`p`)} = ${site} AND w."id" IS DISTINCT FROM ${exceptWatch}::uuid`,
  );
  return found.map(({ name }) => name);
}
