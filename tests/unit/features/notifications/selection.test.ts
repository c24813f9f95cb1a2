import { expect, test } from "vitest";
import {
  grouped,
  withoutMissing,
  maxSelected,
  noSelection,
  ranged,
  toggled,
} from "@/features/notifications/selection";

const order = ["a", "b", "c", "d", "e"];
const of = (ids: string, from: string | null) => ({ ids: new Set(ids), from });

test("toggles one row", () => {
  const one = toggled(noSelection, "b");
  expect(one).toEqual(of("b", "b"));
  expect(toggled(toggled(one, "d"), "b")).toEqual(of("d", "b"));
});

test.each([
  ["down", of("b", "b"), "d", "bcd"],
  ["up", of("d", "d"), "b", "bcd"],
  ["added to the previous selection", of("ab", "b"), "d", "abcd"],
  ["deselects it if the last change was to deselect", of("abcde", "b").ids, "d", "ae"],
  ["only this row without an earlier selection", noSelection, "c", "c"],
  ["only this row if the last one is no longer shown", of("x", "x"), "c", "xc"],
] as const)("selects a range, %s", (_, input, to, ids) => {
  const before = input instanceof Set ? { ids: new Set("acde"), from: "b" } : (input as typeof noSelection);
  expect([...ranged(before, order, to).ids].toSorted().join("")).toBe([...ids].toSorted().join(""));
});

test("a second range starts at the same row", () => {
  const first = ranged(toggled(noSelection, "c"), order, "e");
  expect([...ranged(first, order, "a").ids].toSorted()).toEqual(order);
});

test("a range stops at the maximum selection size", () => {
  const many = Array.from({ length: maxSelected + 5 }, (_, index) => String(index));
  const { ids } = ranged(toggled(noSelection, many.at(-1)!), many, "0");
  expect([ids.size, ids.has(many.at(-1)!), ids.has("0")]).toEqual([maxSelected, true, false]);
  expect(toggled({ ids, from: null }, "0").ids.has("0")).toBe(false);
});

test("drops removed rows and returns the same object if nothing changed", () => {
  const all = of("abc", "b");
  expect(withoutMissing(all, () => true)).toBe(all);
  expect(withoutMissing(all, (id) => id !== "b")).toEqual(of("ac", null));
});

test("selects a group in addition, deselects it entirely, and stops at the maximum size", () => {
  const before = toggled(noSelection, "a");
  const whole = grouped(before, ["c", "d"]);
  expect(whole).toEqual({ ids: new Set(["a", "c", "d"]), from: "c" });
  expect(grouped(whole, ["c", "d"]).ids).toEqual(new Set(["a"]));
  // The missing rows come first.
  expect(grouped(whole, ["d", "e"]).ids).toEqual(new Set(["a", "c", "d", "e"]));
  const many = Array.from({ length: maxSelected + 5 }, (_, at) => `n${at}`);
  expect(grouped(before, many).ids.size).toBe(maxSelected);
});
