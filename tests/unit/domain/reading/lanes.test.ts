import { describe, expect, test } from "vitest";
import type { ReadState } from "@/domain/reading/lane";
import { planLanes } from "@/domain/reading/lanes";

const limits = {
  window: { ms: 600_000, requests: 985 },
  listing: { names: 100, namesLength: 3_500, items: 1_000 },
};
const now = new Date("2026-11-21T12:00:00Z");
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);

function read(place: string, overrides: Partial<ReadState> = {}): ReadState {
  return {
    place,
    kind: "post",
    readAt: minutesAgo(1),
    sweptAt: now,
    rate: 1,
    ...overrides,
  };
}
const names = (reads: ReadState[]) =>
  planLanes(reads, now, 60_000, limits).map((lane) => lane.places.join("+"));

describe("planLanes", () => {
  test.each<[string, ReadState[], string[]]>([
    ["no places", [], []],
    ["groups quiet places", [read("a"), read("b")], ["a+b"]],
    ["a busy place alone and first", [read("a"), read("busy", { rate: 60 }), read("b")], ["busy", "a+b"]],
    ["a page covers three intervals", [read("a", { rate: 20 }), read("b", { rate: 20 })], ["a", "b"]],
    ["separates posts and comments", [read("a"), read("a", { kind: "comment" })], ["a", "a"]],
    [
      "a baseline separately and first",
      [read("a", { rate: 9 }), read("new", { readAt: null })],
      ["new", "a"],
    ],
    [
      "a place far behind separately",
      [read("a"), read("late", { rate: 1, readAt: minutesAgo(60) })],
      ["late", "a"],
    ],
  ])("%s", (_name, reads, expected) => {
    expect(names(reads)).toEqual(expected);
  });

  test("limits lanes to 100 names and a short URL", () => {
    const many = Array.from({ length: 450 }, (_, i) => read(`place_number_${i}`, { rate: 0.01 }));
    const lanes = planLanes(many, now, 60_000, limits);
    expect(lanes.flatMap((lane) => lane.places).sort()).toEqual(many.map((one) => one.place).sort());
    for (const lane of lanes) {
      expect(lane.places.length).toBeLessThanOrEqual(100);
      expect(lane.places.join("+").length).toBeLessThan(3_600);
    }
  });

  test("prefers a place that was not read recently over another with the same rate", () => {
    const waiting = read("waiting", { rate: 40, readAt: minutesAgo(10) });
    expect(names([read("fresh", { rate: 40 }), waiting])).toEqual(["waiting", "fresh"]);
  });

  test("sweeps a lane if any of its members is due", () => {
    const [lane] = planLanes([read("a"), read("b", { sweptAt: minutesAgo(16) })], now, 60_000, limits);
    expect(lane!.sweep).toBe(true);
    expect(planLanes([read("a")], now, 60_000, limits)[0]!.sweep).toBe(false);
  });
});
