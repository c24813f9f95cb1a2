import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { parseReportKey, nextReport, reportKey, weekBefore } from "@/domain/weekly-report";

const zones = [
  "UTC",
  "America/Toronto",
  "Europe/Dublin",
  "Asia/Kolkata",
  "Pacific/Apia",
  "Africa/Casablanca",
];

test.each(zones)("two years in %s: one report each Monday, at the chosen local hour", (timeZone) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 23 }), (digestHour) => {
      const end = new Date("2027-12-27T00:00:00Z");
      const keys: string[] = [];
      let at = new Date("2026-01-01T00:00:00Z");
      for (; at < end; at = nextReport(at, { timeZone, digestHour })) {
        if (keys.length > 0 || at.getTime() !== Date.parse("2026-01-01T00:00:00Z")) {
          const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone);
          expect(local.dayOfWeek).toBe(1);
          // One hour later if the clock skips the chosen hour.
          expect(local.hour - digestHour === 0 || local.hour - digestHour === 1).toBe(true);
          keys.push(reportKey(at, timeZone));
        }
      }
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys.length).toBeGreaterThanOrEqual(102);
    }),
    { numRuns: 5 },
  );
});

test("a week is seven local days, even if the clock changes", () => {
  expect(weekBefore("2026-11-02", "America/Toronto")).toEqual({
    beforeFrom: new Date("2026-10-19T04:00:00Z"),
    from: new Date("2026-10-26T04:00:00Z"),
    to: new Date("2026-11-02T05:00:00Z"),
  });
  expect(weekBefore("2026-11-23", "Mars/Olympus").to).toEqual(new Date("2026-11-23T00:00:00Z"));
});

test.each([
  ["weekly-report:2026-11-23", "2026-11-23"],
  ["weekly-report", null],
  ["day-overflow:a:2026-11-23", null],
  ["2026-11-23T08:00:00.000Z", null],
])("the Monday of the key %s is %s", (dedupeKey, monday) => expect(parseReportKey(dedupeKey)).toBe(monday));
