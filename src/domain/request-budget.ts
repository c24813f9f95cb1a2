/** How many requests a site may be sent in a stretch of time, over and over. */
export interface RequestWindow {
  ms: number;
  requests: number;
}

/**
 * What a request is for: a named lane's first page, the rest of them, gaps, 'all', the next items of a sequence, looking
 * things up again, or somebody's own question: a user's, or that of a stranger, who has no account.
 */
export const purposes = [
  ...(["named", "rest", "gap", "all", "sequence"] as const),
  ...(["check", "question", "stranger"] as const),
] as const;
export type Purpose = (typeof purposes)[number];

/** Looking things up again may take a tenth. */
const checkShare = 0.1;
/** Questions have this share, spread over the window, and so many may be asked ahead of that; strangers half of both. */
const lookupShare = 0.1;
const lookupBurst = 30;
/** So much of it is left at the end of a window for who asks then; reading may take what nobody asked with. */
const reservedForLookups = 10;
/** Kept for 'all' where it is watched, so that a page of each kind is read however much the named ones need. */
const keptForAll = 0.05;
/** Kept for each gap that is to be filled: as many pages as the site lists. */
const keptForGap = 10;
/** 'all' may run this many requests ahead of its even spread over the window, all reading together this many. */
const allBurst = 10;
const readingBurst = 100;
/** Named places may be read evenly with this share: with sweeps and bursts it stays below three fifths, and leaves room for gaps and for what is asked beside. */
const evenShare = 0.55;

export interface BudgetState {
  window: RequestWindow;
  /** Requests of this window, for all purposes. */
  used: number;
  usedByAll: number;
  usedByCheck: number;
  /** By all questions, and of these by strangers'. */
  usedByQuestion: number;
  usedByStranger: number;
  /** Milliseconds since the window began. */
  elapsedMs: number;
  /** The share of the requests that 'all' may have, 0 to 1. */
  allShare: number;
  watchesAll: boolean;
  /** Gaps that this run is to fill. */
  openGaps: number;
}

/**
 * How many requests may be sent now for a purpose. Reading is spread over the window: a run that spends all of it
 * at once would leave nothing for the minutes after.
 */
export function requestCapacity(purpose: Purpose, state: BudgetState): number {
  const { window } = state;
  const unused = window.requests - state.used;
  const left = unused - Math.min(reservedForLookups, window.requests * lookupShare - state.usedByQuestion);
  const passed = passedOf(state);
  // What people ask slows no reading down.
  const read = state.used - state.usedByQuestion;
  const paced = Math.min(window.requests, window.requests * passed + readingBurst) - read;
  const room = {
    named: () => Math.min(left, paced) - owedToAll(state, passed) - state.openGaps * keptForGap,
    // A read that breaks off is paid for twice, so one that was begun may pass the pace.
    rest: () => left,
    gap: () => left,
    // One request an item: nothing is saved by waiting.
    sequence: () => left,
    all: () => {
      const total = window.requests * state.allShare;
      return Math.min(
        left,
        Math.max(paced, owedToAll(state, passed)),
        Math.min(total, total * passed + allBurst) - state.usedByAll,
      );
    },
    check: () => Math.min(left, window.requests * checkShare - state.usedByCheck),
    question: () => Math.min(unused, lookupCapacity("question", state, passed)),
    stranger: () =>
      Math.min(unused, lookupCapacity("question", state, passed), lookupCapacity("stranger", state, passed)),
  }[purpose]();
  return Math.max(0, Math.floor(room));
}

function passedOf({ elapsedMs, window }: BudgetState): number {
  return Math.min(1, Math.max(0, elapsedMs / window.ms));
}

function lookupCapacity(caller: "question" | "stranger", state: BudgetState, passed: number): number {
  const half = caller === "stranger" ? 0.5 : 1;
  const total = state.window.requests * lookupShare * half;
  const used = caller === "stranger" ? state.usedByStranger : state.usedByQuestion;
  return Math.min(total, total * passed + lookupBurst * half) - used;
}

/** How long until a refused question may be asked, milliseconds: until its pace allows one more, else the window's rest. */
export function lookupWaitMs(caller: "question" | "stranger", state: BudgetState): number {
  const stepMs = 1_000;
  const restMs = state.window.ms - state.elapsedMs;
  for (let ms = stepMs; ms < restMs; ms += stepMs)
    if (requestCapacity(caller, { ...state, elapsedMs: state.elapsedMs + ms }) > 0) return ms;
  return Math.max(stepMs, restMs);
}

function owedToAll(state: BudgetState, passed: number): number {
  if (!state.watchesAll) return 0;
  const kept = state.window.requests * Math.min(keptForAll, state.allShare);
  return Math.max(0, Math.min(kept, kept * passed + allBurst) - state.usedByAll);
}

/**
 * How soon what cost so many requests may be read again, milliseconds, so that reading is spread evenly over the window:
 * never sooner than `leastMs`; after `mostMs`, in which each gap is asked for once, at the latest.
 */
export function evenPaceMs(
  cost: number,
  state: Pick<BudgetState, "window" | "allShare" | "watchesAll" | "openGaps">,
  { leastMs, mostMs }: { leastMs: number; mostMs: number },
): number {
  const requests = (state.window.requests * mostMs) / state.window.ms;
  const keptShare = checkShare + lookupShare + (state.watchesAll ? state.allShare : 0);
  const beside = requests * keptShare + state.openGaps * keptForGap;
  const allowed = Math.min(requests * evenShare, requests - beside);
  if (allowed <= 0) return mostMs;
  return Math.min(mostMs, Math.max(leastMs, (cost / allowed) * mostMs));
}

/** How many requests named places may have in this time in the long run, with 'all' beside them. */
export function pacedRequests(window: RequestWindow, durationMs: number): number {
  return (window.requests * (1 - keptForAll) * durationMs) / window.ms;
}
