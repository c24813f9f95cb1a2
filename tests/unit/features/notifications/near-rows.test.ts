import { describe, expect, test } from "vitest";
import { blocksOf, heightOf, nearAtFirst, nearOf, type Near } from "@/features/notifications/near-rows";

const drawnRows = (length: number, near: Near, kept = -1) =>
  blocksOf(length, near, kept).flatMap(({ from, to, isDrawn }) => (isDrawn ? [`${from}-${to}`] : []));
const whole = nearAtFirst(0);
const nearby = (first: number, last: number): Near => ({ ...whole, first, last });
const none = nearby(-1, -1);
const all = (to: number) =>
  Array.from({ length: Math.ceil(to / 10) }, (_, at) => `${at * 10}-${Math.min(to, at * 10 + 10)}`);

describe("what of a list is drawn", () => {
  const cases: [length: number, near: Near, kept: number, drawn: string[]][] = [
    [0, whole, -1, []],
    [25, none, -1, ["0-10", "10-20", "20-25"]],
    [100, none, -1, all(100)],
    [101, none, -1, []],
    [101, whole, -1, all(100)],
    [101, nearAtFirst(101), -1, ["0-10", "10-20"]],
    [105, nearby(9, 10), -1, ["90-100", "100-105"]],
    [150, nearby(2, 3), 145, ["20-30", "30-40", "140-150"]],
    // A step up and a step down from the kept one are drawn with it.
    [150, none, 20, ["10-20", "20-30"]],
    [150, none, 29, ["20-30", "30-40"]],
    [150, none, 25, ["20-30"]],
    [150, none, 0, ["0-10"]],
    [150, none, 149, ["140-150"]],
  ];
  test.each(cases)("of %i", (length, near, kept, drawn) => {
    expect(drawnRows(length, near, kept)).toEqual(drawn);
  });
});

describe("what is near", () => {
  // 40 blocks of 1,000 px, of which the first begins at `top`.
  const edgesAt = (top: number) => Array.from({ length: 41 }, (_, block) => top + block * 1_000);
  const blocks = blocksOf(400, whole, -1);
  /** What is drawn once nothing more comes or goes. */
  const settled = (before: Near, edges: readonly number[]): Near => {
    const next = nearOf(before, blocks, edges, 800);
    return next === before ? next : settled(next, edges);
  };
  const cases: [top: number, first: number, last: number][] = [
    [0, 0, 1],
    [300, 0, 1],
    [900, 0, 0],
    [-500, 0, 2],
    [-10_000, 9, 11],
    [-39_000, 38, 39],
    [-80_000, -1, -1],
    [5_000, -1, -1],
  ];
  test.each(cases)("the list at %i px, in a window of 800", (top, first, last) => {
    for (const from of [none, whole, nearby(5, 8), nearby(30, 39)]) {
      expect(settled(from, edgesAt(top))).toMatchObject({ first, last });
    }
  });

  test("what is in sight is drawn at once, what is near step by step", () => {
    const steps: [before: Near, first: number, last: number][] = [
      [none, 10, 11],
      [nearby(10, 11), 9, 12],
      [nearby(9, 12), 9, 12],
      [nearby(8, 10), 9, 11],
      [nearby(11, 30), 10, 12],
      [nearby(0, 39), 9, 12],
    ];
    for (const [before, first, last] of steps) {
      expect(nearOf(before, blocks, edgesAt(-10_500), 800)).toMatchObject({ first, last });
    }
    // Near, and not in sight.
    expect(nearOf(none, blocks, edgesAt(900), 800)).toMatchObject({ first: 0, last: 0 });
    expect(nearOf(none, blocks, edgesAt(-40_500), 800)).toMatchObject({ first: 39, last: 39 });
  });

  test("the same object where nothing came near or went; else the heights of what was drawn", () => {
    const near = settled(whole, edgesAt(0));
    expect(nearOf(near, blocks, edgesAt(10), 800)).toBe(near);
    expect([...near.heights]).toEqual(Array.from({ length: 10 }, (_, block) => [block, 1_000]));
    expect(near.rowHeight).toBe(100);
  });

  test("what is left out takes the room it had; what was never drawn what the first ones took, and keeps to it", () => {
    const first = settled(whole, edgesAt(0));
    const doubled = edgesAt(-9_000).map((edge) => edge * 2);
    const later = nearOf(first, blocks, doubled, 800);
    expect(later).not.toBe(first);
    expect(heightOf(later, blocks[3]!)).toBe(2_000);
    expect(heightOf(later, blocks[30]!)).toBe(1_000);
    expect(heightOf(later, { from: 390, to: 395, isDrawn: false })).toBe(500);
  });
});
