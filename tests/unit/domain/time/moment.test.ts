import { expect, test } from "vitest";
import { formatDate, formatMoment, localDay } from "@/domain/time/moment";

const now = new Date("2026-11-21T14:30:00Z");

test.each([
  ["today", "2026-11-21T14:03:20Z", "UTC", "14:03"],
  ["midnight", "2026-11-21T00:00:00Z", "UTC", "00:00"],
  ["the minute before", "2026-11-20T23:59:59Z", "UTC", "Fri"],
  ["still today further west", "2026-11-21T06:00:00Z", "America/Vancouver", "Fri"],
  ["tomorrow's date further east", "2026-11-21T14:20:00Z", "Pacific/Auckland", "03:20"],
  ["six days ago", "2026-11-15T14:00:00Z", "UTC", "Sun"],
  ["seven days ago", "2026-11-14T14:00:00Z", "UTC", "14 Nov"],
  ["last year", "2025-12-31T14:00:00Z", "UTC", "31 Dec 2025"],
  ["a clock that is ahead, after midnight", "2026-11-22T00:10:00Z", "UTC", "22 Nov"],
  ["an unknown zone", "2026-11-21T14:03:20Z", "Mars/Olympus", "14:03"],
])("%s", (_, at, timeZone, expected) => {
  expect(formatMoment(new Date(at), now, timeZone)).toBe(expected);
});

test.each([
  ["UTC", "2026-11-21T23:59:59Z", "21 Nov"],
  ["Europe/Berlin", "2026-11-21T23:30:00Z", "22 Nov"],
  ["Mars/Olympus", "2026-11-01T03:30:00Z", "1 Nov"],
])("returns the short date in %s", (timeZone, at, expected) => {
  expect(formatDate(new Date(at), timeZone)).toBe(expected);
});

test.each([
  ["UTC", "2026-11-21T23:59:59Z", "2026-11-21"],
  ["Europe/Berlin", "2026-11-21T23:30:00Z", "2026-11-22"],
  ["America/Toronto", "2026-11-21T03:30:00Z", "2026-11-20"],
])("returns the local day in %s", (timeZone, at, expected) => {
  expect(localDay(new Date(at), timeZone)).toBe(expected);
});
