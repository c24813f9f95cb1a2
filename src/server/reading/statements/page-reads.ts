import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const pageRead = z.object({ place: z.string(), after: z.string(), sweptAt: z.date(), deepAt: z.date() });
export type PageRead = z.infer<typeof pageRead>;

export async function listPageReads(db: Queryable, site: string): Promise<Map<string, PageRead>> {
  const found = await rows(
    db,
    pageRead,
    sql`SELECT "place", "after", "sweptAt", "deepAt" FROM "PageRead" WHERE "site" = ${site}`,
  );
  return new Map(found.map((one) => [one.place, one]));
}
