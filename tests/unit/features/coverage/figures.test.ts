import { describe, expect, test } from "vitest";
import type { CoverageResponse, PlaceCoverage } from "@/contract/coverage";
import {
  gapRows,
  gapSeconds,
  gapsSummary,
  halfHoursText,
  lastRead,
  missedText,
  readHalfHours,
  sampledText,
  totals,
  type HalfHour,
} from "@/features/coverage/figures";

const now = new Date("2026-11-21T14:00:00.000Z");
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const day = 24 * 60;

type Gap = PlaceCoverage["gaps"][number];
const gap = (from: number, to: number, more: Partial<Gap> = {}): Gap => ({
  ...{ kind: "post", from: ago(from), to: ago(to), foundAt: ago(to), filledAt: null, items: null },
  ...more,
});
const read = (readAt: string | null, itemsToday = 0) => ({ readAt, itemsToday, delaySeconds: null });
const place = (more: Partial<PlaceCoverage> = {}): PlaceCoverage => ({
  ...{ site: "reddit", name: "webdev", label: "r/webdev", url: "" },
  ...{ isOn: true, health: "ok", readSince: ago(3 * day), gaps: [] },
  ...{ posts: read(ago(1)), comments: read(ago(1)) },
  ...more,
});
const site = (since: string | null = null): CoverageResponse["sites"][number] => ({
  ...{ id: "reddit", name: "Reddit", isOn: true, since },
  ...{ status: since === null ? "ok" : "degraded", summary: "", limit: null },
});

const rest = {
  ...{ status: "ok" as const, issues: [], subreddits: [], delays: [], sites: [site()] },
  ...{ tooMany: [], tooMuchText: [], allShare: { posts: null, comments: null } },
};

/** Run-length notation, such as '46 complete, 2 late'. */
function runs(halves: readonly HalfHour[]): string {
  const found: { state: HalfHour; count: number }[] = [];
  for (const state of halves) {
    const last = found.at(-1);
    if (last?.state === state) last.count += 1;
    else found.push({ state, count: 1 });
  }
  return found.map(({ state, count }) => `${count} ${state}`).join(", ");
}

describe("the last 24 hours", () => {
  test.each<[string, PlaceCoverage[], string | null, string]>([
    ["all read", [place()], null, "48 complete"],
    ["late for an hour", [place()], ago(60), "46 complete, 2 late"],
    ["late for a minute", [place()], ago(1), "47 complete, 1 late"],
    ["a gap of ten minutes", [place({ gaps: [gap(100, 91)] })], null, "44 complete, 1 gap, 3 complete"],
    ["a gap across two columns", [place({ gaps: [gap(125, 115)] })], null, "43 complete, 2 gap, 3 complete"],
    ["one item missing", [place({ gaps: [gap(45, 45)] })], null, "46 complete, 1 gap, 1 complete"],
    ["a filled gap", [place({ gaps: [gap(100, 95, { filledAt: ago(1) })] })], null, "48 complete"],
    ["a gap from last week", [place({ gaps: [gap(3 * day, 2 * day)] })], null, "48 complete"],
    ["a gap in one of two places", [place(), place({ gaps: [gap(20, 10)] })], null, "47 complete, 1 gap"],
    ["watched for two hours", [place({ readSince: ago(120) })], null, "44 unread, 4 complete"],
    ["the earliest of two places counts", [place({ readSince: ago(60) }), place()], null, "48 complete"],
    ["not read at all", [place({ readSince: null })], null, "48 unread"],
    [
      "the only feed is unavailable",
      [place({ reason: "Timed out", posts: read(ago(60)), comments: read(ago(60)) })],
      null,
      "46 complete, 2 late",
    ],
    [
      "the only subreddit is banned",
      [place({ health: "banned", posts: read(ago(60)), comments: read(ago(60)) })],
      null,
      "46 complete, 2 late",
    ],
    [
      "one of two feeds is unavailable",
      [place({ reason: "gone", posts: read(ago(60)) }), place()],
      null,
      "48 complete",
    ],
  ])("%s", (_name, places, since, expected) => {
    const halves = readHalfHours(site(since), places, now);
    expect(halves).toHaveLength(48);
    expect(runs(halves)).toBe(expected);
  });

  test("describes the half hours in words", () => {
    expect(halfHoursText(readHalfHours(site(), [place()], now))).toBe("The last 24 hours: complete");
    const places = [place({ readSince: ago(180), gaps: [gap(100, 95)] })];
    expect(halfHoursText(readHalfHours(site(ago(60)), places, now))).toBe(
      "The last 24 hours: 1 half hour with a gap, 2 half hours late, 42 half hours not watched yet",
    );
  });
});

test("lastRead returns the oldest read of all places", () => {
  expect(lastRead([place(), place({ comments: read(ago(9)) })])).toBe(ago(9));
  expect(lastRead([place({ posts: read(ago(9)) }), place()])).toBe(ago(9));
  expect(lastRead([place(), place({ comments: read(null) })])).toBeNull();
  expect(lastRead([])).toBeNull();
});

test("a gap in posts and comments at the same time counts once", () => {
  const both = [gap(20, 10), gap(20, 10, { kind: "comment" }), gap(9, 8)];
  expect(gapSeconds(both)).toBe(11 * 60);
  const counted = [gap(5, 5, { items: 17 }), gap(5, 5, { kind: "comment", items: 3 })];
  expect(gapsSummary([place({ gaps: both })])).toEqual({ count: "2", detail: "11 min" });
  expect(gapsSummary([place({ gaps: both }), place({ gaps: both })])).toEqual({
    count: "4",
    detail: "11 min",
  });
  expect(gapsSummary([place({ gaps: counted })])).toEqual({ count: "1", detail: "under 1 s, 20 items" });
  expect(gapsSummary([place()])).toEqual({ count: "0", detail: null });
  const rows = gapRows({ ...rest, places: [place({ gaps: both })] });
  expect(rows.map(({ length, missed }) => [length, missed])).toEqual([
    ["60 s", "Unknown"],
    ["10 min", "Unknown"],
  ]);
});

test("figures of places with unlisted gaps are minimums", () => {
  const places = [place({ gaps: [gap(20, 10, { items: 3 })], hasMoreGaps: true }), place()];
  expect(gapsSummary(places)).toEqual({ count: "1+", detail: "at least 10 min, 3 items" });
  expect(totals({ ...rest, places })).toMatchObject({
    ...{ missing: "3+", gaps: "1+", gapLength: "at least 10 min" },
  });
});

test("describes the items lost in a gap", () => {
  expect(missedText(gap(2, 1))).toBe("Unknown");
  expect(missedText(gap(2, 1, { items: 1 }))).toBe("1 item");
  expect(missedText(gap(2, 1, { items: 12, filledAt: ago(0) }))).toBe("Nothing, filled later");
});

test("computes the totals above the sites", () => {
  const places = [
    place({ posts: read(ago(1), 40), comments: read(ago(1), 2), gaps: [gap(20, 10, { items: 3 })] }),
    place({ health: "private", gaps: [gap(20, 10, { items: 4, filledAt: ago(1) })] }),
    place({ isOn: false }),
    place({ reason: "gone", gaps: [gap(9, 8)] }),
  ];
  expect(totals({ ...rest, places })).toEqual({
    ...{ readToday: 42, missing: "3", isPartlyUnknown: true },
    ...{ gaps: "3", gapLength: "11 min", places: 4, read: 1 },
  });
});

test("the gap table lists gaps and matches over the daily limits, latest first", () => {
  const watch = { watchId: "w", keyword: "quillon", day: "2026-11-21" };
  const rows = gapRows({
    ...rest,
    places: [place({ gaps: [gap(50, 40, { items: 3 })] })],
    tooMany: [{ ...watch, recorded: 1_000, missed: 1, from: ago(90), to: ago(60) }],
    tooMuchText: [{ ...watch, megabytes: 20, missed: 312, from: ago(30), to: ago(10) }],
  });
  expect(rows.map(({ where, length, missed }) => [where, length, missed])).toEqual([
    ['"quillon"', "20 min", "Too much text: 312 matches counted, not stored"],
    ["r/webdev", "10 min", "3 items"],
    ['"quillon"', "30 min", "Too many: 1 match counted, not stored"],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(3);
});

test.each([
  [0.34, null, "34% of new posts"],
  [0.999, 0.004, "99% of new posts, under 1% of new comments"],
  [1, 0, "100% of new posts, 0% of new comments"],
  [null, null, "Sampled"],
])('a share of "all" with %s of posts and %s of comments: %s', (posts, comments, text) => {
  expect(sampledText({ posts, comments })).toBe(text);
});
