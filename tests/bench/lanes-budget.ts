import { evenPaceMs, requestCapacity, type Purpose } from "@/domain/reading/request-budget";
import { limits, turns, type Policy } from "./lanes-policies";

const { window } = limits;
const allShare = 0.4;

export type Requests = ReturnType<typeof makeBudget>;

/** The product's budget, without the database. */
export function makeBudget(policy: Policy, watchesAll: boolean) {
  let windowStart = 0;
  let state = { used: 0, usedByAll: 0, usedByCheck: 0, usedByLookup: 0, usedByAnonymous: 0 };
  const capacity = (purpose: Purpose, nowMs: number) => {
    const start = Math.floor(nowMs / window.ms) * window.ms;
    if (start > windowStart) {
      windowStart = start;
      state = { used: 0, usedByAll: 0, usedByCheck: 0, usedByLookup: 0, usedByAnonymous: 0 };
    }
    if (policy.unpaced && purpose === "named") return window.requests - state.used;
    return requestCapacity(purpose, {
      ...state,
      window,
      elapsedMs: nowMs - start,
      allShare,
      watchesAll,
      openGaps: 0,
    });
  };
  const budget = {
    used: 0,
    paceMs: (cost: number) => evenPaceMs(cost, { window, allShare, watchesAll, openGaps: 0 }, turns),
    has: (purpose: Purpose, nowMs: number) => capacity(purpose, nowMs) > 0,
    take(purpose: Purpose, nowMs: number): boolean {
      if (capacity(purpose, nowMs) === 0) return false;
      state.used += 1;
      if (purpose === "all") state.usedByAll += 1;
      budget.used += 1;
      return true;
    },
  };
  return budget;
}
