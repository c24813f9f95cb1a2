import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const position = z.object({ cursor: z.string().nullable(), at: z.date(), attempts: z.number() });
/**
 * Where to go on (null: from now on), when the site told what was last taken in, and how many processes ended since then.
 */
export type StreamPosition = z.infer<typeof position>;

/** Where a stream stands that is watched, from now on if nothing was read yet; null: nobody watches it. */
export async function beginStream(
  db: Queryable,
  q: { site: string; isResident: boolean; followsKill: boolean; now: Date },
): Promise<StreamPosition | null> {
  const found = await rows(
    db,
    position,
    sql`INSERT INTO "Stream" AS s ("site", "at", "isResident")
     SELECT ${q.site}, ${q.now}, ${q.isResident}::boolean FROM "Place" WHERE "site" = ${q.site} AND "name" = 'all' AND "watchedSince" IS NOT NULL
     ON CONFLICT ("site") DO UPDATE SET "isResident" = excluded."isResident", "attempts" = s."attempts" + ${q.followsKill ? 1 : 0}
     RETURNING "cursor", "at", "attempts"`,
  );
  return found[0] ?? null;
}

/** Whether a watch that changed in a transaction at or after this one names the site. */
export async function isNewlyWatched(db: Queryable, site: string, horizon: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`SELECT FROM "Watch" WHERE "changedIn" >= ${horizon}::bigint AND "isActive"
       AND EXISTS (SELECT FROM unnest("places") AS p WHERE lower(p) = ${`${site}:all`}) LIMIT 1`,
  );
  return (rowCount ?? 0) > 0;
}

/** An account that is gone, and until when what it wrote is gone with it. */
export interface GoneAuthor {
  author: string;
  until: Date;
}

/**
 * Of what was deleted on a site that of which something is held here: these items, and all that these accounts wrote until they
 * went. What they wrote since is not theirs to take along: what a stream tells comes twice at times.
 */
export async function listHeldOf(
  db: Queryable,
  fullnames: readonly string[],
  authors: readonly GoneAuthor[],
): Promise<string[]> {
  const gone = sql`unnest(${authors.map(({ author }) => author)}::text[], ${authors.map(({ until }) => until)}::timestamptz[]) AS g(author, until)`;
  const found = await rows(
    db,
    z.object({ fullname: z.string() }),
    sql`SELECT "fullname" FROM "Item" WHERE "fullname" = ANY(${fullnames}::text[]) AND "blankedAt" IS NULL
     UNION SELECT "fullname" FROM "RecentItem" WHERE "fullname" = ANY(${fullnames}::text[]) AND "content" IS NOT NULL
     UNION SELECT i."fullname" FROM ${gone} JOIN "Item" i ON i."authorId" = g.author AND i."createdAt" <= g.until WHERE i."blankedAt" IS NULL
     UNION SELECT i."fullname" FROM ${gone} JOIN "RecentItem" i ON i."authorId" = g.author AND i."createdAt" <= g.until WHERE i."content" IS NOT NULL`,
  );
  return found.map(({ fullname }) => fullname);
}
