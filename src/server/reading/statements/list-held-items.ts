import { z } from "zod";
import { heldItems, readHeldItems } from "@/domain/newness";
import type { SiteFacts } from "@/domain/site";
import { sql, type Queryable } from "@/server/platform/database";
import { heldText } from "@/server/recording/statements/remember-items";
import { rows } from "@/server/platform/rows";

export const heldItem = z.object({
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  site: z.string(),
  place: z.string(),
  createdAt: z.date(),
  seenAt: z.date(),
  content: heldText,
});
export type HeldItem = z.infer<typeof heldItem>;

/**
 * The items whose text is held, newest first within each of these places of a site (lower case); null: of every watched one. Of
 * each as many as are held, so of a site that is read as a whole as many as one looks through.
 */
export function listHeldItems(
  db: Queryable,
  { id: site, readsWhole }: Pick<SiteFacts, "id" | "readsWhole">,
  places: readonly string[] | null,
  now: Date,
): Promise<HeldItem[]> {
  const names =
    places === null
      ? sql`SELECT "name" FROM "Place" WHERE "site" = ${site} AND "watchedSince" IS NOT NULL`
      : sql`SELECT unnest(${places}::text[]) AS "name"`;
  return rows(
    db,
    heldItem,
    sql`SELECT i."fullname", i."kind"::text, i."site", i."place", i."createdAt", i."seenAt", i."content"
     FROM (${names}) s CROSS JOIN LATERAL (
       SELECT * FROM "RecentItem" r
       WHERE r."site" = ${site} AND r."place" = s."name" AND r."content" IS NOT NULL AND r."textUntil" > ${now}
       ORDER BY r."createdAt" DESC LIMIT ${readsWhole ? readHeldItems : heldItems}) i`,
  );
}
