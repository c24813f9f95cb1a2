import { pool } from "@/server/platform/database";
import type { RunContext } from "@/server/platform/run-context";
import { beginReads, endReads, type WatchedRead } from "./statements/reads";

/** After a run that ended with its process a place is counted before it is asked: one that ends it comes ever later, the others go on. */
export async function countedRead(
  context: RunContext & { site: { id: string } },
  asked: { place: string; reads: readonly WatchedRead[] },
  read: () => Promise<void>,
): Promise<void> {
  const isSuspect = context.followsKill === true || asked.reads.some(({ attempts }) => attempts > 0);
  if (!isSuspect) return read();
  const counted = { site: context.site.id, places: [asked.place], kind: "post" } as const;
  await beginReads(pool(), counted, context.clock());
  try {
    await read();
  } finally {
    await endReads(pool(), counted);
  }
}
