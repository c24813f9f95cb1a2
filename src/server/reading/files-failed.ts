import { pool } from "@/server/platform/database";
import type { FilesContext } from "./context";
import type { FilesState } from "./record-file";
import { failReads } from "./statements/reads";

/** Records that the source of the files has a problem: for the run, and for every place. */
export async function recordTrouble(
  context: FilesContext,
  { reads }: FilesState,
  error: string,
  since?: Date,
): Promise<void> {
  context.faults.push({ unit: "files", error });
  for (const kind of ["post", "comment"] as const)
    await failReads(pool(), {
      ...{ site: context.site.id, places: reads.map(({ place }) => place), kind, error },
      ...{ now: context.clock(), since, nextAttemptAt: null },
    });
}
