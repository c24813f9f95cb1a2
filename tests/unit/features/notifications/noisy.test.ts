import { expect, test } from "vitest";
import { getNoisy, quietFirst } from "@/features/notifications/noisy";

const groups = (...counts: number[]) => counts.map((count) => ({ _id: String(count), count }));

test.each([
  [[142, 12, 1, 3], ["142"]],
  [
    [12, 500, 3, 400, 1],
    ["500", "400"],
  ],
  [[10_000], []],
  [[49, 1, 2], []],
  [[90, 12, 15], []],
])("with group sizes %j the noisy ones are %j", (counts, noisy) => {
  expect([...getNoisy(groups(...counts))]).toEqual(noisy);
});

test("quietFirst moves noisy groups to the end and keeps the order", () => {
  const order = quietFirst(groups(142, 12, 300, 3), new Set(["142", "300"]));
  expect(order.map(({ count }) => count)).toEqual([12, 3, 142, 300]);
});
