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
    ...{ used: 0, usedByAll: 0, usedByCheck: 0, usedByQuestion: 0, usedByStranger: 0 },
    elapsedMs: minutes * minuteMs,
    allShare: 0.4,
    watchesAll: false,
    openGaps: 0,
    ...overrides,
  };
}
function room(purpose: Purpose, minutes: number, overrides: Partial<BudgetState> = {}): number {
  return requestCapacity(purpose, state(minutes, overrides));
}

describe("requestRoom", () => {
  test("allows sequences everything except the reserve for lookups", () => {
    expect(room("sequence", 0, { used: 500 })).toBe(475);
  });

  test.each<[string, number, number]>([
    ["a minute's worth at once", room("named", 0), 100],
    ["and more with each minute", room("named", 5), 592],
    ["what was saved may be spent", room("named", 9, { used: 300 }), 675],
    ["never more than the window has", room("named", 10, { used: 970 }), 5],
    ["the last are left for questions", room("named", 10, { used: 975 }), 0],
    ["also by lanes that were begun", room("rest", 10, { used: 975 }), 0],
    ["unless all of these were asked", room("named", 10, { used: 980, usedByQuestion: 99 }), 5],
    ["questions slow no reading down", room("named", 0, { used: 30, usedByQuestion: 30 }), 100],
    ["nothing once the pace is passed", room("named", 1, { used: 500 }), 0],
    ["'all' keeps its part of it", room("named", 0, { watchesAll: true }), 90],
    ["which it has though the named ones took the rest", room("all", 0, { watchesAll: true, used: 90 }), 10],
    ["and which is returned once it was used", room("named", 0, { watchesAll: true, usedByAll: 10 }), 100],
    ["'all' has at most its share", room("all", 10, { usedByAll: 390 }), 4],
    ["a gap has what the site may list", room("named", 0, { openGaps: 2 }), 80],
    ["and gets it, pace or not", room("gap", 0, { openGaps: 2, used: 200 }), 775],
    ["a lane that was begun is read to its end", room("rest", 0, { used: 200 }), 775],
    [
      "'all' keeps its part though such lanes passed the pace",
      room("all", 0, { watchesAll: true, used: 110 }),
      10,
    ],
    ["looking up again has a tenth", room("check", 0, { usedByCheck: 90 }), 8],
    ["people may ask some at once", room("question", 0, { used: 200 }), 30],
    ["strangers half of it", room("stranger", 0, { used: 200 }), 15],
    ["and more as time goes on", room("question", 5, { used: 500, usedByQuestion: 20 }), 59],
    ["a tenth in all", room("question", 10, { used: 500 }), 98],
    ["strangers a twentieth", room("stranger", 10, { used: 500 }), 49],
    ["which is also users'", room("stranger", 10, { used: 500, usedByQuestion: 90 }), 8],
    ["a stranger is refused", room("stranger", 1, { usedByQuestion: 20, usedByStranger: 20 }), 0],
    ["where a user is not", room("question", 1, { usedByQuestion: 20, usedByStranger: 20 }), 19],
    ["nor does anybody ask what the window does not have", room("question", 10, { used: 980 }), 5],
  ])("%s", (_name, answer, expected) => {
    expect(answer).toBe(expected);
  });

  test.each([
    ["question", 0, { usedByQuestion: 30 }, 7_000],
    ["stranger", 0, { usedByQuestion: 15, usedByStranger: 15 }, 13_000],
    ["question", 1, { used: 985, usedByQuestion: 10 }, 9 * minuteMs],
  ] as const)("returns the wait time for a rejected %s", (caller, minutes, used, expected) => {
    expect(lookupWaitMs(caller, state(minutes, used))).toBe(expected);
  });

  test('in the long run, gives named places everything except the reserve for "all"', () => {
    expect(pacedRequests(window, 10 * minuteMs)).toBeCloseTo(985 * 0.95);
  });
});

describe("evenPaceMs", () => {
  const alone = { window, allShare: 0.4, watchesAll: false, openGaps: 0 };
  const seconds = (cost: number, beside: Partial<typeof alone> = {}) =>
    evenPaceMs(cost, { ...alone, ...beside }, { leastMs: 2_000, mostMs: 20_000 }) / 1000;

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
