import * as z from "zod";
import type { ItemKind } from "@/domain/reading/item";
import { cachedItemReadLimit } from "@/domain/reading/newness";
import { prisma, sql, type Queryable, tableSql } from "@/server/platform/database";
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
     FROM ${tableSql("m", q.timeRanges, { place: "text", from: "timestamptz", until: "timestamptz" })} CROSS JOIN LATERAL (
       SELECT "fullname", "place" FROM "RecentItem" r
       WHERE r."site" = ${q.site} AND r."place" = m.place AND r."kind" = ${q.kind}::"ItemKind" AND r."createdAt" BETWEEN m."from" AND m.until
       ORDER BY r."createdAt" DESC LIMIT ${q.ofEach}) i`,
  );
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

export async function findReadItem(fullname: string): Promise<ReadItem | null> {
  const found = await prisma().recentItem.findFirst({ where: { fullname } });
  return found && readItem.parse(found);
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
