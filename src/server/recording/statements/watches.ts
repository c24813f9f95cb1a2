import * as z from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** Account ids for the names in `author:`, by site. */
export const authorIds = z.record(z.string(), z.record(z.string(), z.string()));

export const ruleRow = z.object({
  watchId: z.string(),
  isActive: z.boolean(),
  revision: z.number(),
  activeSince: z.date(),
  keyword: z.string(),
  expression: z.string().nullable(),
  authors: authorIds.nullable(),
  places: z.array(z.string()),
  includePosts: z.boolean(),
  includeComments: z.boolean(),
  matchTitlesOnly: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWordOnly: z.boolean(),
});

/** Returns the oldest running transaction. Changes by it and later ones are read again next time. */
export async function readHorizon(db: Queryable): Promise<string> {
  const found = await rows(
    db,
    z.object({ xmin: z.string() }),
    sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin`,
  );
  return found[0]!.xmin;
}

/** `since` null: all active ones. Otherwise all changed by a transaction at or after `since`. */
export async function listRules(db: Queryable, since: string | null, limit?: number) {
  return rows(
    db,
    ruleRow,
    sql`SELECT "id" AS "watchId", "isActive", "revision", "activeSince", "keyword", "expression", "authors", "places", "includePosts",
       "includeComments", "matchTitlesOnly", "caseSensitive", "wholeWordOnly"
     FROM "Watch" WHERE ${since === null ? sql`"isActive"` : sql`"changedIn" >= ${since}::bigint`} LIMIT ${limit ?? null}`,
  );
}

/** A page of watches by column: one array per column instead of one object per watch. */
const page = z.object({
  watchIds: z.array(z.string()),
  revisions: z.array(z.number()),
  sinceSeconds: z.array(z.number()),
  keywords: z.array(z.string()),
  expressions: z.array(z.string().nullable()),
  authors: z.array(authorIds.nullable()),
  places: z.array(z.array(z.string())),
  /** Bits, from the lowest: posts, comments, titles only, case-sensitive, whole words. */
  filters: z.array(z.number()),
});
export type RulePage = z.infer<typeof page>;

export async function pageRules(db: Queryable, after: string, limit: number): Promise<RulePage> {
  const [found] = await rows(
    db,
    page,
    sql`SELECT coalesce(json_agg("id"), '[]') AS "watchIds",
       coalesce(json_agg("revision"), '[]') AS "revisions",
       coalesce(json_agg(floor(extract(epoch FROM "activeSince"))), '[]') AS "sinceSeconds",
       coalesce(json_agg("keyword"), '[]') AS "keywords",
       coalesce(json_agg("expression"), '[]') AS "expressions",
       coalesce(json_agg("authors"), '[]') AS "authors",
       coalesce(json_agg("places"), '[]') AS "places",
       coalesce(json_agg("includePosts"::int + 2 * "includeComments"::int + 4 * "matchTitlesOnly"::int
         + 8 * "caseSensitive"::int + 16 * "wholeWordOnly"::int), '[]') AS "filters"
     FROM (SELECT * FROM "Watch" WHERE "isActive" AND "id" > ${after}::uuid ORDER BY "id" LIMIT ${limit}) w`,
  );
  return found!;
}

export interface CompiledWatches {
  version: number;
  horizon: string;
  watches: number;
  builtAt: Date;
  bytes: Uint8Array;
}

const chunk = z.object({ builtAt: z.date(), horizon: z.string(), size: z.number(), hex: z.string() });
/** The driver reads text, so bytes are sent as hex. A chunk takes a few milliseconds. */
const chunkBytes = 2 ** 20;

/** Returns the stored buffer if it has this version and was built after `since`. Null if it is being replaced. */
export async function readCompiledWatches(db: Queryable, version: number, since: Date) {
  let head: { builtAt: Date; horizon: string; bytes: ArrayBuffer } | null = null;
  for (let from = 0; head === null || from < head.bytes.byteLength; from += chunkBytes) {
    // After a restore from another cluster, the horizon can be in the future.
    const [found] = await rows(
      db,
      chunk,
      sql`SELECT "builtAt", "horizon"::text, octet_length("bytes") AS size, encode(substring("bytes" FROM ${from + 1} FOR ${chunkBytes}), 'hex') AS hex
       FROM "CompiledWatches" WHERE "version" = ${version} AND "builtAt" > ${since} AND "horizon" <= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`,
    );
    if (found === undefined || (head !== null && found.builtAt.getTime() !== head.builtAt.getTime()))
      return null;
    head ??= { builtAt: found.builtAt, horizon: found.horizon, bytes: new ArrayBuffer(found.size) };
    Buffer.from(head.bytes, from).write(found.hex, "hex");
  }
  return head;
}

export async function cacheCompiledWatches(db: Queryable, compiled: CompiledWatches): Promise<void> {
  const { version, horizon, watches, builtAt, bytes } = compiled;
  await db.query(
    sql`INSERT INTO "CompiledWatches" ("version", "horizon", "watches", "builtAt", "bytes") VALUES (${version}, ${horizon}, ${watches}, ${builtAt}, ${bytes})
     ON CONFLICT ("id") DO UPDATE SET "version" = ${version}, "horizon" = ${horizon}, "watches" = ${watches}, "builtAt" = ${builtAt}, "bytes" = ${bytes}
     WHERE "CompiledWatches"."builtAt" < ${builtAt}`,
  );
}
