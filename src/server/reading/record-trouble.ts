import { pool } from "@/server/platform/database";
import type { ReadContext } from "./context";
import { failReads } from "./statements/reads";

/** Records that a source that covers all places has a problem: for the run, and for every place. */
export async function recordTrouble(
  { site, clock, faults }: ReadContext,
  { unit, reads }: { unit: string; reads: readonly { place: string }[] },
  error: string,
  since?: Date,
): Promise<void> {
  faults.push({ unit, error });
  const failed = { site: site.id, places: reads.map(({ place }) => place), error };
  await failReads(pool(), { ...failed, now: clock(), since, nextAttemptAt: null });
}
