import * as z from "zod";
import type { Stream } from "@/generated/prisma/client";
import { prisma, sql, type Queryable, tableSql } from "@/server/platform/database";
import { exists, rows } from "@/server/platform/rows";
import { isWatched } from "@/server/recording/statements/positions";

/** The cursor (null: `at`), the site time of the last event or the start, and the number of crashes since. */
export type StreamPosition = Pick<Stream, "cursor" | "at" | "attempts">;

/** Returns the position of a watched stream, creating it at `startAt` if needed. Null if there are no watches. */
export async function beginStream(q: {
  site: string;
  isResident: boolean;
  followsKill: boolean;
  startAt: Date;
}): Promise<StreamPosition | null> {
  const { site, isResident, followsKill, startAt: at } = q;
  if (!(await isWatched(site, "all"))) return null;
  return prisma().stream.upsert({
    where: { site },
    create: { site, at, isResident },
    update: { isResident, attempts: { increment: followsKill ? 1 : 0 } },
    select: { cursor: true, at: true, attempts: true },
  });
}

/** Whether a watch for the site was changed by a transaction at or after the horizon. */
export function isNewlyWatched(db: Queryable, site: string, horizon: string): Promise<boolean> {
  return exists(
    db,
    sql`SELECT FROM "Watch" WHERE "changedIn" >= ${horizon}::bigint AND "isActive"
       AND EXISTS (SELECT FROM unnest("places") AS p WHERE lower(p) = ${`${site}:all`})`,
  );
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
