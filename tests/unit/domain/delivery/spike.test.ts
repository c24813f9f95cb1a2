import { expect, test } from "vitest";
import { spikeThreshold, newestSpike, parseSpikeKey, spikeKey, spikeTexts } from "@/domain/delivery/spike";

const daily = (counts: readonly number[]) =>
  counts.map((count, at) => ({ date: `2026-11-${String(at + 1).padStart(2, "0")}`, count }));
const firstDay = "2026-11-01";

test.each<[string, number[], { date: string; count: number; usual: number; isToday: boolean } | null]>([
  ["far above the usual today", [7, 6, 8, 7, 28], { date: "2026-11-05", count: 28, usual: 7, isToday: true }],
  [
    "three times the usual is a spike",
    [5, 5, 5, 15],
    { date: "2026-11-04", count: 15, usual: 5, isToday: true },
  ],
  ["slightly fewer is no spike", [5, 5, 5, 14], null],
  ["few matches are no spike, even after quiet days", [0, 0, 0, 0, 9], null],
  [
    "ten matches on a keyword that rarely matches",
    [0, 0, 1, 0, 10],
    { date: "2026-11-05", count: 10, usual: 0, isToday: true },
  ],
  [
    "an earlier busy day doesn't hide it",
    [4, 90, 5, 4, 30],
    { date: "2026-11-05", count: 30, usual: 4.5, isToday: true },
  ],
  [
    "reports a day of the last week",
    [7, 6, 8, 28, 7, 6],
    { date: "2026-11-04", count: 28, usual: 7, isToday: false },
  ],
  [
    "reports the latest of two spikes",
    [2, 2, 2, 20, 2, 2, 30],
    { date: "2026-11-07", count: 30, usual: 2, isToday: true },
  ],
  ["ignores an older spike", [7, 6, 8, 28, 7, 7, 7, 7, 7, 7, 7], null],
  ["two days are too few for a baseline", [1, 1, 50], null],
  ["nothing at all", [], null],
])("%s", (_, counts, found) => {
  expect(newestSpike(daily(counts), firstDay)).toEqual(found);
});

test("does not count days before the watch was created as quiet", () => {
  const counts = [0, 0, 0, 0, 0, 12, 13, 14];
  expect(newestSpike(daily(counts), "2026-11-06")).toBeNull();
  expect(newestSpike(daily(counts), firstDay)).toMatchObject({ date: "2026-11-08" });
});

test.each<[string, number[], number | null]>([
  ["three times the usual", [5, 5, 5, 14], 15],
  ["rounded up", [4, 5, 4, 5, 0], 14],
  ["at least ten", [0, 0, 1, 3], 10],
  ["unknown after only two days", [1, 1, 50], null],
])("minimum matches for a spike: %s", (_, counts, min) => {
  const days = daily(counts);
  expect(spikeThreshold(days, firstDay)).toBe(min);
  if (min === null) return;
  const withToday = (count: number) =>
    newestSpike([...days.slice(0, -1), { ...days.at(-1)!, count }], firstDay);
  expect([withToday(min - 1), withToday(min)?.isToday]).toEqual([null, true]);
});

test("a dedupe key identifies a watch and a day", () => {
  const about = { watchId: "019aab6a-5b33-7e04-8f35-7b6a0c2d9f01", day: "2026-11-21" };
  expect(parseSpikeKey(spikeKey(about))).toEqual(about);
  expect([parseSpikeKey("weekly-report:2026-11-23"), parseSpikeKey("spike"), parseSpikeKey("")]).toEqual([
    null,
    null,
    null,
  ]);
});

test("describes a spike", () => {
  expect(spikeTexts({ date: "2026-11-17", count: 28, usual: 7, isToday: false })).toEqual({
    title: "There was a spike on 17 November.",
    text: "28 matches, compared with 7 a day usually.",
    note: "28, 4 times the usual number",
  });
  expect(spikeTexts({ date: "2026-11-21", count: 12, usual: 0, isToday: true })).toEqual({
    title: "There was a spike today.",
    text: "12 matches; most of the previous days had none.",
    note: "12",
  });
});
