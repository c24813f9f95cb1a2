import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { siteOfPlace } from "@/server/platform/places-sql";
import { rows } from "@/server/platform/rows";

const address = z.object({ place: z.string() });

export async function listAddresses(
  db: Queryable,
  q: { userId: string; except: string; sites: readonly string[] },
): Promise<string[]> {
  const found = await rows(
    db,
    address,
    sql`SELECT DISTINCT lower(p) AS place FROM "Watch" w, unnest(w."places") AS p
     WHERE w."userId" = ${q.userId} AND w."id" <> ${q.except} AND ${siteOfPlace(sql`p`)} = ANY(${q.sites})`,
  );
  return found.map(({ place }) => place);
}
