import { describe, expect, test } from "vitest";
import type { ReadState } from "@/domain/reading/lane";
import { learnedRate, urgency } from "@/domain/reading/lane-order";

const now = new Date("2026-11-21T12:00:00Z");
function score(rate: number, minutes: number, baseline = false): number {
  const readAt = new Date(now.getTime() - minutes * 60_000);
  const member: ReadState = { place: "a", kind: "post", readAt, sweptAt: now, rate };
  return urgency({ kind: "post", places: ["a"], baseline, sweep: false }, [member], now, 1_000);
}

describe("urgency", () => {
  test.each<[string, number, number]>([
    ["a busy lane before a quiet one with the same wait", score(10, 2), score(1, 2)],
    ["the longer wait first at the same rate", score(1, 3), score(1, 2)],
    [
      "a quiet lane first if its wait is longer by more than the square root of the rates",
      score(1, 12),
      score(100, 1),
    ],
    ["a lane without any items after hours", score(0, 24 * 60), score(1, 10)],
    ["a lane close to the listing limit before long waits", score(100, 5), score(0.2, 24 * 60)],
    ["a first read before everything", score(0, 0, true), score(100, 9)],
  ])("%s", (_name, first, second) => {
    expect(first).toBeGreaterThan(second);
  });
});

describe("learnedRate", () => {
  test("uses the first measurement directly", () => {
    expect(learnedRate(null, 30, 10)).toBe(3);
  });
  test("stays the same for the same rate, regardless of the number of measurements", () => {
    expect(learnedRate(3, 30, 10)).toBeCloseTo(3);
  });
  test("weighs ten quiet minutes the same in one read as in thirty", () => {
    let often = 6;
    for (let n = 0; n < 30; n += 1) often = learnedRate(often, 0, 1 / 3);
    expect(often).toBeCloseTo(learnedRate(6, 0, 10));
    expect(often).toBeGreaterThan(5);
  });
});
