import { z } from "zod";
import { sql, type Queryable, tableSql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const position = z.object({ cursor: z.string().nullable(), at: z.date(), attempts: z.number() });
/** The cursor (null: now), the site time of the last event, and the number of crashes since. */
export type StreamPosition = z.infer<typeof position>;

/** Returns the position of a watched stream, creating it if needed. Null if there are no watches. */
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

/** Whether a watch for the site was changed by a transaction at or after the horizon. */
export async function isNewlyWatched(db: Queryable, site: string, horizon: string): Promise<boolean> {
  const { rowCount } = await db.query(
    sql`SELECT FROM "Watch" WHERE "changedIn" >= ${horizon}::bigint AND "isActive"
       AND EXISTS (SELECT FROM unnest("places") AS p WHERE lower(p) = ${`${site}:all`}) LIMIT 1`,
  );
  return (rowCount ?? 0) > 0;
}

/** A deleted account. Its items up to `until` are deleted too. */
export interface GoneAuthor {
  author: string;
  until: Date;
}

/** Only includes an account's items up to its deletion. Later ones belong to a recreated account. */
export async function listStoredBy(
  db: Queryable,
  fullnames: readonly string[],
  authors: readonly GoneAuthor[],
): Promise<string[]> {
  const gone = sql`${tableSql("g", authors, { author: "text", until: "timestamptz" })}`;
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
