import type { Opening } from "@/domain/reading/tracker";
import { prisma, sql, tableSql, type Queryable } from "@/server/platform/database";

export interface TrackerOutcome {
  site: string;
  place: string;
  /** The new position. `restartsAt`: the first number after the place restarted its numbering. */
  reached?: number;
  restartsAt?: number;
  marks?: Readonly<Record<string, string>>;
  /** Posts on the page. `counted`: comments accounted for, if the post is unknown so far. */
  openings?: readonly (Pick<
    Opening,
    "number" | "title" | "thread" | "createdAt" | "changedAt" | "total" | "hasOwnList"
  > & {
    counted: number | null;
  })[];
  /** Numbers of posts with new comments, once for each. */
  commented?: readonly number[];
  /** Numbers without a post that are requested later. */
  missing?: readonly { number: number; fromAt: Date; toAt: Date; tries: number; dueAt: Date }[];
  /** Numbers that are no longer missing, or given up. */
  settled?: readonly number[];
  recounted?: { number: number; counted: number | null; tries: number; dueAt: Date | null };
  /** All lists are read: posts whose comments don't add up are due to be counted again. */
  isWhole?: boolean;
}

/** Stores the position of a place. Does nothing if the place is no longer watched. */
export async function moveTracker(tx: Queryable, outcome: TrackerOutcome, now: Date): Promise<void> {
  const { site, place, reached, restartsAt, marks = {} } = outcome;
  const moved = await tx.query(
    sql`INSERT INTO "TrackerRead" AS t ("site", "place", "reached", "marks")
     SELECT ${site}, ${place}, ${reached ?? 0}::bigint, ${JSON.stringify(marks)}::jsonb
     FROM "Place" WHERE "site" = ${site} AND "name" = ${place} AND "watchedSince" IS NOT NULL
     ON CONFLICT ("site", "place") DO UPDATE SET "marks" = t."marks" || excluded."marks",
       "reached" = CASE WHEN ${restartsAt !== undefined} THEN excluded."reached" ELSE greatest(t."reached", excluded."reached") END`,
  );
  if (moved.rowCount === 0) return;
  if (restartsAt !== undefined) await forgetFrom(outcome, restartsAt);
  await storeOpenings(tx, outcome, now);
  await storeMissing(tx, outcome);
  await storeCounts(tx, outcome, now);
}

/** The numbers belong to other posts now. */
async function forgetFrom({ site, place }: TrackerOutcome, restartsAt: number): Promise<void> {
  const where = { site, place, number: { gte: restartsAt } };
  await prisma().trackerOpening.deleteMany({ where });
  await prisma().trackerNumber.deleteMany({ where });
}

async function forgetMissing({ site, place }: TrackerOutcome, numbers: number[]): Promise<void> {
  await prisma().trackerNumber.deleteMany({ where: { site, place, number: { in: numbers } } });
}

async function storeOpenings(tx: Queryable, outcome: TrackerOutcome, now: Date): Promise<void> {
  const { site, place, openings = [] } = outcome;
  if (openings.length === 0) return;
  const latest = [...new Map(openings.map((one) => [one.number, one])).values()];
  await tx.query(
    sql`INSERT INTO "TrackerOpening" AS o ("site", "place", "number", "title", "thread", "createdAt", "changedAt", "total", "counted", "dueAt")
     SELECT ${site}, ${place}, "number", "title", "thread", "createdAt", "changedAt", "total", "counted", CASE WHEN "hasOwnList" THEN ${now}::timestamptz END
     FROM ${tableSql("x", latest, { number: "bigint", title: "text", thread: "text", createdAt: "timestamptz", changedAt: "timestamptz", total: "int", counted: "int", hasOwnList: "boolean" })}
     ORDER BY "number"
     ON CONFLICT ("site", "place", "number") DO UPDATE SET "title" = excluded."title", "thread" = excluded."thread",
       "changedAt" = greatest(o."changedAt", excluded."changedAt"), "total" = excluded."total",
       "tries" = CASE WHEN excluded."changedAt" > o."changedAt" THEN 0 ELSE o."tries" END,
       "dueAt" = CASE WHEN excluded."changedAt" > o."changedAt" THEN coalesce(excluded."dueAt", o."dueAt") ELSE o."dueAt" END`,
  );
  await forgetMissing(
    outcome,
    latest.map(({ number }) => number),
  );
}

async function storeMissing(tx: Queryable, outcome: TrackerOutcome): Promise<void> {
  const { site, place, missing = [], settled = [] } = outcome;
  if (settled.length > 0) await forgetMissing(outcome, [...settled]);
  if (missing.length === 0) return;
  await tx.query(
    sql`INSERT INTO "TrackerNumber" ("site", "place", "number", "fromAt", "toAt", "tries", "dueAt")
     SELECT ${site}, ${place}, x.* FROM ${tableSql("x", missing, { number: "bigint", fromAt: "timestamptz", toAt: "timestamptz", tries: "int", dueAt: "timestamptz" })}
     ORDER BY "number"
     ON CONFLICT ("site", "place", "number") DO UPDATE SET "tries" = excluded."tries", "dueAt" = excluded."dueAt"`,
  );
}

async function storeCounts(tx: Queryable, outcome: TrackerOutcome, now: Date): Promise<void> {
  const { site, place, commented = [], recounted, isWhole } = outcome;
  if (commented.length > 0)
    await tx.query(
      sql`UPDATE "TrackerOpening" o SET "seen" = o."seen" + x.seen
       FROM (SELECT n, count(*)::int AS seen FROM unnest(${commented}::bigint[]) AS n GROUP BY n) x
       WHERE o."site" = ${site} AND o."place" = ${place} AND o."number" = x.n`,
    );
  if (recounted !== undefined) {
    const { number, ...data } = recounted;
    await prisma().trackerOpening.updateMany({ where: { site, place, number }, data: { ...data, seen: 0 } });
  }
  if (isWhole)
    await tx.query(
      sql`UPDATE "TrackerOpening" SET
         "dueAt" = CASE WHEN "total" = coalesce("counted", 0) + "seen" THEN NULL ELSE ${now}::timestamptz END,
         "counted" = CASE WHEN "total" = coalesce("counted", 0) + "seen" THEN "total" ELSE "counted" END,
         "seen" = CASE WHEN "total" = coalesce("counted", 0) + "seen" THEN 0 ELSE "seen" END
       WHERE "site" = ${site} AND "place" = ${place} AND "dueAt" IS NULL AND "total" IS NOT NULL
         AND ("total" IS DISTINCT FROM "counted" OR "seen" > 0)`,
    );
}
