import type { TrackerNumber, TrackerOpening } from "@/generated/prisma/client";
import { prisma } from "@/server/platform/database";

export interface TrackerPosition {
  reached: number;
  marks: Record<string, string>;
}

/** Returns the positions of a site's places. A place without one hasn't been read since it was watched. */
export async function listTrackerReads(site: string): Promise<Map<string, TrackerPosition>> {
  const found = await prisma().trackerRead.findMany({ where: { site } });
  return new Map(
    found.map(({ place, reached, marks }) => [
      place,
      { reached: Number(reached), marks: marks as TrackerPosition["marks"] },
    ]),
  );
}

type Numbered<T> = T & { number: number };
export type KnownOpening = Numbered<Pick<TrackerOpening, "title" | "createdAt" | "changedAt">>;

export async function findOpenings(
  { site, place }: { site: string; place: string },
  numbers: readonly number[],
): Promise<Map<number, KnownOpening>> {
  if (numbers.length === 0) return new Map();
  const found = await prisma().trackerOpening.findMany({
    where: { site, place, number: { in: [...numbers] } },
    select: { number: true, title: true, createdAt: true, changedAt: true },
  });
  return new Map(found.map((one) => [Number(one.number), { ...one, number: Number(one.number) }]));
}

export async function listNumbersAbove(
  reached: number,
  place: { site: string; place: string },
): Promise<number[]> {
  const above = { where: { ...place, number: { gt: reached } }, select: { number: true } };
  const found = [
    ...(await prisma().trackerOpening.findMany(above)),
    ...(await prisma().trackerNumber.findMany(above)),
  ];
  return found.map(({ number }) => Number(number));
}

export type MissingNumber = Numbered<Pick<TrackerNumber, "fromAt" | "toAt" | "tries">>;

export async function listMissing(
  q: { site: string; place: string; number?: { in: number[] }; dueAt?: { lte: Date } },
  max: number,
): Promise<MissingNumber[]> {
  const found = await prisma().trackerNumber.findMany({
    where: q,
    orderBy: [{ dueAt: "asc" }, { number: "asc" }],
    take: max,
    select: { number: true, fromAt: true, toAt: true, tries: true },
  });
  return found.map(({ number, ...missing }) => ({ ...missing, number: Number(number) }));
}

const dueCount = {
  number: true,
  title: true,
  thread: true,
  total: true,
  counted: true,
  seen: true,
  tries: true,
} as const;

export async function listDueCounts(
  { site, place, now }: { site: string; place: string; now: Date },
  max: number,
) {
  const found = await prisma().trackerOpening.findMany({
    where: { site, place, dueAt: { lte: now } },
    orderBy: [{ dueAt: "asc" }, { number: "asc" }],
    take: max,
    select: dueCount,
  });
  return found.map(({ number, ...post }) => ({ ...post, number: Number(number) }));
}
export type DueCount = Awaited<ReturnType<typeof listDueCounts>>[number];
