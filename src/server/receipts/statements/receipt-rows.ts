import * as z from "zod";
import { prisma, sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const kind = z.enum(["post", "comment"]);
export interface Period {
  from: Date;
  /** Excluded. */
  to: Date;
}
interface PlaceKeys {
  sites: readonly string[];
  names: readonly string[];
}

const readRow = z.object({
  site: z.string(),
  place: z.string(),
  kind,
  items: z.number(),
  positionAtStart: z.date().nullable(),
  positionAtEnd: z.date().nullable(),
});

/** Items read per place and kind on the period's days, with the positions before and after them. */
export function listPlaceDays(db: Queryable, { sites, names }: PlaceKeys, { from, to }: Period) {
  const day = (at: Date) => sql`(${at}::timestamptz AT TIME ZONE 'UTC')::date`;
  const last = new Date(to.getTime() - 1);
  return rows(
    db,
    readRow,
    sql`SELECT d."site", d."place", d."kind"::text,
       coalesce(sum(d."items") FILTER (WHERE d."day" >= ${day(from)}), 0)::int AS "items",
       max(d."readAt") FILTER (WHERE d."day" < ${day(from)}) AS "positionAtStart", max(d."readAt") AS "positionAtEnd"
     FROM unnest(${sites}::text[], ${names}::text[]) AS p(site, name)
     JOIN "PlaceDay" d ON d."site" = p.site AND d."place" = p.name AND d."day" <= ${day(last)}
     GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
}

export function listPeriodGaps({ sites, names }: PlaceKeys, { from, to }: Period) {
  const places = sites.map((site, at) => ({ site, place: names[at]! }));
  return prisma().gap.findMany({
    where: { OR: places, fromAt: { lt: to }, toAt: { gte: from } },
    orderBy: [{ fromAt: "asc" }, { site: "asc" }, { place: "asc" }, { kind: "asc" }],
    select: { site: true, place: true, kind: true, fromAt: true, toAt: true, items: true, filledAt: true },
  });
}

const matchRow = z.object({ site: z.string(), place: z.string(), count: z.number() });

/** Counts recorded matches by place, whose letter case varies. Deleted ones only have it in their item. */
export function countPeriodMatches(
  db: Queryable,
  { userId, watchId }: { userId: string; watchId: string },
  { from, to }: Period,
) {
  return rows(
    db,
    matchRow,
    sql`SELECT n."site", coalesce(nullif(n."place", ''), (SELECT i."place" FROM "Item" i WHERE i."fullname" = n."fullname")) AS "place",
       count(*)::int AS "count"
     FROM "Notification" n
     WHERE n."userId" = ${userId} AND n."watchId" = ${watchId} AND n."createdAt" >= ${from} AND n."createdAt" < ${to}
     GROUP BY 1, 2`,
  );
}

export async function listPeriodOverflows(watchId: string, { from, to }: Period) {
  const found = await prisma().dayOverflow.findMany({
    where: { watchId, fromAt: { lt: to }, toAt: { gte: from } },
    orderBy: [{ day: "asc" }, { reason: "asc" }],
    select: { day: true, reason: true, recorded: true, missed: true },
  });
  return found.map(({ day, reason, recorded: limit, missed }) => ({
    ...{ day: day.toISOString().slice(0, 10), reason: reason as "count" | "text", limit, missed },
  }));
}

const terms = z.array(z.object({ keyword: z.string() }));

export async function listPeriodRevisions(watchId: string, { from, to }: Period) {
  const found = await prisma().watchRevision.findMany({
    where: { watchId, createdAt: { lt: to }, OR: [{ endedAt: null }, { endedAt: { gt: from } }] },
    orderBy: { revision: "asc" },
    select: { revision: true, createdAt: true, endedAt: true, highlights: true },
  });
  return found.map((revision) => ({ ...revision, highlights: terms.parse(revision.highlights) }));
}
