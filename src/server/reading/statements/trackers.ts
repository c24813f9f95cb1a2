import { z } from "zod";
import { sql, type Queryable } from "@/server/platform/database";
import { rows } from "@/server/platform/rows";

const position = z.object({
  place: z.string(),
  reached: z.number(),
  marks: z.record(z.string(), z.string()),
});
export type TrackerPosition = Omit<z.infer<typeof position>, "place">;

/** Returns the positions of a site's places. A place without one hasn't been read since it was watched. */
export async function listTrackerReads(db: Queryable, site: string): Promise<Map<string, TrackerPosition>> {
  const found = await rows(
    db,
    position,
    sql`SELECT "place", "reached"::float8, "marks" FROM "TrackerRead" WHERE "site" = ${site}`,
  );
  return new Map(found.map(({ place, ...read }) => [place, read]));
}

const knownOpening = z.object({
  number: z.number(),
  title: z.string(),
  createdAt: z.date(),
  changedAt: z.date(),
});
export type KnownOpening = z.infer<typeof knownOpening>;

export async function findOpenings(
  db: Queryable,
  { site, place }: { site: string; place: string },
  numbers: readonly number[],
): Promise<Map<number, KnownOpening>> {
  if (numbers.length === 0) return new Map();
  const found = await rows(
    db,
    knownOpening,
    sql`SELECT "number"::float8, "title", "createdAt", "changedAt" FROM "TrackerOpening"
     WHERE "site" = ${site} AND "place" = ${place} AND "number" = ANY(${numbers}::bigint[])`,
  );
  return new Map(found.map((one) => [one.number, one]));
}

const numbered = z.object({ number: z.number() });

export async function listNumbersAbove(
  db: Queryable,
  { site, place, reached }: { site: string; place: string; reached: number },
): Promise<number[]> {
  const found = await rows(
    db,
    numbered,
    sql`SELECT "number"::float8 FROM "TrackerOpening" WHERE "site" = ${site} AND "place" = ${place} AND "number" > ${reached}::bigint
     UNION SELECT "number"::float8 FROM "TrackerNumber" WHERE "site" = ${site} AND "place" = ${place} AND "number" > ${reached}::bigint`,
  );
  return found.map(({ number }) => number);
}

const missingNumber = z.object({ number: z.number(), fromAt: z.date(), toAt: z.date(), tries: z.number() });
export type MissingNumber = z.infer<typeof missingNumber>;

/** Returns due missing numbers of a place, or the missing ones among the given numbers. */
export function listMissing(
  db: Queryable,
  q: { site: string; place: string; numbers: readonly number[] } | { site: string; place: string; now: Date },
  max: number,
): Promise<MissingNumber[]> {
  const which =
    "now" in q ? sql`"dueAt" <= ${q.now}::timestamptz` : sql`"number" = ANY(${q.numbers}::bigint[])`;
  return rows(
    db,
    missingNumber,
    sql`SELECT "number"::float8, "fromAt", "toAt", "tries" FROM "TrackerNumber"
     WHERE "site" = ${q.site} AND "place" = ${q.place} AND ${which} ORDER BY "dueAt", "number" LIMIT ${max}`,
  );
}

const dueCount = z.object({
  number: z.number(),
  title: z.string(),
  thread: z.string(),
  total: z.number().nullable(),
  counted: z.number().nullable(),
  seen: z.number(),
  tries: z.number(),
});
export type DueCount = z.infer<typeof dueCount>;

/** Returns posts with a due recount of their comments, longest due first. */
export function listDueCounts(
  db: Queryable,
  q: { site: string; place: string; now: Date },
  max: number,
): Promise<DueCount[]> {
  return rows(
    db,
    dueCount,
    sql`SELECT "number"::float8, "title", "thread", "total", "counted", "seen", "tries" FROM "TrackerOpening"
     WHERE "site" = ${q.site} AND "place" = ${q.place} AND "dueAt" <= ${q.now} ORDER BY "dueAt", "number" LIMIT ${max}`,
  );
}
