import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
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

const gapRow = z.object({
  site: z.string(),
  place: z.string(),
  kind,
  fromAt: z.date(),
  toAt: z.date(),
  items: z.number().nullable(),
  filledAt: z.date().nullable(),
});

export function listPeriodGaps(db: Queryable, { sites, names }: PlaceKeys, { from, to }: Period) {
  return rows(
    db,
    gapRow,
    sql`SELECT g."site", g."place", g."kind"::text, g."fromAt", g."toAt", g."items", g."filledAt"
     FROM unnest(${sites}::text[], ${names}::text[]) AS p(site, name)
     JOIN "Gap" g ON g."site" = p.site AND g."place" = p.name AND g."fromAt" < ${to} AND g."toAt" >= ${from}
     ORDER BY g."fromAt", g."site", g."place", g."kind"`,
  );
}

/** Recorded matches by place in lower case, deleted ones included. */
export function countPeriodMatches(
  db: Queryable,
  { userId, watchId }: { userId: string; watchId: string },
  { from, to }: Period,
) {
  return rows(
    db,
    z.object({ site: z.string(), place: z.string(), count: z.number() }),
    sql`SELECT n."site", lower(n."place") AS "place", count(*)::int AS "count" FROM "Notification" n
     WHERE n."userId" = ${userId} AND n."watchId" = ${watchId} AND n."createdAt" >= ${from} AND n."createdAt" < ${to}
     GROUP BY 1, 2 ORDER BY 1, 2`,
  );
}

export function listPeriodOverflows(db: Queryable, watchId: string, { from, to }: Period) {
  return rows(
    db,
    z.object({ day: z.string(), reason: z.enum(["count", "text"]), limit: z.number(), missed: z.number() }),
    sql`SELECT "day"::text, "reason", "recorded" AS "limit", "missed" FROM "DayOverflow"
     WHERE "watchId" = ${watchId} AND "fromAt" < ${to} AND "toAt" >= ${from} ORDER BY "day", "reason"`,
  );
}

const revisionRow = z.object({
  revision: z.number(),
  createdAt: z.date(),
  endedAt: z.date().nullable(),
  highlights: z.array(z.object({ keyword: z.string() })),
});

export function listPeriodRevisions(db: Queryable, watchId: string, { from, to }: Period) {
  return rows(
    db,
    revisionRow,
    sql`SELECT "revision", "createdAt", "endedAt", "highlights" FROM "WatchRevision"
     WHERE "watchId" = ${watchId} AND "createdAt" < ${to} AND ("endedAt" IS NULL OR "endedAt" > ${from}) ORDER BY "revision"`,
  );
}
