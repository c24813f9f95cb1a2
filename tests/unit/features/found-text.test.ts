import { expect, test } from "vitest";
import { foundText } from "@/features/watches/watch-texts";

const now = new Date("2026-11-21T14:00:00Z");

test.each<[number, string | null, string]>([
  [12, "2026-11-21T10:59:00.000Z", "12 posts, latest 3 hours ago"],
  [1, "2026-11-21T13:59:30.000Z", "1 post, just now"],
  [2, "2026-11-21T13:59:00.000Z", "2 posts, latest 1 minute ago"],
  [30, "2026-11-20T10:00:00.000Z", "30 posts, latest 28 hours ago"],
  [30, "2026-11-18T10:00:00.000Z", "30 posts, latest 3 days ago"],
  [5, "2026-11-21T14:00:20.000Z", "5 posts, latest just now"],
  [5, null, "5 posts"],
  [0, null, "0 posts"],
])("%i posts, latest: %s", (items, newestAt, text) => {
  expect(foundText({ items, newestAt }, now)).toBe(text);
});
