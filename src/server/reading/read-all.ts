import { depthMs } from "@/domain/reading/read-outcome";
import type { WatchedRead } from "@/server/reading/statements/reads";
import type { PagesContext } from "./context";
import { recordFailure, recordLane, watchedSinceMs, type PollState } from "./poll-lane";
import { readLane } from "./read-lane";

/** Limit per kind and read. */
const maxRows = 1_000;

/** Coverage isn't guaranteed: the position moves unless the site failed. Measures the share, not gaps. */
export async function readAllLane(
  context: PagesContext,
  state: PollState,
  member: WatchedRead,
): Promise<void> {
  const lane = { kind: member.kind, places: ["all"], baseline: false, sweep: false };
  const watchedSince = (name: string) => watchedSinceMs(state, member.kind, name);
  const until = member.readAt ?? member.watchedSince;
  const read = await readLane(context, lane, { until, watchedSince, purpose: "all", maxRows });
  const depth = depthMs(read.seen);
  const elapsedMs = read.startedAt.getTime() - until.getTime();
  const caughtUp = read.end === "caught-up" || read.end === "listing-end";
  const share =
    caughtUp || elapsedMs <= 0 || depth === null
      ? 1
      : Math.min(1, (read.startedAt.getTime() - depth) / elapsedMs);
  const reach = read.error === null && read.seen.length > 0 ? "whole" : "partial";
  await recordLane(
    context,
    state,
    read,
    [member],
    () => reach,
    () => share,
  );
  if (read.error !== null) await recordFailure(context, read);
}
