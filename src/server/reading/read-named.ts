import { laneName, type Lane } from "@/domain/reading/lane";
import { planLanes } from "@/domain/reading/lanes";
import { pool } from "@/server/platform/database";
import { spanned } from "@/server/platform/span";
import { beginReads, endReads, type WatchedRead } from "@/server/reading/statements/reads";
import { guarded } from "@/server/platform/run-context";
import type { PagesContext } from "./context";
import { isReadable } from "./site-health";
import { isSteady, pollLane, type PollState } from "./poll-lane";
import type { Turn } from "./turns";

const lanesAtOnce = 4;

/** Reads lanes by urgency, a few in parallel. A failing lane doesn't affect the others. */
export async function readNamed(
  context: PagesContext,
  state: PollState,
  named: readonly WatchedRead[],
  { intervalMs, turn }: { intervalMs: number; turn: Turn },
): Promise<void> {
  const now = context.clock();
  const readable = named.filter((read) => isReadable(read, now));
  // Places read during several crashes are read separately, to find the one responsible.
  const isSuspect = (read: WatchedRead) => read.attempts > 1;
  const isAlone = (read: WatchedRead) => read.health !== "ok" || isSuspect(read);
  const healthy = readable.filter((read) => !isAlone(read));
  // Sort by attempts, so the most suspicious place affects the fewest others if it crashes again.
  const alone = readable.filter(isAlone).toSorted((one, other) => one.attempts - other.attempts);
  const singly = (reads: readonly WatchedRead[]): Lane[] =>
    reads.map(({ kind, place, readAt }) => ({
      kind,
      places: [place],
      baseline: readAt === null,
      sweep: false,
    }));
  // Places that keep failing come last and in separate lanes, so they don't delay the others.
  const maxMs = turn.isEven ? Math.min(intervalMs, context.site.readEveryMs) : intervalMs;
  const planned = (reads: readonly WatchedRead[]) => planLanes(reads, now, maxMs, context.site);
  const queue: Lane[] = [
    ...planned(healthy.filter((read) => isSteady(read, now))),
    ...planned(healthy.filter((read) => !isSteady(read, now))),
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
      await guarded(context, laneName(lane), async () => {
        const { kind, baseline, sweep, places } = lane;
        const span = { kind, baseline, sweep, places: places.length };
        const read = () => spanned("lane", span, () => pollLane(context, state, lane));
        waiting.unshift(...(await countedRead(context, state, lane, read)));
      });
    }
  };
  // Parallel requests don't speed up these sites, and several long reads might all run out of time.
  const atOnce = context.site.readsWhole ? 1 : lanesAtOnce;
  await Promise.all(Array.from({ length: atOnce }, () => work(queue)));
  // One at a time: places read in parallel with a crash would be postponed too.
  await work(suspects);
  // Record lanes that fall behind. A lane that is only waiting for its turn isn't behind.
  const behind = [...queue, ...suspects, ...state.unread].filter((lane) =>
    isBehind(state, lane, now, intervalMs),
  );
  if (behind.length > 0)
    context.faults.push({ unit: "lanes", error: `${behind.length} not read (out of time or budget)` });
  const failed = context.faults.length - before.faults;
  const requestCount = context.budget.requests - before.requests;
  if (turn.isEven && requestCount > 0 && failed < lanes)
    turn.nextMs = nextTurnMs(context, lanes, requestCount);
}

/** Usual requests of a lane with new items. More is a burst, for which the rest of the budget is reserved. */
const evenRequests = 2;

/** How soon these lanes can be read again (ms), given the requests they used. */
function nextTurnMs({ site, budget }: PagesContext, lanes: number, requests: number): number {
  const cost = Math.min(requests, lanes * evenRequests);
  return budget.paceMs(cost, { minMs: site.minReadEveryMs ?? site.readEveryMs, maxMs: site.readEveryMs });
}

/** Counts and postpones a suspected lane first, so the next runs skip it after another crash. */
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
  await endReads(reads);
  return outcome;
}

function isBehind(state: PollState, lane: Lane, now: Date, intervalMs: number): boolean {
  return lane.places.some((name) => {
    const read = state.reads.get(`${lane.kind} ${name}`);
    if (read === undefined) return false;
    return now.getTime() - (read.readAt ?? read.watchedSince).getTime() >= 2 * intervalMs;
  });
}
