import { expect, test } from "vitest";
import { getRows } from "@/sites/lobsters/comment-page";
import { fastestMs } from "../../../support/fastest";

test.each(["<div ", "<ol "])("steps grow no faster than pages of unclosed tags: %s", (part) => {
  const page = (count: number) => `${part.repeat(count)}</html>`;
  expect(getRows(page(1_000))).toBeNull();
  const shortMs = fastestMs(() => getRows(page(3_000)));
  // Linear growth is a factor of 10; quadratic would be 100.
  expect(fastestMs(() => getRows(page(30_000))) / Math.max(shortMs, 1)).toBeLessThan(50);
});
