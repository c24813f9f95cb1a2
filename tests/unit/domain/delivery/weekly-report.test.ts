import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import {
  parseReportKey,
  nextReport,
  reportKey,
  rescheduledReport,
  weekBefore,
} from "@/domain/delivery/weekly-report";

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

const newYork = "America/New_York";
// 30 November 2026 is a Monday.
test.each([
  ["overdue", newYork, "2026-11-30T13:00Z", "2026-11-30T13:20Z", [newYork, 8], "2026-11-30T13:00Z"],
  [
    "an hour that has passed today",
    "UTC",
    "2026-11-30T18:00Z",
    "2026-11-30T10:00Z",
    ["UTC", 8],
    "2026-11-30T08:00Z",
  ],
  [
    "a zone where the hour has passed",
    newYork,
    "2026-11-30T13:00Z",
    "2026-11-30T12:00Z",
    ["Asia/Tokyo", 8],
    "2026-11-29T23:00Z",
  ],
  ["a later hour today", "UTC", "2026-11-30T08:00Z", "2026-11-30T07:00Z", ["UTC", 18], "2026-11-30T18:00Z"],
  ["another day", "UTC", "2026-11-30T08:00Z", "2026-11-27T07:00Z", ["UTC", 6], "2026-11-30T06:00Z"],
  ["already sent today", "UTC", "2026-12-07T08:00Z", "2026-11-30T10:00Z", ["UTC", 9], "2026-12-07T09:00Z"],
  [
    "sent today, a later hour",
    "UTC",
    "2026-12-07T08:00Z",
    "2026-11-30T10:00Z",
    ["UTC", 18],
    "2026-11-30T18:00Z",
  ],
] as const)("%s: the report is rescheduled without losing one", (_name, timeZone, at, now, to, expected) => {
  const [zone, digestHour] = to;
  const before = { weeklyReportAt: new Date(at), timeZone };
  const schedule = { timeZone: zone, digestHour };
  expect(rescheduledReport(before, new Date(now), schedule)).toEqual(new Date(expected));
});

test.each([
  ["weekly-report:2026-11-23", "2026-11-23"],
  ["weekly-report", null],
  ["day-overflow:a:2026-11-23", null],
  ["2026-11-23T08:00:00.000Z", null],
])("the Monday of the key %s is %s", (dedupeKey, monday) => expect(parseReportKey(dedupeKey)).toBe(monday));
