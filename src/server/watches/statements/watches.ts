import * as z from "zod";
import { Prisma } from "@/generated/prisma/client";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { rows } from "@/server/platform/rows";
import { authorIds } from "@/server/recording/statements/watches";
import type { SearchFields } from "../watch-search";

/** A time inside JSON. */
const databaseTime = z.iso
  .datetime({ offset: true })
  .transform((text) => new Date(text))
  .nullable();

export const watchRow = z.object({
  id: z.string(),
  userId: z.string(),
  kind: z.enum(["keyword", "thread"]),
  root: z.string().nullable(),
  endedAt: z.date().nullable(),
  /** Null for keywords. */
  thread: z
    .object({ replies: z.number(), total: z.number().nullable(), lastReplyAt: databaseTime })
    .nullable(),
  keyword: z.string(),
  expression: z.string().nullable(),
  authors: authorIds.nullable(),
  authorsFetchedAt: z.date().nullable(),
  places: z.array(z.string()),
  isActive: z.boolean(),
  tags: z.array(z.string()),
  notes: z.string(),
  includePosts: z.boolean(),
  includeComments: z.boolean(),
  matchTitlesOnly: z.boolean(),
  caseSensitive: z.boolean(),
  wholeWordOnly: z.boolean(),
  browserNotification: z.boolean(),
  emailNotification: z.boolean(),
  frequency: z.enum(["realtime", "hourly", "daily"]),
  spikeNotification: z.boolean(),
  destinations: z.array(z.string()),
  mutedUntil: z.date().nullable(),
  isPausedByPlan: z.boolean(),
  activeSince: z.date(),
  revision: z.number(),
  createdAt: z.date(),
  updatedAt: z.date(),
  matchCount: z.number(),
  noisyAt: z.date().nullable(),
  lastMatchedAt: z.date().nullable(),
});
export type WatchRow = z.infer<typeof watchRow>;

export const watchColumns = sql`w."id", w."userId", w."kind"::text, w."root", w."endedAt",
  (SELECT jsonb_build_object('replies', h."replies", 'total', h."total", 'lastReplyAt', h."lastReplyAt") FROM "Thread" h WHERE h."root" = w."root") AS "thread",
  w."keyword", w."expression", w."authors", w."authorsFetchedAt", w."places", w."isActive", w."tags", w."notes",
  w."includePosts", w."includeComments", w."matchTitlesOnly", w."caseSensitive", w."wholeWordOnly",
  w."browserNotification", w."emailNotification", w."frequency"::text, w."spikeNotification", w."destinations", w."mutedUntil",
  (NOT w."isActive" AND w."pausedBy" IS NOT DISTINCT FROM 'plan') AS "isPausedByPlan", w."activeSince", w."revision",
  w."createdAt", w."updatedAt", COALESCE(t."matchCount", 0) AS "matchCount", t."noisyAt", t."lastMatchedAt"`;

const watchTables = sql`"Watch" w LEFT JOIN "WatchTotal" t ON t."watchId" = w."id"`;

export async function findWatch(db: Queryable, userId: string, id: string): Promise<WatchRow | null> {
  const found = await rows(
    db,
    watchRow,
    sql`SELECT ${watchColumns} FROM ${watchTables} WHERE w."id" = ${id} AND w."userId" = ${userId}`,
  );
  return found[0] ?? null;
}

export const watchCounts = z.object({ total: z.number(), active: z.number() });

/** Counts a user's watches and active watches. Followed threads are counted separately. */
export async function countWatches(userId: string, kind: WatchRow["kind"] = "keyword") {
  const found = await prisma().watch.groupBy({ by: ["isActive"], where: { userId, kind }, _count: true });
  const active = found.find(({ isActive }) => isActive)?._count ?? 0;
  return { total: found.reduce((total, { _count }) => total + _count, 0), active };
}

export type NewWatch = WatchRow & SearchFields;

const written = watchRow
  .omit({ thread: true, isPausedByPlan: true, matchCount: true, noisyAt: true, lastMatchedAt: true })
  .keyof().options;

/** Picks the columns, because Prisma refuses others. */
function rowOf(watch: NewWatch) {
  const { keywordFolded, fingerprint } = watch;
  const row = Object.fromEntries(written.map((name) => [name, watch[name]])) as Pick<
    WatchRow,
    (typeof written)[number]
  >;
  const authors = watch.authors ?? Prisma.DbNull;
  const highlights = watch.highlights?.map((term) => ({ ...term })) ?? Prisma.DbNull;
  return { ...row, keywordFolded, fingerprint, authors, highlights };
}

/** Inserts watches, totals and groups. Returns the number inserted; skips existing watches. */
export async function insertWatches(tx: Queryable, watches: readonly NewWatch[]): Promise<number> {
  const drafts = JSON.stringify(watches.map((watch) => ({ ...watch, userKeywordId: newId() })));
  const made = await rows(
    tx,
    z.object({ id: z.string() }),
    sql`WITH draft AS MATERIALIZED (
       SELECT * FROM jsonb_to_recordset(${drafts}::jsonb) AS d("id" uuid, "userId" uuid, "userKeywordId" uuid, "kind" "WatchKind", "root" text, "keyword" text, "keywordFolded" text, "expression" text, "authors" jsonb, "authorsFetchedAt" timestamptz, "highlights" jsonb, "places" text[], "fingerprint" text, "isActive" boolean, "tags" text[], "notes" text,
         "includePosts" boolean, "includeComments" boolean, "matchTitlesOnly" boolean, "caseSensitive" boolean, "wholeWordOnly" boolean,
         "browserNotification" boolean, "emailNotification" boolean, "frequency" "Frequency", "spikeNotification" boolean, "destinations" uuid[], "createdAt" timestamptz)
     ), made AS (
       INSERT INTO "Watch" ("id", "userId", "kind", "root", "keyword", "keywordFolded", "expression", "authors", "authorsFetchedAt", "highlights", "places", "fingerprint", "isActive", "tags", "notes",
         "includePosts", "includeComments", "matchTitlesOnly", "caseSensitive", "wholeWordOnly",
         "browserNotification", "emailNotification", "frequency", "spikeNotification", "destinations", "activeSince", "createdAt", "updatedAt")
       SELECT "id", "userId", "kind", "root", "keyword", "keywordFolded", "expression", "authors", "authorsFetchedAt", "highlights", "places", "fingerprint", "isActive", "tags", "notes",
         "includePosts", "includeComments", "matchTitlesOnly", "caseSensitive", "wholeWordOnly",
         "browserNotification", "emailNotification", "frequency", "spikeNotification", "destinations", "createdAt", "createdAt", "createdAt" FROM draft
       ON CONFLICT ("userId", "fingerprint") DO NOTHING RETURNING "id"
     ), grouped AS (
       INSERT INTO "UserKeyword" ("id", "userId", "root", "keywordFolded", "keyword")
       SELECT d."userKeywordId", d."userId", d."root", d."keywordFolded", d."keyword" FROM draft d JOIN made USING ("id")
       ON CONFLICT ("userId", "keywordFolded") DO NOTHING
     ), totalled AS (
       INSERT INTO "WatchTotal" ("watchId") SELECT "id" FROM made
     )
     SELECT "id" FROM made`,
  );
  return made.length;
}

/** Returns false if the user has an identical watch. The caller must have locked the user. */
export async function updateWatchRow(before: WatchRow, after: NewWatch): Promise<boolean> {
  const { id, userId, fingerprint } = after;
  const { watch, userKeyword } = prisma();
  if ((await watch.count({ where: { userId, fingerprint, id: { not: id } } })) > 0) return false;
  const { root, keywordFolded, keyword } = after;
  const group = { id: newId(), userId, root, keywordFolded, keyword };
  await userKeyword.createMany({ data: group, skipDuplicates: true });
  const data = { ...rowOf(after), ...(before.isActive !== after.isActive && { pausedBy: null }) };
  return (await watch.updateMany({ where: { id, userId }, data })).count === 1;
}

/** Null: all. Oldest first, up to `max`. Resumed watches only match new items. Must have locked the user. */
export async function setWatchesActive(q: {
  userId: string;
  isActive: boolean;
  ids: string[] | null;
  max: number | null;
  now: Date;
}): Promise<number> {
  const { userId, isActive, ids, max, now } = q;
  const { watch } = prisma();
  const where = { userId, kind: "keyword", isActive: !isActive, ...(ids && { id: { in: ids } }) } as const;
  const orderBy = [{ createdAt: "asc" }, { id: "asc" }] as const;
  const chosen =
    max === null
      ? null
      : await watch.findMany({ where, orderBy: [...orderBy], take: max, select: { id: true } });
  const { count } = await watch.updateMany({
    where: chosen === null ? where : { id: { in: chosen.map(({ id }) => id) } },
    data: {
      ...{ isActive, pausedBy: null, updatedAt: now },
      ...(isActive && { activeSince: now, revision: { increment: 1 } }),
    },
  });
  return count;
}
