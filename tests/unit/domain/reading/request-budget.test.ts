import { describe, expect, test } from "vitest";
import {
  evenPaceMs,
  pacedRequests,
  lookupWaitMs,
  requestCapacity,
  type BudgetState,
  type Purpose,
} from "@/domain/reading/request-budget";

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
    ["allows a minute's worth immediately", capacity("named", 0), 100],
    ["allows more with each minute", capacity("named", 5), 592],
    ["unused requests can be spent later", capacity("named", 9, { used: 300 }), 675],
    ["never exceeds the window", capacity("named", 10, { used: 970 }), 5],
    ["reserves the last requests for lookups", capacity("named", 10, { used: 975 }), 0],
    ["reserves them from started lanes too", capacity("rest", 10, { used: 975 }), 0],
    ["unless all lookups were made", capacity("named", 10, { used: 980, usedByLookup: 99 }), 5],
    ["lookups don't slow down reading", capacity("named", 0, { used: 30, usedByLookup: 30 }), 100],
    ["allows none above the pace", capacity("named", 1, { used: 500 }), 0],
    ["reserves the share of 'all'", capacity("named", 0, { watchesAll: true }), 90],
    [
      "'all' has its share after named places used the rest",
      capacity("all", 0, { watchesAll: true, used: 90 }),
      10,
    ],
    [
      "named places get that share once 'all' has used it",
      capacity("named", 0, { watchesAll: true, usedByAll: 10 }),
      100,
    ],
    ["'all' never exceeds its share", capacity("all", 10, { usedByAll: 390 }), 4],
    ["reserves requests for open gaps", capacity("named", 0, { openGaps: 2 }), 80],
    ["a gap gets them even above the pace", capacity("gap", 0, { openGaps: 2, used: 200 }), 775],
    ["a started lane is read to its end", capacity("rest", 0, { used: 200 }), 775],
    [
      "'all' has its share after started lanes passed the pace",
      capacity("all", 0, { watchesAll: true, used: 110 }),
      10,
    ],
    ["checks get a tenth", capacity("check", 0, { usedByCheck: 90 }), 8],
    ["users can make some lookups immediately", capacity("lookup", 0, { used: 200 }), 30],
    ["anonymous callers get half of that", capacity("anonymous", 0, { used: 200 }), 15],
    ["allows more lookups over time", capacity("lookup", 5, { used: 500, usedByLookup: 20 }), 59],
    ["lookups get a tenth in total", capacity("lookup", 10, { used: 500 }), 98],
    ["anonymous callers get a twentieth", capacity("anonymous", 10, { used: 500 }), 49],
    ["anonymous callers share it with users", capacity("anonymous", 10, { used: 500, usedByLookup: 90 }), 8],
    ["rejects an anonymous caller", capacity("anonymous", 1, { usedByLookup: 20, usedByAnonymous: 20 }), 0],
    ["accepts a user at the same time", capacity("lookup", 1, { usedByLookup: 20, usedByAnonymous: 20 }), 19],
    ["lookups never exceed the window", capacity("lookup", 10, { used: 980 }), 5],
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
    ["new items in one of them", seconds(3), 3.3],
    ["new items in both", seconds(4), 4.4],
    ["a hundred subreddits with new items in four lanes", seconds(8), 8.9],
    ["a thousand", seconds(40), 20],
    ["no requests", seconds(0), 2],
    ["both kinds next to 'all' with its share", seconds(2, { watchesAll: true }), 3],
    ["next to 'all' with a larger share", seconds(2, { watchesAll: true, allShare: 0.7 }), 12.2],
    ["next to a gap being filled", seconds(2, { openGaps: 1 }), 2.5],
    ["next to two gaps", seconds(2, { openGaps: 2 }), 6.4],
    ["next to 'all' and two gaps, which use everything", seconds(2, { watchesAll: true, openGaps: 2 }), 20],
  ])("%s", (_name, pace, expected) => {
    expect(pace).toBeCloseTo(expected, 1);
  });

  test("stays below 60 % of the budget, regardless of the cost", () => {
    for (let cost = 1; cost <= 18; cost += 1)
      expect((cost * 600) / seconds(cost)).toBeLessThan(0.6 * window.requests);
  });
});
