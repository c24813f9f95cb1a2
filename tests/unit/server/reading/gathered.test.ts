import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { StreamBatch } from "@/domain/reading/stream";
import { gathered } from "@/server/reading/gathered";

const chunk = (n: number, events = 1): StreamBatch => ({
  ...{ happened: [], cursor: String(n), at: new Date(0), events, skipped: 0, gap: null },
});
const numbers = (batch: readonly StreamBatch[]) => batch.map(({ cursor }) => Number(cursor));

test("combines available batches, up to a thousand events", async () => {
  async function* line() {
    for (let n = 0; n < 5; n += 1) yield chunk(n, 400);
  }
  const batches: number[][] = [];
  for await (const batch of gathered(line(), new AbortController())) batches.push(numbers(batch));
  expect(batches).toEqual([
    [0, 1, 2],
    [3, 4],
  ]);
});

test("reads only one more batch while another one is processed", async () => {
  let used = 0;
  async function* line() {
    for (;;) yield chunk(used++, 1_000);
  }
  const stop = new AbortController();
  for await (const batch of gathered(line(), stop)) {
    const before = used;
    await sleep(60);
    expect(used - before).toBeLessThanOrEqual(1);
    if (numbers(batch)[0]! >= 3) break;
  }
  expect(stop.signal.aborted).toBe(true);
});

test("yields empty batches while idle, and closes a waiting stream", async () => {
  const stop = new AbortController();
  let isClosed = false;
  async function* line(): AsyncGenerator<StreamBatch> {
    try {
      await sleep(60_000, undefined, { signal: stop.signal }).catch(() => undefined);
      yield* [];
    } finally {
      isClosed = true;
    }
  }
  for await (const batch of gathered(line(), stop)) {
    expect(batch).toEqual([]);
    break;
  }
  expect(isClosed).toBe(true);
});

test("returns received events before the stream's error", async () => {
  async function* line() {
    yield chunk(1);
    await Promise.resolve();
    throw new Error("lost");
  }
  const got: number[] = [];
  const read = async () => {
    for await (const batch of gathered(line(), new AbortController())) got.push(...numbers(batch));
  };
  await expect(read()).rejects.toThrow("lost");
  expect(got).toEqual([1]);
});
