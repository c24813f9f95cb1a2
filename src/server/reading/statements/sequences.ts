import type { Need } from "@/domain/reading/pending-numbers";
import { prisma } from "@/server/platform/database";

/** Up to `reached`, all are read, pending or in a gap. `movedAt`: the last reported higher number. */
export interface Position {
  reached: number;
  tip: number;
  movedAt: Date;
}

/** Null if the site hasn't been read since it was watched. */
export async function findPosition(site: string): Promise<Position | null> {
  const found = await prisma().sequence.findFirst({ where: { site } });
  return found && { reached: Number(found.reached), tip: Number(found.tip), movedAt: found.movedAt };
}

export async function beginSequence(site: string, position: Position): Promise<void> {
  await prisma().sequence.createMany({ data: { site, ...position }, skipDuplicates: true });
}

/** Longest overdue first. Times beyond the maximum delay are from a wrong clock and count as due. */
export async function listDue(site: string, now: Date, max: number) {
  const latest = new Date(now.getTime() + 2 * 3_600_000);
  const found = await prisma().pendingNumber.findMany({
    where: { site, OR: [{ nextAttemptAt: { lte: now } }, { nextAttemptAt: { gt: latest } }] },
    orderBy: [{ nextAttemptAt: "asc" }, { number: "asc" }],
    take: max,
    select: { number: true, around: true, why: true, tries: true },
  });
  return found.map((due) => ({ ...due, number: Number(due.number), why: due.why as Need }));
}
export type PendingNumber = Awaited<ReturnType<typeof listDue>>[number];
