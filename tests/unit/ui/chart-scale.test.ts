import { expect, test } from "vitest";
import { barPath, dayLabel, gridValues } from "@/ui/chart-scale";

test.each([
  [0, 3, [0, 1]],
  [1, 3, [0, 1]],
  [2, 3, [0, 1, 2]],
  [3, 2, [0, 2, 4]],
  [12, 3, [0, 4, 8, 12]],
  [13, 3, [0, 5, 10, 15]],
  [305, 3, [0, 120, 240, 360]],
  [10_000, 3, [0, 4_000, 8_000, 12_000]],
])("gridlines for a peak of %i in %i steps", (peak, steps, values) => {
  expect(gridValues(peak, steps)).toEqual(values);
});

test("gridlines cover every peak within the allowed steps", () => {
  for (let peak = 0; peak < 2_000; peak += 1) {
    for (const steps of [2, 3]) {
      const values = gridValues(peak, steps);
      expect(values.at(-1)).toBeGreaterThanOrEqual(peak);
      expect(values.length).toBeLessThanOrEqual(Math.max(2, steps + 1));
      expect(values.every(Number.isInteger)).toBe(true);
    }
  }
});

test("bars have rounded tops with a radius up to their height", () => {
  expect(barPath(10, 100, 20, 50, 3)).toBe("M10 100v-47q0 -3 3 -3h14q3 0 3 3v47z");
  expect(barPath(10, 100, 20, 1, 3)).toBe("M10 100v0q0 -1 1 -1h18q1 0 1 1v0z");
});

test("dayLabel ignores the local time zone", () => {
  expect(dayLabel("2026-11-21")).toBe("Nov 21");
  expect(dayLabel("2026-01-01")).toBe("Jan 1");
});
