import { EventEmitter } from "node:events";
import type pg from "pg";
import { afterEach, expect, test, vi } from "vitest";
import { waitForIdle } from "@/server/platform/wait-for-idle";

const contextKey = Symbol.for("@vercel/request-context");

afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, contextKey);
});

test("keeps the instance running until the connections used last are closed", async () => {
  vi.useFakeTimers();
  const ended: string[] = [];
  const names = ["first", "second"];
  Reflect.set(globalThis, contextKey, {
    get: () => ({
      waitUntil: (promise: Promise<void>) => {
        const name = names.shift()!;
        void promise.then(() => ended.push(name));
      },
    }),
  });
  const pool = new EventEmitter();
  waitForIdle(pool as pg.Pool, 5_000);
  pool.emit("release");
  await vi.advanceTimersByTimeAsync(3_000);
  pool.emit("release");
  await vi.advanceTimersByTimeAsync(4_999);
  expect(ended).toEqual(["first"]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(ended).toEqual(["first", "second"]);
});

test("waits for nothing outside of a request", () => {
  vi.useFakeTimers();
  const pool = new EventEmitter();
  waitForIdle(pool as pg.Pool, 5_000);
  pool.emit("release");
  expect(vi.getTimerCount()).toBe(0);
});
