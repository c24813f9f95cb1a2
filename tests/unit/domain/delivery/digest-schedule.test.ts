import fc from "../../../support/seeded";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import {
  everyDay,
  nextDueAt,
  rescheduledDigest,
  type DeliveryFrequency,
  usualDigests,
} from "@/domain/delivery/digest-schedule";

const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
const start = Date.parse("2026-11-21T00:00:00Z");
/** DIGEST_ZONES=1000 is the full run: every zone there is. */
const maxZones = Number(process.env.DIGEST_ZONES ?? 80);
const twoYearsMs = 731 * 86_400_000;

const rows: [name: string, frequency: DeliveryFrequency, now: string, zone: string, expected: string][] = [
  ["realtime is immediate", "realtime", "2026-11-21T10:20:30.456Z", "UTC", "2026-11-21T10:20:30.456Z"],
  ["hourly, within the hour", "hourly", "2026-11-21T10:20:30.456Z", "UTC", "2026-11-21T11:00:00.000Z"],
  ["hourly is strictly after", "hourly", "2026-11-21T10:00:00.000Z", "UTC", "2026-11-21T11:00:00.000Z"],
  ["hourly, one millisecond before", "hourly", "2026-11-21T09:59:59.999Z", "UTC", "2026-11-21T10:00:00.000Z"],
  ["hourly at +05:30", "hourly", "2026-11-21T10:10:00.000Z", "Asia/Kolkata", "2026-11-21T10:30:00.000Z"],
  ["hourly at +05:45", "hourly", "2026-11-21T10:10:00.000Z", "Asia/Kathmandu", "2026-11-21T10:15:00.000Z"],
  [
    "hourly across a half-hour shift back",
    "hourly",
    "2027-04-03T14:45:00.000Z",
    "Australia/Lord_Howe",
    "2027-04-03T15:30:00.000Z",
  ],
  [
    "hourly across a half-hour shift ahead",
    "hourly",
    "2027-10-02T15:20:00.000Z",
    "Australia/Lord_Howe",
    "2027-10-02T16:00:00.000Z",
  ],
  ["daily, later today", "daily", "2026-11-21T10:20:00.000Z", "America/Toronto", "2026-11-21T13:00:00.000Z"],
  [
    "daily is strictly after",
    "daily",
    "2026-11-21T13:00:00.000Z",
    "America/Toronto",
    "2026-11-22T13:00:00.000Z",
  ],
  [
    "daily, into summer time",
    "daily",
    "2027-03-13T20:00:00.000Z",
    "America/Toronto",
    "2027-03-14T12:00:00.000Z",
  ],
  [
    "daily, out of summer time",
    "daily",
    "2027-10-31T20:00:00.000Z",
    "America/Toronto",
    "2027-11-01T12:00:00.000Z",
  ],
  [
    "daily across the day that Samoa skipped",
    "daily",
    "2011-12-29T20:00:00.000Z",
    "Pacific/Apia",
    "2011-12-30T18:00:00.000Z",
  ],
  [
    "daily, an unknown zone is UTC",
    "daily",
    "2026-11-21T10:20:00.000Z",
    "Mars/Olympus",
    "2026-11-22T08:00:00.000Z",
  ],
];

describe("nextDueAt", () => {
  it.each(rows)("%s", (_name, frequency, now, zone, expected) => {
    expect(nextDueAt(frequency, new Date(now), usualDigests(zone)).toISOString()).toBe(expected);
  });

  it("schedules one daily digest per local day, in zones from all over the world, for two years", () => {
    expect(zones.length).toBeGreaterThan(400);
    const every = Math.ceil(zones.length / maxZones);
    for (const zone of zones.filter((_, number) => number % every === 0)) {
      let dueAt = nextDueAt("daily", new Date(start), usualDigests(zone));
      let day = localDay(dueAt, zone);
      for (const end = start + twoYearsMs; dueAt.getTime() < end;) {
        const next = nextDueAt("daily", dueAt, usualDigests(zone));
        const nextDay = localDay(next, zone);
        if (next <= dueAt || !day.add({ days: 1 }).equals(nextDay))
          throw new Error(`${zone}: ${dueAt.toISOString()} → ${next.toISOString()}`);
        [dueAt, day] = [next, nextDay];
      }
    }
  });

  it("schedules one digest on each chosen local day, at the chosen hour, over two years", () => {
    const choices = fc.record({
      timeZone: fc.constantFrom(...zones),
      digestHour: fc.integer({ min: 0, max: 23 }),
      digestDays: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1 }),
    });
    fc.assert(
      fc.property(choices, (schedule) => {
        const { timeZone, digestHour, digestDays } = schedule;
        const end = start + twoYearsMs;
        const expected: number[] = [];
        for (let day = localDay(new Date(start), timeZone); ; day = day.add({ days: 1 })) {
          const plainTime = { hour: digestHour };
          const at = day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
          if (at > end) break;
          if (digestDays.includes(day.dayOfWeek) && at > start) expected.push(at);
        }
        const dueTimes: number[] = [];
        for (let at = start; ;) {
          at = nextDueAt("daily", new Date(at), schedule).getTime();
          if (at > end) break;
          dueTimes.push(at);
        }
        expect(dueTimes).toEqual(expected);
      }),
      { numRuns: 60 },
    );
  });

  it("returns the same due time for every moment before it, and skips none", () => {
    const moment = fc.integer({ min: start, max: start + twoYearsMs }).map((ms) => new Date(ms));
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        moment,
        fc.constantFrom<DeliveryFrequency>("hourly", "daily"),
        (zone, now, frequency) => {
          const dueAt = nextDueAt(frequency, now, usualDigests(zone));
          const local = dueAt.getTime() - now.getTime();
          expect(local).toBeGreaterThan(0);
          expect(local).toBeLessThanOrEqual(frequency === "hourly" ? 2 * 3_600_000 : 25 * 3_600_000);
          expect(nextDueAt(frequency, new Date(dueAt.getTime() - 1), usualDigests(zone))).toEqual(dueAt);
          const at = zoned(dueAt, zone);
          expect([at.minute, at.second, at.millisecond]).toEqual([0, 0, 0]);
          if (frequency === "daily") expect(at.hour).toBe(8);
        },
      ),
      { numRuns: 3000 },
    );
  });
});

describe("rescheduledDigest", () => {
  const monday = new Date("2026-11-23T07:30:00Z");
  const weekly = { ...usualDigests("UTC"), digestDays: [1] };
  const daily = usualDigests("UTC");
  it.each([
    ["a weekly digest, to an earlier hour", weekly, { ...weekly, digestHour: 7 }, "2026-11-23T07:30:00Z"],
    [
      "a weekly digest, to a zone ahead",
      weekly,
      { ...weekly, timeZone: "Asia/Tokyo" },
      "2026-11-23T07:30:00Z",
    ],
    ["a weekly digest, to a later hour", weekly, { ...weekly, digestHour: 9 }, "2026-11-23T09:00:00Z"],
    [
      "a weekly digest, to a zone behind",
      weekly,
      { ...weekly, timeZone: "Etc/GMT+5" },
      "2026-11-23T13:00:00Z",
    ],
    ["a weekly digest, to another day", weekly, { ...weekly, digestDays: [7] }, "2026-11-29T08:00:00Z"],
    ["a daily digest, to an earlier hour", daily, { ...daily, digestHour: 7 }, "2026-11-24T07:00:00Z"],
  ])("%s", (_, before, schedule, expected) => {
    expect(rescheduledDigest(before, monday, schedule)).toEqual(new Date(expected));
  });
});

function zoned(at: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}

function localDay(at: Date, zone: string): Temporal.PlainDate {
  return zoned(at, zone).toPlainDate();
}
