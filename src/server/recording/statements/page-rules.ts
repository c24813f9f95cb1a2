import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** A page of watches by columns: as many arrays as columns, however many watches there are. */
const page = z.object({
  watchIds: z.array(z.string()),
  revisions: z.array(z.number()),
  sinceSeconds: z.array(z.number()),
  keywords: z.array(z.string()),
  places: z.array(z.array(z.string())),
  /** In bits, from the lowest: posts, comments, titles only, case-sensitive, whole words. */
  filters: z.array(z.number()),
});
export type RulePage = z.infer<typeof page>;

/** The first active watches behind this one, in the order of their ids. */
export async function pageRules(db: Queryable, after: string, limit: number): Promise<RulePage> {
  const [found] = await rows(
    db,
    page,
    sql`SELECT coalesce(json_agg("id"), '[]') AS "watchIds",
       coalesce(json_agg("revision"), '[]') AS "revisions",
       coalesce(json_agg(floor(extract(epoch FROM "activeSince"))), '[]') AS "sinceSeconds",
       coalesce(json_agg("keyword"), '[]') AS "keywords",
       coalesce(json_agg("places"), '[]') AS "places",
       coalesce(json_agg("includePosts"::int + 2 * "includeComments"::int + 4 * "matchTitlesOnly"::int
         + 8 * "caseSensitive"::int + 16 * "wholeWordOnly"::int), '[]') AS "filters"
     FROM (SELECT * FROM "Watch" WHERE "isActive" AND "id" > ${after}::uuid ORDER BY "id" LIMIT ${limit}) w`,
  );
  return found!;
}
