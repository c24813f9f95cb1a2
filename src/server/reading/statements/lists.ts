import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const nextRead = z.object({ place: z.string(), nextReadAt: z.date() });

export async function listNextReads(db: Queryable, site: string): Promise<Map<string, Date>> {
  const found = await rows(
    db,
    nextRead,
    sql`SELECT "place", "nextReadAt" FROM "ListRead" WHERE "site" = ${site}`,
  );
  return new Map(found.map(({ place, nextReadAt }) => [place, nextReadAt]));
}
