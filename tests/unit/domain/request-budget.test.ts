import { describe, expect, test } from "vitest";
import {
  evenPaceMs,
  pacedRequests,
  lookupWaitMs,
  requestCapacity,
  type BudgetState,
  type Purpose,
} from "@/domain/request-budget";

const minuteMs = 60_000;
const window = { ms: 600_000, requests: 985 };
function state(minutes: number, overrides: Partial<BudgetState> = {}): BudgetState {
  return {
    window,
    ...{ used: 0, usedByAll: 0, usedByCheck: 0, usedByLookup: 0, usedByAnonymous: 0 },
    elapsedMs: minutes * minuteMs,
    allShare: 0.4,
    watchesAll: false,
    openGaps: 0,
    ...overrides,
  };
}
function capacity(purpose: Purpose, minutes: number, overrides: Partial<BudgetState> = {}): number {
  return requestCapacity(purpose, state(minutes, overrides));
}

describe("requestCapacity", () => {
  test("allows sequences everything except the reserve for lookups", () => {
    expect(capacity("sequence", 0, { used: 500 })).toBe(475);
  });

  test.each<[string, number, number]>([
    ["a minute's worth at once", capacity("named", 0), 100],
    ["and more with each minute", capacity("named", 5), 592],
    ["what was saved may be spent", capacity("named", 9, { used: 300 }), 675],
    ["never more than the window has", capacity("named", 10, { used: 970 }), 5],
    ["the last are left for questions", capacity("named", 10, { used: 975 }), 0],
    ["also by lanes that were begun", capacity("rest", 10, { used: 975 }), 0],
    ["unless all of these were asked", capacity("named", 10, { used: 980, usedByLookup: 99 }), 5],
    ["questions slow no reading down", capacity("named", 0, { used: 30, usedByLookup: 30 }), 100],
    ["nothing once the pace is passed", capacity("named", 1, { used: 500 }), 0],
    ["'all' keeps its part of it", capacity("named", 0, { watchesAll: true }), 90],
    [
      "which it has though the named ones took the rest",
      capacity("all", 0, { watchesAll: true, used: 90 }),
      10,
    ],
    [
      "and which is returned once it was used",
      capacity("named", 0, { watchesAll: true, usedByAll: 10 }),
      100,
    ],
    ["'all' has at most its share", capacity("all", 10, { usedByAll: 390 }), 4],
    ["a gap has what the site may list", capacity("named", 0, { openGaps: 2 }), 80],
    ["and gets it, pace or not", capacity("gap", 0, { openGaps: 2, used: 200 }), 775],
    ["a lane that was begun is read to its end", capacity("rest", 0, { used: 200 }), 775],
    [
      "'all' keeps its part though such lanes passed the pace",
      capacity("all", 0, { watchesAll: true, used: 110 }),
      10,
    ],
    ["looking up again has a tenth", capacity("check", 0, { usedByCheck: 90 }), 8],
    ["people may ask some at once", capacity("lookup", 0, { used: 200 }), 30],
    ["strangers half of it", capacity("anonymous", 0, { used: 200 }), 15],
    ["and more as time goes on", capacity("lookup", 5, { used: 500, usedByLookup: 20 }), 59],
    ["a tenth in all", capacity("lookup", 10, { used: 500 }), 98],
    ["strangers a twentieth", capacity("anonymous", 10, { used: 500 }), 49],
    ["which is also users'", capacity("anonymous", 10, { used: 500, usedByLookup: 90 }), 8],
    ["a stranger is refused", capacity("anonymous", 1, { usedByLookup: 20, usedByAnonymous: 20 }), 0],
    ["where a user is not", capacity("lookup", 1, { usedByLookup: 20, usedByAnonymous: 20 }), 19],
    ["nor does anybody ask what the window does not have", capacity("lookup", 10, { used: 980 }), 5],
  ])("%s", (_name, response, expected) => {
    expect(response).toBe(expected);
  });

  test.each([
    ["lookup", 0, { usedByLookup: 30 }, 7_000],
    ["anonymous", 0, { usedByLookup: 15, usedByAnonymous: 15 }, 13_000],
    ["lookup", 1, { used: 985, usedByLookup: 10 }, 9 * minuteMs],
  ] as const)("returns the wait time for a rejected %s", (caller, minutes, used, expected) => {
    expect(lookupWaitMs(caller, state(minutes, used))).toBe(expected);
  });

  test('in the long run, gives named places everything except the reserve for "all"', () => {
    expect(pacedRequests(window, 10 * minuteMs)).toBeCloseTo(985 * 0.95);
  });
});

describe("evenPaceMs", () => {
  const alone = { window, allShare: 0.4, watchesAll: false, openGaps: 0 };
  const seconds = (cost: number, others: Partial<typeof alone> = {}) =>
    evenPaceMs(cost, { ...alone, ...others }, { minMs: 2_000, maxMs: 20_000 }) / 1000;

  test.each<[string, number, number]>([
    ["one lane", seconds(1), 2],
    ["both kinds, nothing new", seconds(2), 2.2],
    ["news in one of them", seconds(3), 3.3],
    ["news in both", seconds(4), 4.4],
    ["a hundred subreddits with news in four lanes", seconds(8), 8.9],
    ["a thousand", seconds(40), 20],
    ["nothing asked", seconds(0), 2],
    ["both kinds beside 'all', which keeps its share", seconds(2, { watchesAll: true }), 3],
    ["beside 'all' that may have more", seconds(2, { watchesAll: true, allShare: 0.7 }), 12.2],
    ["beside a gap that is filled", seconds(2, { openGaps: 1 }), 2.5],
    ["beside two", seconds(2, { openGaps: 2 }), 6.4],
    [
      "beside 'all' and two gaps, which leave nothing to be even with",
      seconds(2, { watchesAll: true, openGaps: 2 }),
      20,
    ],
  ])("%s", (_name, pace, expected) => {
    expect(pace).toBeCloseTo(expected, 1);
  });

  test("stays below 60 % of the budget, regardless of the cost", () => {
    for (let cost = 1; cost <= 18; cost += 1)
      expect((cost * 600) / seconds(cost)).toBeLessThan(0.6 * window.requests);
  });
});
