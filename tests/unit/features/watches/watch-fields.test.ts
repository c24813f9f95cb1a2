import { expect, test } from "vitest";
import type { WatchView } from "@/contract/watch";
import { changedTags } from "@/features/watches/watch-fields";

test.each([
  ["unchanged", ["sales, EU", "brand"], ["sales", "EU", "brand"], ["sales, EU", "brand"]],
  ["one more", ["sales, EU"], ["sales", "EU", "brand"], ["sales", "EU", "brand"]],
  ["removed", ["sales, EU", "brand"], ["brand"], ["brand"]],
])("saves tags with commas: %s", (_name, stored, shown, saved) => {
  expect(changedTags({ tags: stored } as unknown as WatchView, shown)).toEqual(saved);
});
