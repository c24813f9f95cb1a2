import { prisma } from "@/server/platform/database";

export interface ForumRead {
  place: string;
  reached: number;
  below: number | null;
  goal: number | null;
}

const toNumber = (value: bigint | null) => (value === null ? null : Number(value));

/** A forum without a row hasn't been read since it was watched. */
export async function listForumReads(site: string): Promise<Map<string, ForumRead>> {
  const select = { place: true, reached: true, below: true, goal: true };
  const found = await prisma().forumRead.findMany({ where: { site }, select });
  return new Map(
    found.map(({ place, reached, below, goal }) => [
      place,
      { place, reached: Number(reached), below: toNumber(below), goal: toNumber(goal) },
    ]),
  );
}
