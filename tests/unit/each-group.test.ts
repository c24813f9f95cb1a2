import { expect, test } from "vitest";
import { eachGroup } from "@/server/delivery/each-group";

test("handles results before the slowest, and errors after everything has ended", async () => {
  let endSlow: (result: string) => void = () => undefined;
  const slow = new Promise<string>((resolve) => (endSlow = resolve));
  const failed = Promise.reject(new Error("one failed"));
  const groups: string[][] = [];
  const done = eachGroup([Promise.resolve("first"), failed, slow], 1, async (group) => {
    groups.push(group);
    // The rest is still handled.
    if (groups.length === 1) throw new Error("not recorded");
    return Promise.resolve();
  });
  await expect.poll(() => groups).toEqual([["first"]]);
  endSlow("last");
  await expect(done).rejects.toThrow("one failed");
  expect(groups).toEqual([["first"], ["last"]]);
});
