import * as z from "zod";
import { cachedItemLimit, cachedItemReadLimit } from "@/domain/reading/newness";
import type { SiteFacts } from "@/domain/reading/site";
import { pool, prisma, sql, type Sql } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

/** An item with stored text. `content` is unparsed JSON, because worker threads parse it. */
const storedText = z.object({
  fullname: z.string(),
  kind: z.enum(["post", "comment"]),
  site: z.string(),
  place: z.string(),
  createdAt: z.date(),
  seenAt: z.date(),
  content: z.string(),
});
export type StoredText = z.infer<typeof storedText>;

const pageSize = 500;
/** Places per query, unless the site is read as a whole. */
const placesAtOnce = 4;

const columns = sql`r."fullname", r."kind"::text, r."site", r."place", r."createdAt", r."seenAt", r."content"::text AS "content"`;
const isStored = (now: Date): Sql => sql`r."content" IS NOT NULL AND r."textUntil" > ${now}`;

function listStored(now: Date, condition: Sql): Promise<StoredText[]> {
  return rows(
    pool(),
    storedText,
    sql`SELECT ${columns} FROM "RecentItem" r WHERE ${isStored(now)} AND ${condition}`,
  );
}

/** Latest first per place (lower case; null: all watched). Paged, which limits memory use. */
export async function* storedPages(
  { id: site, readsWhole, hasParts }: Pick<SiteFacts, "id" | "readsWhole" | "hasParts">,
  places: readonly string[] | null,
  now: Date,
): AsyncGenerator<StoredText[], void, void> {
  const isWhole = places === null || places.includes("all");
  if (hasParts === "sampled" && isWhole) return yield* pagesOfPlace(site, null, now);
  // The other places would be counted as samples.
  const names = hasParts === "whole" && isWhole ? ["all"] : (places ?? (await listWatchedPlaces(site)));
  if (readsWhole) for (const name of names) yield* pagesOfPlace(site, name, now);
  else
    for (let at = 0; at < names.length; at += placesAtOnce)
      yield await newestOfPlaces(site, names.slice(at, at + placesAtOnce), now);
}

async function listWatchedPlaces(site: string): Promise<string[]> {
  const where = { site, watchedSince: { not: null } };
  const found = await prisma().place.findMany({ where, orderBy: { name: "asc" }, select: { name: true } });
  return found.map(({ name }) => name);
}

function newestOfPlaces(site: string, names: readonly string[], now: Date): Promise<StoredText[]> {
  return rows(
    pool(),
    storedText,
    sql`SELECT r.* FROM unnest(${names}::text[]) AS s(name) CROSS JOIN LATERAL (
       SELECT ${columns} FROM "RecentItem" r WHERE r."site" = ${site} AND r."place" = s.name AND ${isStored(now)}
       ORDER BY r."createdAt" DESC LIMIT ${cachedItemLimit}) r`,
  );
}

async function* pagesOfPlace(
  site: string,
  place: string | null,
  now: Date,
): AsyncGenerator<StoredText[], void, void> {
  const isThere = place === null ? sql`TRUE` : sql`r."place" = ${place}`;
  let last: StoredText | undefined;
  for (let count = 0; count < cachedItemReadLimit; count += pageSize) {
    const below =
      last === undefined
        ? sql`TRUE`
        : sql`r."createdAt" <= ${last.createdAt} AND (r."createdAt", r."fullname") < (${last.createdAt}, ${last.fullname})`;
    const page: StoredText[] = await listStored(
      now,
      sql`r."site" = ${site} AND ${isThere} AND ${below} ORDER BY r."createdAt" DESC, r."fullname" DESC LIMIT ${pageSize}`,
    );
    if (page.length > 0) yield page;
    if (page.length < pageSize) return;
    last = page.at(-1);
  }
}

/** The same for items by name. */
export async function* pagesOfItems(
  fullnames: readonly string[],
  now: Date,
): AsyncGenerator<StoredText[], void, void> {
  for (let at = 0; at < fullnames.length; at += pageSize)
    yield await listStored(now, sql`r."fullname" = ANY(${fullnames.slice(at, at + pageSize)})`);
}

export function listNewestStored(site: string, max: number, now: Date): Promise<StoredText[]> {
  return listStored(now, sql`r."site" = ${site} ORDER BY r."textUntil" DESC LIMIT ${max}`);
}
