import { expect, test } from "vitest";
import { daysOfThisWeek, localDays } from "@/domain/time/local-days";
import { isTimeZone } from "@/domain/time/time-zone";

const hours = (zone: string, now: string, count: number) => {
  const days = localDays(new Date(now), zone, count);
  return days.map((day, at) => {
    const next = days[at + 1]?.startsAt ?? new Date(now);
    return [day.date, (next.getTime() - day.startsAt.getTime()) / 3_600_000];
  });
};

test.each<[string, string, string, [string, number][]]>([
  [
    "a day of 23 hours",
    "Europe/Berlin",
    "2026-03-30T10:00:00Z",
    [
      ["2026-03-29", 23],
      ["2026-03-30", 12],
    ],
  ],
  [
    "a day of 25 hours",
    "Europe/Berlin",
    "2026-10-26T11:00:00Z",
    [
      ["2026-10-25", 25],
      ["2026-10-26", 12],
    ],
  ],
  [
    "a day that starts at 1:00",
    "America/Santiago",
    "2026-09-07T03:00:00Z",
    [
      ["2026-09-06", 23],
      ["2026-09-07", 0],
    ],
  ],
  [
    "a quarter of an hour",
    "Asia/Kathmandu",
    "2026-05-01T18:15:00Z",
    [
      ["2026-05-01", 24],
      ["2026-05-02", 0],
    ],
  ],
  [
    "an invalid zone",
    "Nowhere/Land",
    "2026-05-02T06:00:00Z",
    [
      ["2026-05-01", 24],
      ["2026-05-02", 6],
    ],
  ],
])("%s", (_name, zone, now, expected) => {
  expect(hours(zone, now, 2)).toEqual(expected);
});

test.each([
  ["2026-11-16T12:00:00Z", 1],
  ["2026-11-21T12:00:00Z", 6],
  ["2026-11-22T12:00:00Z", 7],
  ["2026-11-22T23:00:00Z", 1],
])("the week of %s includes %i of the last days", (now, expected) => {
  expect(daysOfThisWeek(localDays(new Date(now), "Asia/Tokyo", 30))).toBe(expected);
});

test.each([
  ["Europe/Berlin", true],
  ["UTC", true],
  ["Asia/Calcutta", true],
  ["+02:00", false],
  ["Nowhere/Land", false],
  ["", false],
])("isTimeZone of %s is %s", (name, expected) => {
  expect(isTimeZone(name)).toBe(expected);
});
