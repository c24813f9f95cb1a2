import { expect, test } from "vitest";
import { needs, needWaitMs, type Need } from "@/domain/reading/pending-numbers";

/** The delays in seconds until we give up. */
function waitsOf(need: Need): number[] {
  const waits: number[] = [];
  for (let tries = 1; tries < 50; tries += 1) {
    const waitMs = needWaitMs(need, tries);
    if (waitMs === null) return waits;
    waits.push(waitMs / 1000);
  }
  return waits;
}

test("requests missing numbers again after 5 s, 30 s, 5 min and an hour", () => {
  expect(waitsOf("absent")).toEqual([5, 30, 300, 3_600]);
});

test("requests delayed texts every minute for the delays that users can choose", () => {
  expect(waitsOf("delayed").slice(0, 15)).toEqual(Array.from({ length: 15 }, () => 60));
});

test("never gives up on numbers that were not requested yet", () => {
  expect(needWaitMs("unasked", 0)).toBe(5_000);
  expect(waitsOf("unasked").length).toBe(49);
});

test.each(needs.filter((need) => need !== "unasked"))("%s: delays never decrease", (need) => {
  const waits = waitsOf(need);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(waits.at(-1)).toBe(3_600);
});
