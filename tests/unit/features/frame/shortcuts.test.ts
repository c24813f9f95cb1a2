import { expect, test } from "vitest";
import { actionForKey, shortcuts } from "@/features/frame/shortcuts";

const all = shortcuts.flatMap((part) => part.shortcuts);

test.each(all)("$keys: $text", ({ keys, action }) => {
  const [first, second] = keys;
  if (second === undefined) return expect(actionForKey(first, null)).toEqual(action);
  expect(actionForKey(first, null)).toBe("more");
  expect(actionForKey(second, first)).toEqual(action);
});

test("shortcuts are unique, and the second key of a sequence has no other effect", () => {
  expect(new Set(all.map(({ keys }) => keys.join(" "))).size).toBe(all.length);
  expect(actionForKey("E", null)).toEqual({ on: "row", act: "archive" });
  for (const [key, before] of [
    ["q", null],
    ["d", null],
    ["e", "g"],
    ["g", "g"],
  ] as const) {
    expect(actionForKey(key, before)).toBe(key === "g" ? "more" : null);
  }
});
