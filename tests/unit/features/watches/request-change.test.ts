import { afterEach, expect, test, vi } from "vitest";
import { api } from "@/browser/api";
import type { WatchView } from "@/contract/watch";
import { changeText, requestChange } from "@/features/watches/request-change";

afterEach(() => vi.restoreAllMocks());

const counts = { added: 2, dropped: 1, unchanged: 3, isPartial: false };

async function textOf(change: Partial<typeof counts>): Promise<string[]> {
  vi.spyOn(api, "call").mockResolvedValue({ ...counts, ...change } as never);
  const draft = { keyword: "halyard", expression: null, filters: {}, places: [] };
  return changeText(await requestChange({ _id: "1" } as WatchView, draft as never));
}

test("confirms changes that drop matches or could not be counted", async () => {
  const unknown = "We couldn't count the matches of the last 90 days. You can still save.";
  expect(await textOf({})).toEqual([
    "This change drops 1 match of the last 90 days, adds 2 and leaves 3 unchanged. Notifications in your inbox stay where they are.",
  ]);
  expect((await textOf({ isPartial: true }))[0]).toContain("This change drops 1 match");
  expect(await textOf({ dropped: 0 })).toEqual([]);
  expect(await textOf({ dropped: 0, isPartial: true })).toEqual([]);
  expect(await textOf({ added: 0, dropped: 0, unchanged: 0 })).toEqual([]);
  expect(await textOf({ added: 0, dropped: 0, unchanged: 0, isPartial: true })).toEqual([unknown]);
  vi.spyOn(api, "call").mockRejectedValue(new Error("offline"));
  const away = await requestChange({ _id: "1" } as WatchView, { places: [] } as never);
  expect(changeText(away)).toEqual([unknown]);
});
