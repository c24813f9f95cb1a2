import { describe, expect, test } from "vitest";
import { pacedRequests, requestRoom, type BudgetState, type Purpose } from "@/domain/request-budget";

const minuteMs = 60_000;
function room(purpose: Purpose, minutes: number, overrides: Partial<BudgetState> = {}): number {
  return requestRoom(purpose, {
    used: 0,
    usedByAll: 0,
    usedByCheck: 0,
    elapsedMs: minutes * minuteMs,
    allShare: 0.4,
    watchesAll: false,
    openGaps: 0,
    ...overrides,
  });
}

describe("requestRoom", () => {
  test.each<[string, number, number]>([
    ["a minute's worth at once", room("named", 0), 100],
    ["and more with each minute", room("named", 5), 592],
    ["what was saved may be spent", room("named", 9, { used: 300 }), 685],
    ["never more than the window has", room("named", 10, { used: 980 }), 5],
    ["nothing once the pace is passed", room("named", 1, { used: 500 }), 0],
    ["'all' keeps its part of it", room("named", 0, { watchesAll: true }), 90],
    ["which it has though the named ones took the rest", room("all", 0, { watchesAll: true, used: 90 }), 10],
    ["and which is returned once it was used", room("named", 0, { watchesAll: true, usedByAll: 10 }), 100],
    ["'all' has at most its share", room("all", 10, { usedByAll: 390 }), 4],
    ["a gap has what the site may list", room("named", 0, { openGaps: 2 }), 80],
    ["and gets it, pace or not", room("gap", 0, { openGaps: 2, used: 200 }), 785],
    ["a lane that was begun is read to its end", room("rest", 0, { used: 200 }), 785],
    [
      "'all' keeps its part though such lanes passed the pace",
      room("all", 0, { watchesAll: true, used: 110 }),
      10,
    ],
    ["looking up again has a tenth", room("check", 0, { usedByCheck: 90 }), 8],
    ["a question does not wait for the pace", room("question", 0, { used: 200 }), 686],
    ["but leaves a tenth to reading", room("question", 9, { used: 890 }), 0],
  ])("%s", (_name, answer, expected) => {
    expect(answer).toBe(expected);
  });

  test("in the long run named subreddits have what 'all' does not keep", () => {
    expect(pacedRequests(10 * minuteMs)).toBeCloseTo(985 * 0.95);
  });
});
