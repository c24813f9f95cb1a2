import { expect, test } from "vitest";
import { figures } from "../../scripts/figures.mjs";

// What the house was made smaller by must not come back unseen; the counts are printed by `npm run figures`.
test("statements do not grow in number, and what Prisma can say stays with it", () => {
  const now = figures();
  expect(now["files of statements"]).toBeLessThanOrEqual(64);
  expect(now["calls of Prisma's client"]).toBeGreaterThanOrEqual(22);
  expect(now["files that name Reddit elsewhere"]).toBeLessThanOrEqual(15);
});
