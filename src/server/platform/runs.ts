import { Prisma } from "@/generated/prisma/client";
import { prisma } from "./database";

/** Inserts the Run row. `sites`: the sites that the run reads. */
export async function startRun({
  now,
  sites,
  ...run
}: {
  id: string;
  route: string;
  now: Date;
  sites: readonly string[];
}): Promise<void> {
  const data = { ...run, startedAt: now, sites: [...sites] };
  await prisma().run.create({ data, select: { id: true } });
}

/** Completes the Run row. `tally` is null if the run threw. */
export async function finishRun({
  id,
  now,
  tally,
  faults,
}: {
  id: string;
  now: Date;
  tally: object | null;
  faults: readonly object[];
}): Promise<void> {
  const data = { finishedAt: now, tally: tally ?? Prisma.DbNull, faults: [...faults] };
  await prisma().run.updateMany({ where: { id }, data });
}
