import { laneName, type Lane } from "@/domain/lane";
import { planLanes } from "@/domain/lanes";
import { spanned } from "@/server/span";
import type { WatchedRead } from "@/server/sql/sync-reads";
import { guarded, type ReadContext } from "./context";
import { isReadable } from "./health";
import { pollLane, type PollState } from "./poll-lane";

const lanesAtOnce = 4;

/** Lanes in the order of their urgency, a few at once; a lane that fails leaves the others alone. */
export async function readNamed(
  context: ReadContext,
  state: PollState,
  named: readonly WatchedRead[],
  intervalMs: number,
): Promise<void> {
  const now = context.clock();
  const readable = named.filter((read) => isReadable(read, now));
  const healthy = readable.filter((read) => read.health === "ok");
  const alone = readable.filter((read) => read.health !== "ok");
  const queue: Lane[] = [
    ...planLanes(healthy, now, intervalMs),
    ...alone.map(({ kind, subreddit, readAt }) => ({
      kind,
      subreddits: [subreddit],
      baseline: readAt === null,
      sweep: false,
    })),
  ];
  const worker = async () => {
    while (!state.isOver && context.clock() < context.deadline) {
      const lane = queue.shift();
      if (lane === undefined) return;
      // One lane's defect must not stop the others; the run's row says which.
      await guarded(context, laneName(lane), async () => {
        const { kind, baseline, sweep, subreddits } = lane;
        const span = { kind, baseline, sweep, subreddits: subreddits.length };
        queue.unshift(...(await spanned("lane", span, () => pollLane(context, state, lane))));
      });
    }
  };
  await Promise.all(Array.from({ length: lanesAtOnce }, worker));
  // Falling behind is never silent. That a lane waits for its turn is no falling behind.
  const behind = [...queue, ...state.unread].filter((lane) => isBehind(state, lane, now, intervalMs));
  if (behind.length > 0)
    context.faults.push({ unit: "lanes", error: `${behind.length} not read for want of time or budget` });
}

/** Whether a member waits for a second interval. */
function isBehind(state: PollState, lane: Lane, now: Date, intervalMs: number): boolean {
  return lane.subreddits.some((name) => {
    const read = state.reads.get(`${lane.kind} ${name}`);
    if (read === undefined) return false;
    return now.getTime() - (read.readAt ?? read.watchedSince).getTime() >= 2 * intervalMs;
  });
}
