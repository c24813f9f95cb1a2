import { describe, expect, test } from "vitest";
import { depthMs, judgeRead, type Position } from "@/domain/read-outcome";

const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 12, minute));
const span = (from: number, to: number) => ({ from: at(from), to: at(to) });
const startedAt = at(30);

function position(overrides: Partial<Position> = {}): Position {
  return { readAt: at(10), held: null, watchedSince: at(0), ...overrides };
}
function judge(
  p: Position,
  read: { complete: boolean; depth: number | null; seen?: number; ownDepth?: number },
) {
  return judgeRead(p, {
    startedAt,
    complete: read.complete,
    laneDepth: read.depth === null ? null : at(read.depth).getTime(),
    own: { seen: read.seen ?? 10, depth: read.ownDepth === undefined ? null : at(read.ownDepth).getTime() },
  });
}

describe("judgeRead", () => {
  test.each<[string, Position, Parameters<typeof judge>[1], ReturnType<typeof judgeRead>]>([
    [
      "a complete read moves the position",
      position(),
      { complete: true, depth: 9 },
      { readAt: startedAt, held: null, gap: null },
    ],
    [
      "nothing fetched changes nothing",
      position({ held: span(15, 20) }),
      { complete: false, depth: null },
      { readAt: null, held: span(15, 20), gap: null },
    ],
    [
      "a read that broke off is held",
      position(),
      { complete: false, depth: 25 },
      { readAt: null, held: span(25, 30), gap: null },
    ],
    [
      "of a member that the cap cut off, no more is held than it showed, however far the lane went on",
      position(),
      { complete: false, depth: 5, seen: 1000, ownDepth: 25 },
      { readAt: null, held: span(25, 30), gap: null },
    ],
    [
      "held grows where reads touch",
      position({ held: span(15, 26) }),
      { complete: false, depth: 25 },
      { readAt: null, held: span(15, 30), gap: null },
    ],
    [
      "held is replaced where they don't",
      position({ held: span(15, 20) }),
      { complete: false, depth: 25 },
      { readAt: null, held: span(25, 30), gap: null },
    ],
    [
      "the cap leaves a gap",
      position(),
      { complete: true, depth: 20, seen: 1000, ownDepth: 20 },
      { readAt: startedAt, held: null, gap: span(10, 20) },
    ],
    [
      "no gap below the cap",
      position(),
      { complete: true, depth: 20, seen: 500, ownDepth: 20 },
      { readAt: startedAt, held: null, gap: null },
    ],
    [
      "no gap when the position was reached",
      position(),
      { complete: true, depth: 9, seen: 1000, ownDepth: 9 },
      { readAt: startedAt, held: null, gap: null },
    ],
    [
      "what is held is not missed",
      position({ held: span(9, 22) }),
      { complete: true, depth: 20, seen: 1000, ownDepth: 20 },
      { readAt: startedAt, held: null, gap: null },
    ],
    [
      "the gap ends where held begins",
      position({ held: span(14, 22) }),
      { complete: true, depth: 20, seen: 1000, ownDepth: 20 },
      { readAt: startedAt, held: null, gap: span(10, 14) },
    ],
    [
      "a baseline that reached the activation is complete",
      position({ readAt: null, watchedSince: at(29) }),
      { complete: true, depth: 5 },
      { readAt: startedAt, held: null, gap: null },
    ],
    [
      "one that did not leaves the rest to the next read",
      position({ readAt: null }),
      { complete: true, depth: 5 },
      { readAt: at(0), held: span(5, 30), gap: null },
    ],
    [
      "a baseline is never a gap",
      position({ readAt: null }),
      { complete: true, depth: 29, seen: 1000, ownDepth: 29 },
      { readAt: at(0), held: span(29, 30), gap: null },
    ],
  ])("%s", (_name, before, read, expected) => {
    expect(judge(before, read)).toEqual(expected);
  });
});

describe("depthMs", () => {
  test("late approvals with an old creation time don't deepen it", () => {
    const times = Array.from({ length: 100 }, (_, i) => 1_000_000 - i);
    times[3] = 5;
    times[40] = 7;
    expect(depthMs(times.map((ms) => ({ createdAt: new Date(ms) })))).toBeGreaterThan(999_000);
  });
  test("only the last hundred of the listing count", () => {
    const times = [...Array.from({ length: 100 }, () => 1), ...Array.from({ length: 100 }, () => 9)];
    expect(depthMs(times.map((ms) => ({ createdAt: new Date(ms) })))).toBe(9);
  });
  test("nothing has no depth", () => expect(depthMs([])).toBeNull());
});
