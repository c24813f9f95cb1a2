import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const listRead = z.object({
  place: z.string(),
  nextReadAt: z.date(),
  etag: z.string().nullable(),
  modified: z.string().nullable(),
  movedTo: z.string().nullable(),
  keys: z.array(z.string()),
  listed: z.number(),
});
export type ListRead = z.infer<typeof listRead>;

/** When each list of a site that was read is to be read again. */
export async function listNextReads(db: Queryable, site: string): Promise<Map<string, Date>> {
  const found = await rows(
    db,
    listRead.pick({ place: true, nextReadAt: true }),
    sql`SELECT "place", "nextReadAt" FROM "ListRead" WHERE "site" = ${site}`,
  );
  return new Map(found.map(({ place, nextReadAt }) => [place, nextReadAt]));
}

/** What a list showed last; null: it was not read yet, or nobody watched since. */
export async function findListRead(db: Queryable, site: string, place: string): Promise<ListRead | null> {
  const found = await rows(
    db,
    listRead,
    sql`SELECT "place", "nextReadAt", "etag", "modified", "movedTo", "keys", "listed" FROM "ListRead"
     WHERE "site" = ${site} AND "place" = ${place}`,
  );
  return found[0] ?? null;
}

/** Puts off a list that could not be read; one that never was is asked again as its place's read says. */
export async function putOffList(
  db: Queryable,
  q: { site: string; place: string; nextReadAt: Date },
): Promise<void> {
  await db.query(
    sql`UPDATE "ListRead" SET "nextReadAt" = ${q.nextReadAt} WHERE "site" = ${q.site} AND "place" = ${q.place}`,
  );
}
