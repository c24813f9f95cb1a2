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

export async function listNextReads(db: Queryable, site: string): Promise<Map<string, Date>> {
  const found = await rows(
    db,
    listRead.pick({ place: true, nextReadAt: true }),
    sql`SELECT "place", "nextReadAt" FROM "ListRead" WHERE "site" = ${site}`,
  );
  return new Map(found.map(({ place, nextReadAt }) => [place, nextReadAt]));
}

/** Returns the last state of a feed. Null if it hasn't been read since it was watched. */
export async function findListRead(db: Queryable, site: string, place: string): Promise<ListRead | null> {
  const found = await rows(
    db,
    listRead,
    sql`SELECT "place", "nextReadAt", "etag", "modified", "movedTo", "keys", "listed" FROM "ListRead"
     WHERE "site" = ${site} AND "place" = ${place}`,
  );
  return found[0] ?? null;
}

/** Feeds that were never read are postponed in `PlaceRead` instead. */
export async function putOffList(
  db: Queryable,
  q: { site: string; place: string; nextReadAt: Date },
): Promise<void> {
  await db.query(
    sql`UPDATE "ListRead" SET "nextReadAt" = ${q.nextReadAt} WHERE "site" = ${q.site} AND "place" = ${q.place}`,
  );
}
