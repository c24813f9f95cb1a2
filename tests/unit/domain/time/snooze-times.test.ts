import { expect, test } from "vitest";
import { formatAhead } from "@/domain/time/moment";
import { fieldTime, getMoment, snoozeTimes } from "@/domain/time/snooze-times";

const offered = (now: string, zone: string) =>
  snoozeTimes(new Date(now), zone).map(
    ({ label, at }) => `${label}: ${formatAhead(at, new Date(now), zone)}`,
  );

test.each([
  [
    "a Saturday's noon",
    "2026-11-21T12:03:00Z",
    "UTC",
    ["In an hour: 13:03", "This evening: 18:00", "Tomorrow: Sun 08:00", "Next week: Mon 08:00"],
  ],
  [
    "after 5 p.m., doesn't offer this evening",
    "2026-11-21T17:01:00Z",
    "UTC",
    ["In an hour: 18:01", "Tomorrow: Sun 08:00", "Next week: Mon 08:00"],
  ],
  [
    "on a Sunday, Monday is tomorrow",
    "2026-11-22T09:00:00Z",
    "UTC",
    ["In an hour: 10:00", "This evening: 18:00", "Tomorrow: Mon 08:00"],
  ],
  [
    "on a Monday, offers the next one",
    "2026-11-23T09:00:00Z",
    "UTC",
    ["In an hour: 10:00", "This evening: 18:00", "Tomorrow: Tue 08:00", "Next week: 30 Nov, 08:00"],
  ],
  [
    "in the account's time zone",
    "2026-11-21T23:30:00Z",
    "Asia/Kolkata",
    ["In an hour: 06:00", "This evening: 18:00", "Tomorrow: Mon 08:00"],
  ],
  [
    "across the end of daylight saving time",
    "2026-10-31T16:00:00Z",
    "America/Toronto",
    ["In an hour: 13:00", "This evening: 18:00", "Tomorrow: Sun 08:00", "Next week: Mon 08:00"],
  ],
  [
    "across the end of the year",
    "2026-12-31T10:00:00Z",
    "UTC",
    ["In an hour: 11:00", "This evening: 18:00", "Tomorrow: Fri 08:00", "Next week: Mon 08:00"],
  ],
])("%s", (_, now, zone, expected) => expect(offered(now, zone)).toEqual(expected));

test.each([
  ["2026-11-21T18:00", "UTC", "2026-11-21T18:00:00.000Z"],
  ["2026-07-01T08:00", "Europe/Berlin", "2026-07-01T06:00:00.000Z"],
  ["2026-11-01T08:00", "America/Toronto", "2026-11-01T13:00:00.000Z"],
  ["2027-03-14T08:00", "America/Toronto", "2027-03-14T12:00:00.000Z"],
  ["2027-01-04T08:15:30", "Asia/Kolkata", "2027-01-04T02:45:00.000Z"],
  ["", "UTC", undefined],
  ["2026-13-01T08:00", "UTC", undefined],
  ["tomorrow", "UTC", undefined],
])("parses %s in %s as %s", (typed, zone, expected) =>
  expect(getMoment(typed, zone)?.toISOString()).toBe(expected),
);

test("parsing a formatted field value returns the same time", () => {
  const at = new Date("2026-11-21T17:05:00Z");
  for (const zone of ["UTC", "Asia/Kathmandu", "America/St_Johns"])
    expect(getMoment(fieldTime(at, zone), zone)).toEqual(at);
});

test("formats later times with their day, and with the year if it differs", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  expect(formatAhead(new Date("2026-12-04T08:00:00Z"), now, "UTC")).toBe("4 Dec, 08:00");
  expect(formatAhead(new Date("2027-01-04T08:00:00Z"), now, "UTC")).toBe("4 Jan 2027, 08:00");
});
