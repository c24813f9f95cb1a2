import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import {
  everyDay,
  nextDueAt,
  type DigestSchedule,
  type DeliveryFrequency,
} from "@/domain/delivery/digest-schedule";
import { isQuietAt, isSilent, type Quiet, type QuietHours } from "@/domain/delivery/quiet-hours";
import { silentUntil, waitedForQuiet } from "@/domain/delivery/silence";
import fc from "../../../support/seeded";

const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])];
const start = Date.parse("2026-11-21T00:00:00Z");
const twoYearsMs = 731 * 86_400_000;
const night: QuietHours = { from: "22:00", to: "07:00" };

const rows: [name: string, now: string, zone: string, quiet: QuietHours, expected: string | null][] = [
  ["in the evening", "2026-11-21T22:00:00.000Z", "UTC", night, "2026-11-22T07:00:00.000Z"],
  ["after midnight", "2026-11-21T03:20:30.456Z", "UTC", night, "2026-11-21T07:00:00.000Z"],
  ["a millisecond before", "2026-11-21T21:59:59.999Z", "UTC", night, null],
  ["at their end", "2026-11-21T07:00:00.000Z", "UTC", night, null],
  [
    "across noon",
    "2026-11-21T12:10:00.000Z",
    "UTC",
    { from: "12:00", to: "13:30" },
    "2026-11-21T13:30:00.000Z",
  ],
  [
    "at +05:45",
    "2026-11-21T18:00:00.000Z",
    "Asia/Kathmandu",
    { from: "23:00", to: "06:15" },
    "2026-11-22T00:30:00.000Z",
  ],
  [
    "a night shortened by an hour",
    "2027-03-14T04:00:00.000Z",
    "America/Toronto",
    night,
    "2027-03-14T11:00:00.000Z",
  ],
  [
    "a night extended by an hour",
    "2027-11-07T03:00:00.000Z",
    "America/Toronto",
    night,
    "2027-11-07T12:00:00.000Z",
  ],
  [
    "until a time skipped in spring",
    "2027-03-14T05:00:00.000Z",
    "America/Toronto",
    { from: "22:00", to: "02:30" },
    "2027-03-14T07:00:00.000Z",
  ],
  [
    "in the second of two equal hours",
    "2027-11-07T06:10:00.000Z",
    "America/Toronto",
    { from: "22:00", to: "01:30" },
    "2027-11-07T06:30:00.000Z",
  ],
  ["an unknown zone is UTC", "2026-11-21T23:00:00.000Z", "Mars/Olympus", night, "2026-11-22T07:00:00.000Z"],
];

describe("silentUntil", () => {
  it.each(rows)("%s", (_name, now, timeZone, quietHours, expected) => {
    const quiet = { timeZone, quietHours, mutedUntil: null };
    expect(silentUntil(new Date(now), quiet)?.toISOString() ?? null).toBe(expected);
    expect(isSilent(new Date(now), quiet)).toBe(expected !== null);
  });

  it("extends a mute that ends during quiet hours", () => {
    const quiet = { timeZone: "UTC", quietHours: night, mutedUntil: new Date("2026-11-21T23:00:00Z") };
    const now = new Date("2026-11-21T14:00:00Z");
    expect(silentUntil(now, quiet)).toEqual(new Date("2026-11-22T07:00:00Z"));
    expect(silentUntil(now, { ...quiet, quietHours: null })).toEqual(quiet.mutedUntil);
    expect(silentUntil(quiet.mutedUntil, { ...quiet, quietHours: null })).toBeNull();
  });

  it("returns the first moment after quiet hours, in every zone and across clock changes", () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), hours, moment, (timeZone, quietHours, now) => {
        const quiet = { timeZone, quietHours, mutedUntil: null };
        const until = silentUntil(now, quiet);
        expect(until !== null).toBe(isQuietAt(now, timeZone, quietHours));
        if (until === null) return;
        expect(isQuietAt(until, timeZone, quietHours)).toBe(false);
        expect(until.getTime() - now.getTime()).toBeLessThanOrEqual(50 * 3_600_000);
        for (let at = now.getTime(); at < until.getTime(); at += 60_000)
          if (!isQuietAt(new Date(at), timeZone, quietHours)) throw new Error(new Date(at).toISOString());
      }),
      { numRuns: 300 },
    );
  });
});

const minute = fc.integer({ min: 0, max: 24 * 60 - 1 }).map((at) => {
  const two = (part: number) => String(part).padStart(2, "0");
  return `${two(Math.floor(at / 60))}:${two(at % 60)}`;
});
const hours = fc.record({ from: minute, to: minute }).filter(({ from, to }) => from !== to);
const moment = fc.integer({ min: start, max: start + twoYearsMs }).map((ms) => new Date(ms));

interface Pending {
  id: number;
  frequency: DeliveryFrequency;
  dueAt: Date;
}

/**
 * Simulates the outbox of one user: due messages are sent together, or deferred together until quiet hours
 * end.
 */
function encrypted(
  found: readonly { at: Date; frequency: DeliveryFrequency }[],
  quiet: Quiet,
  schedule: DigestSchedule,
) {
  const pending: Pending[] = found.map(({ at, frequency }, id) => ({
    id,
    frequency,
    dueAt: nextDueAt(frequency, at, schedule),
  }));
  const sent: { at: Date; carried: Pending[] }[] = [];
  let left = pending;
  while (left.length > 0) {
    const now = new Date(Math.min(...left.map(({ dueAt }) => dueAt.getTime())));
    const isDue = ({ dueAt }: Pending) => dueAt <= now;
    const until = silentUntil(now, quiet);
    if (until === null) {
      sent.push({ at: now, carried: left.filter(isDue) });
      left = left.filter((one) => !isDue(one));
    } else left = left.map((one) => (isDue(one) ? { ...one, dueAt: until } : one));
  }
  return sent;
}

describe("quiet hours and digests over two years", () => {
  it("sends nothing in quiet hours, everything once, and one digest per chosen local day", () => {
    const choices = fc.record({
      timeZone: fc.constantFrom(...zones),
      digestHour: fc.integer({ min: 0, max: 23 }),
      digestDays: fc.uniqueArray(fc.constantFrom(...everyDay), { minLength: 1 }),
      quietHours: hours,
    });
    const found = fc.record({
      at: moment,
      frequency: fc.constantFrom<DeliveryFrequency>("realtime", "hourly", "daily"),
    });
    fc.assert(
      fc.property(choices, fc.array(found, { minLength: 1, maxLength: 60 }), (chosen, matches) => {
        const { quietHours, ...schedule } = chosen;
        const { timeZone } = schedule;
        const sent = encrypted(matches, { timeZone, quietHours, mutedUntil: null }, schedule);
        expect(sent.filter(({ at }) => isQuietAt(at, timeZone, quietHours))).toEqual([]);
        const result = sent.flatMap(({ carried }) => carried.map(({ id }) => id));
        expect(result.toSorted((one, other) => one - other)).toEqual(matches.map((_, id) => id));
        const digests = sent.filter(({ carried }) => carried.some(({ frequency }) => frequency === "daily"));
        const days = digests.map(({ at }) => dayOfDigest(at, schedule, quietHours));
        expect(new Set(days).size).toBe(days.length);
      }),
      { numRuns: 300 },
    );
  });
});

describe("a message that was delayed by quiet hours", () => {
  const result: [name: string, dueAt: string, deferredAt: string | null, zone: string, expected: boolean][] =
    [
      ["at their end", "2026-11-22T07:00:00Z", "2026-11-22T03:00:00Z", "UTC", true],
      ["with a match just after", "2026-11-22T07:00:04Z", "2026-11-22T06:59:59Z", "UTC", true],
      ["in the account's time zone", "2026-11-22T11:00:00Z", "2026-11-22T02:00:00Z", "America/Halifax", true],
      ["without deferred matches", "2026-11-22T07:00:00Z", null, "UTC", false],
      ["deferred by a window during the day", "2026-11-22T12:00:10Z", "2026-11-22T12:00:04Z", "UTC", false],
      ["deferred beyond them by a mute", "2026-11-22T14:00:00Z", "2026-11-22T03:00:00Z", "UTC", false],
      ["sent during them, enqueued before", "2026-11-22T03:00:00Z", "2026-11-22T03:00:00Z", "UTC", false],
    ];
  it.each(result)("%s", (_, dueAt, deferredAt, timeZone, expected) => {
    const quiet = { timeZone, quietHours: night, mutedUntil: null };
    const matched = deferredAt === null ? null : new Date(deferredAt);
    expect(waitedForQuiet(new Date(dueAt), matched, quiet)).toBe(expected);
    expect(waitedForQuiet(new Date(dueAt), matched, { ...quiet, quietHours: null })).toBe(false);
  });
});

/** The chosen day of a digest sent at `at`: at its hour, or after the quiet hours that delayed it. */
function dayOfDigest(at: Date, schedule: DigestSchedule, quietHours: QuietHours): string {
  const { timeZone, digestHour, digestDays } = schedule;
  const quiet = { timeZone, quietHours, mutedUntil: null };
  let day = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timeZone).toPlainDate();
  for (let back = 0; back < 4; back++, day = day.subtract({ days: 1 })) {
    if (!digestDays.includes(day.dayOfWeek)) continue;
    const due = new Date(
      day.toZonedDateTime({ timeZone, plainTime: { hour: digestHour } }).epochMilliseconds,
    );
    if ((silentUntil(due, quiet) ?? due).getTime() === at.getTime()) return day.toString();
  }
  throw new Error(`a digest went at ${at.toISOString()}, which is no chosen day's`);
}
