import { expect, test } from "vitest";
import { figures } from "../../scripts/figures.mjs";

// Prevents the codebase from growing again unnoticed. `npm run figures` prints these counts.
test("limits the number of SQL files and keeps simple queries in Prisma", () => {
  const now = figures();
  expect(now["files of statements"]).toBeLessThanOrEqual(80);
  expect(now["calls of Prisma's client"]).toBeGreaterThanOrEqual(149);
  expect(now["statements by hand"]).toBeLessThanOrEqual(180);
  expect(now["files that name Reddit elsewhere"]).toBeLessThanOrEqual(15);
});
