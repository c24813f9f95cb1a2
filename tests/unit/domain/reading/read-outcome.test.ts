import { describe, expect, test } from "vitest";
import {
  depthMs,
  judgeRead,
  canBeCut,
  ownItems,
  type OwnItems,
  type Position,
  type Reach,
} from "@/domain/reading/read-outcome";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
const span = (from: number, to: number) => ({ from: at(from), to: at(to) });
const startedAt = at(30);

function position(overrides: Partial<Position> = {}): Position {
  return { readAt: at(10), stored: null, watchedSince: at(0), ...overrides };
}
function judge(p: Position, read: { reach: Reach; depth: number | null; own?: OwnItems; ended?: boolean }) {
  return judgeRead(p, {
    startedAt,
    reach: read.reach,
    laneDepth: read.depth === null ? null : at(read.depth).getTime(),
    ended: read.ended ?? false,
    own: read.own ?? { shown: 10, depth: null, hits: true },
  });
}
/** A member's own items, down to this minute, without any known item. */
const unmatched = (shown: number, depth: number): OwnItems => ({
  shown,
  depth: at(depth).getTime(),
  hits: false,
});

describe("judgeRead", () => {
  test.each<[string, Position, Parameters<typeof judge>[1], ReturnType<typeof judgeRead>]>([
    [
      "a whole read moves the position",
      position(),
      { reach: "whole", depth: 9 },
      { readAt: startedAt, stored: null, gap: null },
    ],
    [
      "a read without results changes nothing",
      position({ stored: span(15, 20) }),
      { reach: "partial", depth: null },
      { readAt: null, stored: span(15, 20), gap: null },
    ],
    [
      "stores the span of an interrupted read",
      position(),
      { reach: "partial", depth: 25 },
      { readAt: null, stored: span(25, 30), gap: null },
    ],
    [
      "stores only the listed span of a place with a cut listing, even if the lane was read further",
      position(),
      { reach: "partial", depth: 5, own: unmatched(200, 25) },
      { readAt: null, stored: span(25, 30), gap: null },
    ],
    [
      "stores the lane's span for a place with few items",
      position(),
      { reach: "partial", depth: 15, own: unmatched(3, 25) },
      { readAt: null, stored: span(15, 30), gap: null },
    ],
    [
      "extends the stored span if the new one touches it",
      position({ stored: span(15, 26) }),
      { reach: "partial", depth: 25 },
      { readAt: null, stored: span(15, 30), gap: null },
    ],
    [
      "replaces the stored span if the new one doesn't touch it",
      position({ stored: span(15, 20) }),
      { reach: "partial", depth: 25 },
      { readAt: null, stored: span(25, 30), gap: null },
    ],
    ...[1, 30, 500, 800, 1000].map(
      (shown) =>
        [
          `a listing that was cut off after ${shown} leaves a gap`,
          position(),
          { reach: "cut", depth: 20, own: unmatched(shown, 20) },
          { readAt: startedAt, stored: null, gap: span(10, 20) },
        ] as [string, Position, Parameters<typeof judge>[1], ReturnType<typeof judgeRead>],
    ),
    [
      "a complete listing of any length leaves no gap",
      position(),
      { reach: "whole", depth: 20, own: { shown: 1000, depth: at(20).getTime(), hits: true } },
      { readAt: startedAt, stored: null, gap: null },
    ],
    [
      "a stored span is not a gap",
      position({ stored: span(9, 22) }),
      { reach: "cut", depth: 20, own: unmatched(700, 20) },
      { readAt: startedAt, stored: null, gap: null },
    ],
    [
      "the gap ends where the stored span starts",
      position({ stored: span(14, 22) }),
      { reach: "cut", depth: 20, own: unmatched(700, 20) },
      { readAt: startedAt, stored: null, gap: span(10, 14) },
    ],
    [
      "ignores a stored span beyond the point reached",
      position({ stored: span(12, 18) }),
      { reach: "cut", depth: 20, own: unmatched(700, 20) },
      { readAt: startedAt, stored: null, gap: span(10, 20) },
    ],
    [
      "a baseline that reached the activation is complete",
      position({ readAt: null, watchedSince: at(29) }),
      { reach: "whole", depth: 5 },
      { readAt: startedAt, stored: null, gap: null },
    ],
    [
      "a baseline that didn't reach it leaves the rest to the next read",
      position({ readAt: null }),
      { reach: "whole", depth: 5 },
      { readAt: at(0), stored: span(5, 30), gap: null },
    ],
    [
      "a baseline that reached the end of the listing is complete",
      position({ readAt: null }),
      { reach: "whole", depth: 5, ended: true },
      { readAt: startedAt, stored: null, gap: null },
    ],
  ])("%s", (_name, before, read, expected) => {
    expect(judge(before, read)).toEqual(expected);
  });
});

describe("ownItems", () => {
  const item = (minute: number, n = 0) => ({ fullname: `t3_${minute}_${n}`, createdAt: at(minute) });
  const many = (count: number, minute: number) => Array.from({ length: count }, (_, n) => item(minute, n));
  const seen = (name: string, minute: number) => new Map([[name, at(minute)]]);

  test.each<[string, ReturnType<typeof many>, Map<string, Date>, boolean]>([
    ["nothing", [], new Map(), false],
    ["only new items", many(800, 20), new Map(), false],
    ["an item seen before the position", [...many(800, 20), item(8)], seen("t3_8_0", 9), true],
    ["the same with the site's clock ahead", [...many(8, 20), item(12)], seen("t3_12_0", 10), true],
    ["an item seen only since the position", many(800, 20), seen("t3_20_799", 15), false],
    ["a late-approved post among many", [...many(799, 20), item(5)], new Map(), false],
    ["a known post moved back to the top", [item(5), ...many(799, 20)], seen("t3_5_0", 6), false],
    ["many items from before the position", [...many(90, 20), ...many(20, 9)], new Map(), true],
    ["a few items, one from before the position", [...many(3, 20), item(9)], new Map(), true],
  ])("%s: met %s", (_name, items, seenAt, hits) => {
    expect(ownItems(items, at(10), seenAt)).toMatchObject({ shown: items.length, hits });
  });

  test("considers a first read as met", () => {
    expect(ownItems(many(100, 20), null, new Map()).hits).toBe(true);
  });
});

describe("mayBeCut", () => {
  test.each([
    [24, false, false],
    [25, false, true],
    [1000, false, true],
    [1000, true, false],
  ])("%i shown, met %s: %s", (shown, hits, expected) => {
    expect(canBeCut({ shown, depth: 0, hits })).toBe(expected);
  });
});

describe("depthMs", () => {
  test("ignores late approvals with an old creation time", () => {
    const times = Array.from({ length: 100 }, (_, i) => 1_000_000 - i);
    times[3] = 5;
    times[40] = 7;
    expect(depthMs(times.map((ms) => ({ createdAt: new Date(ms) })))).toBeGreaterThan(999_000);
  });
  test("only considers the last 100 items of the listing", () => {
    const times = [...Array.from({ length: 100 }, () => 1), ...Array.from({ length: 100 }, () => 9)];
    expect(depthMs(times.map((ms) => ({ createdAt: new Date(ms) })))).toBe(9);
  });
  test("returns null without items", () => expect(depthMs([])).toBeNull());
});
