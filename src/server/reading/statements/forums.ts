import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const forumRead = z.object({
  place: z.string(),
  reached: z.number(),
  below: z.number().nullable(),
  goal: z.number().nullable(),
});
export type ForumRead = z.infer<typeof forumRead>;

/** A forum without a row hasn't been read since it was watched. */
export async function listForumReads(db: Queryable, site: string): Promise<Map<string, ForumRead>> {
  const found = await rows(
    db,
    forumRead,
    sql`SELECT "place", "reached"::float8, "below"::float8, "goal"::float8 FROM "ForumRead" WHERE "site" = ${site}`,
  );
  return new Map(found.map((read) => [read.place, read]));
}

export async function noteTitle(
  db: Queryable,
  { site, place, title }: { site: string; place: string; title: string },
): Promise<void> {
  await db.query(sql`UPDATE "Place" SET "title" = ${title} WHERE "site" = ${site} AND "name" = ${place}`);
}
