import { expect, test } from "vitest";
import { deedOf, shortcuts } from "@/features/frame/shortcuts";

const all = shortcuts.flatMap((part) => part.shortcuts);

test.each(all)("$keys: $text", ({ keys, deed }) => {
  const [first, second] = keys;
  if (second === undefined) return expect(deedOf(first, null)).toEqual(deed);
  expect(deedOf(first, null)).toBe("more");
  expect(deedOf(second, first)).toEqual(deed);
});

test("each is told from the others, and what follows the first of two means nothing else", () => {
  expect(new Set(all.map(({ keys }) => keys.join(" "))).size).toBe(all.length);
  expect(deedOf("E", null)).toEqual({ on: "row", act: "archive" });
  for (const [key, before] of [
    ["q", null],
    ["d", null],
    ["e", "g"],
    ["g", "g"],
  ] as const) {
    expect(deedOf(key, before)).toBe(key === "g" ? "more" : null);
  }
});
