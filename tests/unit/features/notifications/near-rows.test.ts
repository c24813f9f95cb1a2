import { describe, expect, test } from "vitest";
import {
  getBlocks,
  getHeight,
  nearAtFirst,
  getNearby,
  rowRangesFor,
  type Near,
} from "@/features/notifications/near-rows";

const nearby = (first: number, last: number): Near => ({ ...nearAtFirst, first, last });
const whole = nearby(0, 49);
const none = nearby(-1, -1);

describe("rendered blocks", () => {
  const cases: [length: number, near: Near, retained: number, drawn: string[]][] = [
    [0, whole, -1, []],
    [10, nearAtFirst, -1, ["0-10"]],
    [25, nearAtFirst, -1, ["0-8", "24-25"]],
    [100, whole, -1, ["0-100"]],
    // The last row is always rendered: going back from the next group focuses it.
    [101, none, -1, ["100-101"]],
    [104, whole, -1, ["0-100", "102-104"]],
    [105, nearby(49, 52), -1, ["98-105"]],
    [150, nearby(10, 12), 141, ["20-26", "140-144", "148-150"]],
    // The rows before and after the kept one are rendered too.
    [150, none, 20, ["18-22", "148-150"]],
    [150, none, 29, ["28-32", "148-150"]],
    [150, none, 0, ["0-2", "148-150"]],
    [150, none, 149, ["148-150"]],
  ];
  test.each(cases)("in a list of %i", (length, near, retained, drawn) => {
    const ranges = rowRangesFor(near, getBlocks(length, near, retained));
    expect(ranges.flatMap(({ from, to, isDrawn }) => (isDrawn ? [`${from}-${to}`] : []))).toEqual(drawn);
    expect(ranges.map(({ from }) => from)).toEqual(
      [0, ...ranges.map(({ to }) => to)].slice(0, ranges.length),
    );
  });

  test("adjacent skipped blocks share one element with their total height", () => {
    const near = { ...nearby(2, 3), heights: new Map([[4, 300]]) };
    expect(rowRangesFor(near, getBlocks(150, near, -1))).toEqual([
      { from: 0, to: 4, isDrawn: false, height: 4 * 96 },
      { from: 4, to: 8, isDrawn: true, height: 0 },
      { from: 8, to: 148, isDrawn: false, height: 300 + 138 * 96 },
      { from: 148, to: 150, isDrawn: true, height: 0 },
    ]);
  });
});

describe("nearby blocks", () => {
  // 200 blocks of 200 px; the first one starts at `top`.
  const edgesAt = (top: number) => Array.from({ length: 201 }, (_, block) => top + block * 200);
  const blocks = getBlocks(400, whole, -1);
  /** Repeats `getNearby` until nothing changes. */
  const settled = (before: Near, edges: readonly number[]): Near => {
    const next = getNearby(before, blocks, edges, 800);
    return next === before ? next : settled(next, edges);
  };
  const cases: [top: number, first: number, last: number][] = [
    [0, 0, 6],
    [300, 0, 5],
    [1_300, 0, 0],
    [-500, 0, 9],
    [-10_000, 47, 56],
    [-39_900, 196, 199],
    [-80_000, -1, -1],
    [5_000, -1, -1],
  ];
  test.each(cases)("with the list at %i px in a window of 800", (top, first, last) => {
    for (const from of [none, whole, nearby(5, 8), nearby(150, 199)]) {
      expect(settled(from, edgesAt(top))).toMatchObject({ first, last });
    }
  });

  test("renders visible blocks before nearby ones, one block at a time", () => {
    const steps: [before: Near, first: number, last: number][] = [
      [none, 50, 50],
      [nearby(50, 51), 50, 52],
      [nearby(50, 53), 49, 54],
      [nearby(46, 51), 47, 52],
      [nearby(54, 60), 53, 56],
      [nearby(47, 56), 47, 56],
      [nearby(0, 199), 47, 56],
    ];
    for (const [before, first, last] of steps) {
      expect(getNearby(before, blocks, edgesAt(-10_000), 800)).toMatchObject({ first, last });
    }
    // Nearby but not visible.
    expect(getNearby(none, blocks, edgesAt(900), 800)).toMatchObject({ first: 0, last: 0 });
    expect(getNearby(none, blocks, edgesAt(-40_500), 800)).toMatchObject({ first: 199, last: 199 });
  });

  test("returns the same object if nothing changed, otherwise the measured heights", () => {
    const near = settled(whole, edgesAt(0));
    expect(getNearby(near, blocks, edgesAt(10), 800)).toBe(near);
    // Blocks 7 to 49 were rendered before; the last one always is.
    const measured = [...Array.from({ length: 50 }, (_, block) => block), 199];
    expect([...near.heights]).toEqual(measured.map((block) => [block, 200]));
    expect(near.rowHeight).toBe(100);
  });

  test("skipped blocks keep their measured height, and others the initial estimate", () => {
    const first = settled(whole, edgesAt(0));
    const doubled = edgesAt(-9_000).map((edge) => edge * 2);
    const later = getNearby(first, blocks, doubled, 800);
    expect(later).not.toBe(first);
    expect(getHeight(later, blocks[3]!)).toBe(400);
    expect(getHeight(later, blocks[150]!)).toBe(200);
    expect(getHeight(later, { from: 396, to: 397, isDrawn: false })).toBe(100);
  });
});
