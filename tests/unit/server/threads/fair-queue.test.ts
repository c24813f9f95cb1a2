import { expect, test } from "vitest";
import { FairQueue } from "@/server/threads/fair-queue";

const any = () => true;

function queueOf(entries: readonly (readonly [string, string])[], max = { total: 100, perKey: 100 }) {
  const queue = new FairQueue<string>(max);
  const added = entries.map(([key, entry]) => queue.add(key, entry));
  return { queue, added };
}

test("takes keys in turn and keeps the order within each key", () => {
  const { queue } = queueOf([
    ...["a1", "a2", "a3"].map((entry) => ["a", entry] as const),
    ["b", "b1"],
    ["c", "c1"],
    ["b", "b2"],
  ]);
  const served = Array.from({ length: 6 }, () => queue.next(any)?.entry);
  expect(served).toEqual(["a1", "b1", "c1", "a2", "b2", "a3"]);
  expect(queue.next(any)).toBeNull();
  expect(queue.size).toBe(0);
});

test("skips keys that can't run and keeps their position", () => {
  const { queue } = queueOf([
    ["a", "a1"],
    ["b", "b1"],
  ]);
  expect(queue.next((key) => key !== "a")?.entry).toBe("b1");
  expect(queue.next((key) => key !== "a")).toBeNull();
  expect(queue.next(any)).toEqual({ key: "a", entry: "a1" });
});

test("rejects entries beyond the limit of a key and of the queue", () => {
  const { queue, added } = queueOf(
    [
      ["a", "a1"],
      ["a", "a2"],
      ["a", "a3"],
      ["b", "b1"],
      ["c", "c1"],
    ],
    { total: 3, perKey: 2 },
  );
  expect(added).toEqual(["added", "added", "too-many", "added", "full"]);
  expect(queue.size).toBe(3);
  queue.next(any);
  expect(queue.add("c", "c1")).toBe("added");
});
