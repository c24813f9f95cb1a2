import { afterEach, expect, test, vi } from "vitest";
import { api } from "@/browser/api";
import { AppError } from "@/contract/errors";
import { findPlace } from "@/features/watches/look-up-place";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const refused = (retryAfter: number) => new AppError("PLACE_RATE_LIMIT_EXCEEDED", undefined, { retryAfter });

test("waits for a short rate limit and retries", async () => {
  vi.useFakeTimers();
  const found = { exists: true, site: "github", name: "o/r", label: "o/r", url: null };
  const read = vi.spyOn(api, "read").mockRejectedValueOnce(refused(20)).mockResolvedValueOnce(found);
  const result = findPlace("github.com/o/r");
  await vi.advanceTimersByTimeAsync(19_000);
  expect(read).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await result).toEqual(found);
});

test.each([
  ["a long rate limit", refused(1_800), "unchecked"],
  ["a site that can't be reached", new AppError("UPSTREAM_UNAVAILABLE"), "unchecked"],
  ["another error", new AppError("INTERNAL_ERROR"), "lost"],
])("doesn't call a URL invalid after %s", async (_, error, result) => {
  vi.spyOn(api, "read").mockRejectedValue(error);
  expect(await findPlace("github.com/o/r")).toBe(result);
});
