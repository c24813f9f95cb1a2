import { z } from "zod";
import type { ItemKind } from "@/domain/item";
import { cachedItemReadLimit } from "@/domain/newness";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";
import { storedText } from "@/server/recording/statements/items";

const known = z.object({ fullname: z.string(), seenAt: z.date() });

/** Returns the known fullnames with the start of the read that first showed each. */
export async function findKnown(db: Queryable, fullnames: string[]): Promise<Map<string, Date>> {
  if (fullnames.length === 0) return new Map();
  const found = await rows(
    db,
    known,
    sql`SELECT "fullname", "seenAt" FROM "RecentItem" WHERE "fullname" = ANY(${fullnames})`,
  );
  return new Map(found.map((known) => [known.fullname, known.seenAt]));
}

const knownBefore = z.object({ fullname: z.string(), place: z.string() });

/** Returns each place's latest known items in its time range, up to `ofEach`. */
export function listKnownBefore(
  db: Queryable,
  q: {
    site: string;
    kind: ItemKind;
    timeRanges: readonly { place: string; from: Date; until: Date }[];
    ofEach: number;
  },
): Promise<z.infer<typeof knownBefore>[]> {
  return rows(
    db,
    knownBefore,
    sql`SELECT i."fullname", i."place"
     FROM unnest(${q.timeRanges.map((timeRange) => timeRange.place)}::text[], ${q.timeRanges.map((timeRange) => timeRange.from)}::timestamptz[], ${q.timeRanges.map((timeRange) => timeRange.until)}::timestamptz[]) AS m(name, since, until) CROSS JOIN LATERAL (
       SELECT "fullname", "place" FROM "RecentItem" r
       WHERE r."site" = ${q.site} AND r."place" = m.name AND r."kind" = ${q.kind}::"ItemKind" AND r."createdAt" BETWEEN m.since AND m.until
       ORDER BY r."createdAt" DESC LIMIT ${q.ofEach}) i`,
  );
}

export async function countKnown(
  db: Queryable,
  q: { site: string; place: string; kind: ItemKind; from: Date; to: Date },
): Promise<number> {
  const [found] = await rows(
    db,
    z.object({ count: z.number() }),
    sql`SELECT count(*)::int AS count FROM "RecentItem"
     WHERE "site" = ${q.site} AND "place" = ${q.place} AND "kind" = ${q.kind}::"ItemKind" AND "createdAt" BETWEEN ${q.from} AND ${q.to}`,
  );
  return found?.count ?? 0;
}

/** An item read earlier. `content` is null if its text is no longer stored. */
const readItem = z.object({
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  site: z.string(),
  place: z.string(),
  createdAt: z.date(),
  seenAt: z.date(),
  content: storedText.nullable(),
});
export type ReadItem = z.infer<typeof readItem>;

export async function findReadItem(db: Queryable, fullname: string): Promise<ReadItem | null> {
  const found = await rows(
    db,
    readItem,
    sql`SELECT "fullname", "kind"::text, "site", "place", "createdAt", "seenAt", "content" FROM "RecentItem" WHERE "fullname" = ${fullname}`,
  );
  return found[0] ?? null;
}

const cachedLink = readItem.pick({ fullname: true, place: true }).extend({ url: z.string() });

/** Returns stored items of these places with a link containing `host` (lower case). */
export function listCachedLinks(
  db: Queryable,
  q: { site: string; places: readonly string[]; host: string; now: Date },
): Promise<z.infer<typeof cachedLink>[]> {
  return rows(
    db,
    cachedLink,
    sql`SELECT "fullname", "place", "content"->>'url' AS "url" FROM "RecentItem"
     WHERE "site" = ${q.site} AND "place" = ANY(${q.places}) AND "textUntil" > ${q.now}
       AND position(${q.host} IN lower("content"->>'url')) > 0
     ORDER BY "createdAt" DESC LIMIT ${cachedItemReadLimit}`,
  );
}
