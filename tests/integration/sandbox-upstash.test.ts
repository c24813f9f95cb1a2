import { Ratelimit } from "@upstash/ratelimit";
import { Redis } from "@upstash/redis";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";

let started: StartedSandbox;
let redis: Redis;

beforeAll(async () => {
  started = await startSandbox({ stream: false });
  redis = client("sandbox-upstash-token");
});
beforeEach(() => {
  started.sandbox.reset();
  // Fake the clock, because one-day windows end at midnight.
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => started.close());

function client(token: string, more: object = {}): Redis {
  return new Redis({ url: `${started.url}/upstash`, token, retry: { retries: 0 }, ...more });
}

test("the official client writes and reads, with and without base64", async () => {
  for (const responseEncoding of ["base64", false] as const) {
    const speaking = client("sandbox-upstash-token", { responseEncoding, enableAutoPipelining: false });
    expect(await speaking.set("word", "Zürich ✓")).toBe("OK");
    expect(await speaking.get("word")).toBe("Zürich ✓");
    expect(await speaking.get("none")).toBeNull();
    expect(await speaking.incr(`count-${String(responseEncoding)}`)).toBe(1);
  }
});

test("a pipeline is one request, and each command can fail separately", async () => {
  const pipeline = redis.pipeline().set("one", 1).evalsha("0".repeat(40), [], []).get("one");
  const before = started.sandbox.upstash.requests;
  const [set, missing, read] = await pipeline.exec({ keepErrors: true });
  expect(started.sandbox.upstash.requests).toBe(before + 1);
  expect([set?.result, read?.result]).toEqual(["OK", 1]);
  expect(missing?.error).toContain("NOSCRIPT");
  expect(await redis.multi().incr("n").incr("n").exec()).toEqual([1, 2]);
});

test("rejects a wrong token", async () => {
  await expect(client("wrong").get("word")).rejects.toThrow("WRONGPASS");
});

test("returns a protocol error for an unknown command", async () => {
  await expect(client("sandbox-upstash-token").lpush("list", 1)).rejects.toThrow("unknown command 'lpush'");
});

test.each([
  ["fixedWindow", Ratelimit.fixedWindow(7, "1 d")],
  ["slidingWindow", Ratelimit.slidingWindow(7, "1 d")],
])("the rate limiter's script passes exactly its limit (%s)", async (prefix, limiter) => {
  const limit = new Ratelimit({ redis, limiter, prefix, ephemeralCache: false });
  const responses = await Promise.all(Array.from({ length: 30 }, () => limit.limit("somebody")));
  expect(responses.filter(({ success }) => success)).toHaveLength(7);
  expect((await limit.limit("somebody else")).success).toBe(true);
});

test("fails and slows down on demand", async () => {
  started.failures.set({ mode: "json", service: "upstash", status: 500, count: 1 });
  await expect(redis.get("word")).rejects.toThrow();
  started.failures.set({ mode: "cut", service: "upstash", count: 1 });
  await expect(redis.get("word")).rejects.toThrow();
  started.failures.set({ mode: "slow", service: "upstash", waitSeconds: 5, count: 1 });
  const hurried = client("sandbox-upstash-token", { signal: () => AbortSignal.timeout(100) });
  await expect(hurried.get("word")).rejects.toThrow();
  expect(await redis.get("word")).toBeNull();
});
