import { pool } from "@/server/platform/database";
import type { RunContext } from "@/server/platform/run-context";
import { beginReads, endReads, type WatchedRead } from "./statements/reads";

/** After a kill, counts an attempt first: a place that crashes the process is retried with growing delays. */
export async function countedRead(
  context: RunContext & { site: { id: string } },
  requested: { place: string; reads: readonly WatchedRead[] },
  read: () => Promise<void>,
): Promise<void> {
  const isSuspect = context.followsKill === true || requested.reads.some(({ attempts }) => attempts > 0);
  if (!isSuspect) return read();
  const counted = { site: context.site.id, places: [requested.place], kind: "post" } as const;
  await beginReads(pool(), counted, context.clock());
  try {
    await read();
  } finally {
    await endReads(counted);
  }
}
