import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deleteWatches } from "@/features/watches/delete-watches";

const ids = Array.from({ length: 2_500 }, (_, number) => `watch ${number}`);
/** The first id and the number of ids of each request. */
const sent: [string, number][] = [];
let responses: Response[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => undefined });
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    const request = JSON.parse(body) as { ids: [string] };
    sent.push([request.ids[0], request.ids.length]);
    return responses.shift() ?? Response.json({ updated: request.ids.length });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("waits for the rate limit, then deletes the rest", async () => {
  const limited = { code: "KEYWORD_RATE_LIMIT_EXCEEDED", message: "Too many requests", retryAfter: 12 };
  responses = [Response.json({ updated: 1_000 }), Response.json(limited, { status: 429 })];
  const deleted = deleteWatches(ids);
  await vi.advanceTimersByTimeAsync(11_999);
  expect(sent).toEqual([
    ["watch 0", 1_000],
    ["watch 1000", 1_000],
  ]);
  await vi.advanceTimersByTimeAsync(1);
  await deleted;
  expect(sent.slice(2)).toEqual([
    ["watch 1000", 1_000],
    ["watch 2000", 500],
  ]);
});

test("stops at any other error", async () => {
  responses = [Response.json({ code: "INTERNAL_ERROR", message: "Failed" }, { status: 500 })];
  await expect(deleteWatches(ids)).rejects.toMatchObject({ code: "INTERNAL_ERROR" });
  expect(sent).toHaveLength(1);
});
