import { laneName, type Lane } from "@/domain/lane";
import { planLanes } from "@/domain/lanes";
import { pool } from "@/server/platform/database";
import { spanned } from "@/server/platform/span";
import { beginReads, endReads, type WatchedRead } from "@/server/reading/statements/reads";
import { guarded } from "@/server/platform/run-context";
import type { PagesContext } from "./context";
import { isReadable } from "./site-health";
import { pollLane, type PollState } from "./poll-lane";
import type { Turn } from "./turns";

const lanesAtOnce = 4;
/** A request that fails now and then is no reason to be read last. */
const troubleMs = 3 * 60_000;

/** Lanes in the order of their urgency, a few at once; a lane that fails leaves the others alone. */
export async function readNamed(
  context: PagesContext,
  state: PollState,
  named: readonly WatchedRead[],
  { intervalMs, turn }: { intervalMs: number; turn: Turn },
): Promise<void> {
  const now = context.clock();
  const readable = named.filter((read) => isReadable(read, now));
  // Of what ended the process with others' reads, one at a time tells which it was.
  const isSuspect = (read: WatchedRead) => read.attempts > 1;
  const isAlone = (read: WatchedRead) => read.health !== "ok" || isSuspect(read);
  const healthy = readable.filter((read) => !isAlone(read));
  // The more often it was begun in vain the later it comes, so that it takes along the fewest when it ends the process again.
  const alone = readable.filter(isAlone).toSorted((one, other) => one.attempts - other.attempts);
  const singly = (reads: readonly WatchedRead[]): Lane[] =>
    reads.map(({ kind, place, readAt }) => ({
      kind,
      places: [place],
      baseline: readAt === null,
      sweep: false,
    }));
  // Those long in trouble come last, and among themselves: they must not keep the others from their turn.
  const troubledSince = new Date(now.getTime() - troubleMs);
  const isSteady = (read: WatchedRead) => read.failedSince === null || read.failedSince > troubledSince;
  const mostMs = turn.isEven ? Math.min(intervalMs, context.site.readEveryMs) : intervalMs;
  const planned = (reads: readonly WatchedRead[]) => planLanes(reads, now, mostMs, context.site);
  const queue: Lane[] = [
    ...planned(healthy.filter(isSteady)),
    ...planned(healthy.filter((read) => !isSteady(read))),
    ...singly(alone.filter((read) => !isSuspect(read))),
  ];
  const suspects = singly(alone.filter(isSuspect));
  const before = { requests: context.budget.requests, faults: context.faults.length };
  let lanes = 0;
  const work = async (waiting: Lane[]) => {
    while (!state.isOver && context.clock() < context.deadline) {
      const lane = waiting.shift();
      if (lane === undefined) return;
      lanes += 1;
      // One lane's defect must not stop the others; the run's row says which.
      await guarded(context, laneName(lane), async () => {
        const { kind, baseline, sweep, places } = lane;
        const span = { kind, baseline, sweep, places: places.length };
        const read = () => spanned("lane", span, () => pollLane(context, state, lane));
        waiting.unshift(...(await countedRead(context, state, lane, read)));
      });
    }
  };
  // One request at a time is no faster for several, and what reads far would come to its end in none of them.
  const atOnce = context.site.readsWhole ? 1 : lanesAtOnce;
  await Promise.all(Array.from({ length: atOnce }, () => work(queue)));
  // Nothing beside them: what is read while one of them ends the process would be counted with it, and wait as long.
  await work(suspects);
  // Falling behind is never silent. That a lane waits for its turn is no falling behind.
  const behind = [...queue, ...suspects, ...state.unread].filter((lane) =>
    isBehind(state, lane, now, intervalMs),
  );
  if (behind.length > 0)
    context.faults.push({ unit: "lanes", error: `${behind.length} not read (out of time or budget)` });
  const failed = context.faults.length - before.faults;
  const asked = context.budget.requests - before.requests;
  if (turn.isEven && asked > 0 && failed < lanes) turn.nextMs = nextTurnMs(context, lanes, asked);
}

/** A lane with news is two requests; what it took beyond is a burst, for which the rest of the budget is there. */
const evenRequests = 2;

/** How soon lanes may be read again that took so many requests. Where none of them can be read the site's own pace stays. */
function nextTurnMs({ site, budget }: PagesContext, lanes: number, requests: number): number {
  const cost = Math.min(requests, lanes * evenRequests);
  return budget.paceMs(cost, { leastMs: site.soonestMs ?? site.readEveryMs, mostMs: site.readEveryMs });
}

/**
 * Reads a lane; one that may end the process (something did, in the run before, or while one of its members was read) is counted and
 * put off before: if it doesn't come back, the next runs do without it for a while.
 */
export async function countedRead<T>(
  context: PagesContext,
  state: PollState,
  lane: Pick<Lane, "kind" | "places">,
  read: () => Promise<T>,
): Promise<T> {
  const { kind, places } = lane;
  const wasSuspect = places.some((name) => (state.reads.get(`${kind} ${name}`)?.attempts ?? 0) > 0);
  if (!wasSuspect && context.followsKill !== true) return read();
  const reads = { site: context.site.id, kind, places };
  await beginReads(pool(), reads, context.clock());
  const outcome = await read();
  await endReads(pool(), reads);
  return outcome;
}

/** Whether a member waits for a second interval. */
function isBehind(state: PollState, lane: Lane, now: Date, intervalMs: number): boolean {
  return lane.places.some((name) => {
    const read = state.reads.get(`${lane.kind} ${name}`);
    if (read === undefined) return false;
    return now.getTime() - (read.readAt ?? read.watchedSince).getTime() >= 2 * intervalMs;
  });
}
