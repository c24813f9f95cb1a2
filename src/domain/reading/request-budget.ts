export interface RequestWindow {
  ms: number;
  requests: number;
}

/** "named": a named lane's first page, "rest": its other pages. "anonymous": for strangers. */
export const purposes = [
  ...(["named", "rest", "gap", "all", "sequence"] as const),
  ...(["check", "lookup", "anonymous"] as const),
] as const;
export type Purpose = (typeof purposes)[number];

const checkShare = 0.1;
/** Share for lookups, spread over the window, and the maximum ahead of that. Strangers get half of both. */
const lookupShare = 0.1;
const lookupBurst = 30;
/** Reserved for lookups at the end of a window. Reading can use the rest of the lookup share. */
const reservedForLookups = 10;
/** Reserved for 'all' if it is watched, so a page of each kind is read even if named places need more. */
const reservedShareForAll = 0.05;
/** Reserved per open gap: the number of pages a site lists. */
const reservedPerGap = 10;
/** Maximum requests ahead of an even spread over the window, for 'all' and for all reading together. */
const allBurst = 10;
const readingBurst = 100;
/** Even share for named places. With sweeps and bursts below 60 %, leaving room for gaps and lookups. */
const evenShare = 0.55;

export interface BudgetState {
  window: RequestWindow;
  used: number;
  usedByAll: number;
  usedByCheck: number;
  usedByLookup: number;
  usedByAnonymous: number;
  elapsedMs: number;
  /** The maximum share of requests for 'all', 0 to 1. */
  allShare: number;
  watchesAll: boolean;
  openGaps: number;
}

/** Reading is spread over the window: a run that uses it up would leave none for the next minutes. */
export function requestCapacity(purpose: Purpose, state: BudgetState): number {
  const { window } = state;
  const unused = window.requests - state.used;
  const left = unused - Math.min(reservedForLookups, window.requests * lookupShare - state.usedByLookup);
  const passed = passedOf(state);
  // Lookups don't slow down reading.
  const read = state.used - state.usedByLookup;
  const paced = Math.min(window.requests, window.requests * passed + readingBurst) - read;
  const capacity = {
    named: () => Math.min(left, paced) - shareForAll(state, passed) - state.openGaps * reservedPerGap,
    // An interrupted read starts over, so it can exceed the pace once started.
    rest: () => left,
    gap: () => left,
    // One request per item: waiting saves nothing.
    sequence: () => left,
    all: () => {
      const total = window.requests * state.allShare;
      return Math.min(
        left,
        Math.max(paced, shareForAll(state, passed)),
        Math.min(total, total * passed + allBurst) - state.usedByAll,
      );
    },
    check: () => Math.min(left, window.requests * checkShare - state.usedByCheck),
    lookup: () => Math.min(unused, lookupCapacity("lookup", state, passed)),
    anonymous: () =>
      Math.min(unused, lookupCapacity("lookup", state, passed), lookupCapacity("anonymous", state, passed)),
  }[purpose]();
  return Math.max(0, Math.floor(capacity));
}

function passedOf({ elapsedMs, window }: BudgetState): number {
  return Math.min(1, Math.max(0, elapsedMs / window.ms));
}

function lookupCapacity(caller: "lookup" | "anonymous", state: BudgetState, passed: number): number {
  const half = caller === "anonymous" ? 0.5 : 1;
  const total = state.window.requests * lookupShare * half;
  const used = caller === "anonymous" ? state.usedByAnonymous : state.usedByLookup;
  return Math.min(total, total * passed + lookupBurst * half) - used;
}

/** Returns the wait (ms) for a refused lookup: until its pace allows one, or until the window ends. */
export function lookupWaitMs(caller: "lookup" | "anonymous", state: BudgetState): number {
  const stepMs = 1_000;
  const restMs = state.window.ms - state.elapsedMs;
  for (let ms = stepMs; ms < restMs; ms += stepMs)
    if (requestCapacity(caller, { ...state, elapsedMs: state.elapsedMs + ms }) > 0) return ms;
  return Math.max(stepMs, restMs);
}

function shareForAll(state: BudgetState, passed: number): number {
  if (!state.watchesAll) return 0;
  const reserved = state.window.requests * Math.min(reservedShareForAll, state.allShare);
  return Math.max(0, Math.min(reserved, reserved * passed + allBurst) - state.usedByAll);
}

/** Interval (ms) that spreads reads of `cost` requests over the window. Each gap takes one per `maxMs`. */
export function evenPaceMs(
  cost: number,
  state: Pick<BudgetState, "window" | "allShare" | "watchesAll" | "openGaps">,
  { minMs, maxMs }: { minMs: number; maxMs: number },
): number {
  const requests = (state.window.requests * maxMs) / state.window.ms;
  const reservedShare = checkShare + lookupShare + (state.watchesAll ? state.allShare : 0);
  const others = requests * reservedShare + state.openGaps * reservedPerGap;
  const allowed = Math.min(requests * evenShare, requests - others);
  if (allowed <= 0) return maxMs;
  return Math.min(maxMs, Math.max(minMs, (cost / allowed) * maxMs));
}

/** Returns the average number of requests available for named places in this time, next to 'all'. */
export function pacedRequests(window: RequestWindow, durationMs: number): number {
  return (window.requests * (1 - reservedShareForAll) * durationMs) / window.ms;
}
