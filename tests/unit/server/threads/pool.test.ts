import { Worker } from "node:worker_threads";
import { afterEach, expect, test, vi } from "vitest";
import { poolLimits, ThreadPool, type TaskOwner } from "@/server/threads/pool";
import { TaskError } from "@/server/threads/task-error";

/**
 * A worker controlled by its input. `begun` is a counter in shared memory; `gate` blocks the task until it is
 * opened.
 */
const thread = `
  const { parentPort, threadId } = require("node:worker_threads");
  parentPort.on("message", ({ input: { act, gate, begun } }) => {
    parentPort.postMessage({ isLoaded: true });
    if (begun) Atomics.add(begun, 0, 1);
    if (gate) Atomics.wait(gate, 0, 0);
    if (act === "hang") for (;;);
    if (act === "leave") process.exit(1);
    if (act === "eat") for (const held = []; ; ) held.push(new Array(1e5).fill({}));
    if (act === "throw") return parentPort.postMessage({ thrown: "Error: no" });
    parentPort.postMessage({ output: { act, threadId } });
  });
  parentPort.postMessage({ isReady: true });
`;

interface Order {
  act: string;
  gate?: Int32Array;
  begun?: Int32Array;
}
interface Done {
  act: string;
  threadId: number;
}

let started = 0;
let pool: ThreadPool;
function makePool(limits: Partial<typeof poolLimits> = {}): ThreadPool {
  started = 0;
  const resourceLimits = { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 };
  const begin = () => {
    started += 1;
    return new Worker(thread, { eval: true, execArgv: [], resourceLimits });
  };
  const deadlinesMs = { ...poolLimits.deadlinesMs, render: 300_000 };
  pool = new ThreadPool(begin, { ...poolLimits, startMs: 60_000, deadlinesMs, ...limits });
  return pool;
}
afterEach(() => pool.end());

const run = (order: Order, owner: Partial<TaskOwner> = {}) =>
  pool.run("render", order as never, {
    key: "a",
    isBackground: false,
    ...owner,
  }) as unknown as Promise<Done>;

const shared = () => new Int32Array(new SharedArrayBuffer(4));
function open(gate: Int32Array): void {
  Atomics.store(gate, 0, 1);
  Atomics.notify(gate, 0);
}
const hasBegun = (begun: Int32Array, count: number) =>
  vi.waitFor(() => expect(Atomics.load(begun, 0)).toBe(count), { timeout: 60_000 });

test("runs tasks in one thread if they come one after another", async () => {
  makePool();
  const first = await run({ act: "one" });
  expect(first.act).toBe("one");
  expect(await run({ act: "two" })).toEqual({ act: "two", threadId: first.threadId });
  expect(started).toBe(1);
});

test.each([
  ["hang", "late"],
  ["leave", "ended"],
  ["eat", "memory"],
])("replaces the thread of a task that does %s", async (act, failure) => {
  const deadlinesMs = { ...poolLimits.deadlinesMs, render: act === "hang" ? 200 : 300_000 };
  makePool({ deadlinesMs });
  await expect(run({ act })).rejects.toMatchObject({ name: "TaskError", failure });
  deadlinesMs.render = 300_000;
  expect(await run({ act: "next" })).toMatchObject({ act: "next" });
  expect(started).toBe(2);
});

test("keeps the thread of a task that throws", async () => {
  makePool();
  await expect(run({ act: "throw" })).rejects.toMatchObject({ failure: "threw", message: "Error: no" });
  await run({ act: "next" });
  expect(started).toBe(1);
});

test("counts the deadline from the moment the task is loaded, not started", async () => {
  const late = `
    const { parentPort } = require("node:worker_threads");
    parentPort.on("message", () => {
      setTimeout(() => parentPort.postMessage({ isLoaded: true }), 400);
      setTimeout(() => parentPort.postMessage({ output: "slow to load" }), 450);
    });
    parentPort.postMessage({ isReady: true });
  `;
  const deadlinesMs = { ...poolLimits.deadlinesMs, render: 300 };
  const begin = () => new Worker(late, { eval: true, execArgv: [] });
  pool = new ThreadPool(begin, { ...poolLimits, deadlinesMs });
  expect(await run({ act: "one" })).toBe("slow to load");
});

test("runs a key's tasks in one thread, so hanging ones leave the other threads free", async () => {
  makePool();
  const [gate, begun] = [shared(), shared()];
  const own = Array.from({ length: 6 }, () => run({ act: "slow", gate, begun }));
  await hasBegun(begun, 1);
  expect(await run({ act: "other" }, { key: "b" })).toMatchObject({ act: "other" });
  expect(Atomics.load(begun, 0)).toBe(1);
  open(gate);
  await Promise.all(own);
});

test("background tasks leave threads free for requests, for any number of hosts", async () => {
  makePool();
  const [gate, begun] = [shared(), shared()];
  const parsed = Array.from({ length: 8 }, (_, host) =>
    run({ act: "parse", gate, begun }, { key: `host ${host}`, isBackground: true }),
  );
  await hasBegun(begun, poolLimits.backgroundThreads);
  expect(await run({ act: "request" })).toMatchObject({ act: "request" });
  expect(Atomics.load(begun, 0)).toBe(poolLimits.backgroundThreads);
  open(gate);
  await Promise.all(parsed);
});

test("requests leave a thread to a waiting background task", async () => {
  makePool({ threads: 2, backgroundThreads: 1 });
  const [first, others] = [shared(), shared()];
  const requests = ["a", "b", "c", "d"].map((key) =>
    run({ act: "slow", gate: key === "a" ? first : others }, { key }),
  );
  const parsed = run({ act: "parse" }, { key: "host", isBackground: true });
  open(first);
  expect(await parsed).toMatchObject({ act: "parse" });
  open(others);
  await Promise.all(requests);
});

test("never has more threads than its limit", async () => {
  makePool();
  const [gate, begun] = [shared(), shared()];
  const tasks = Array.from({ length: 12 }, (_, user) =>
    run({ act: "slow", gate, begun }, { key: `${user}` }),
  );
  await hasBegun(begun, poolLimits.threads);
  expect(started).toBe(poolLimits.threads);
  open(gate);
  await Promise.all(tasks);
  expect(started).toBe(poolLimits.threads);
});

test("rejects tasks when too many are queued, per key and in total", async () => {
  makePool({ queued: { total: 3, perKey: 2 } });
  const [gate, begun] = [shared(), shared()];
  const running = Array.from({ length: 4 }, (_, user) =>
    run({ act: "slow", gate, begun }, { key: `${user}` }),
  );
  await hasBegun(begun, 4);
  const waiting = [run({ act: "w" }), run({ act: "w" })];
  await expect(run({ act: "w" })).rejects.toMatchObject({ failure: "too-many" });
  waiting.push(run({ act: "w" }, { key: "b" }));
  await expect(run({ act: "w" }, { key: "c" })).rejects.toBeInstanceOf(TaskError);
  await expect(run({ act: "w" }, { key: "c" })).rejects.toMatchObject({ failure: "full" });
  open(gate);
  await Promise.all([...running, ...waiting]);
  expect(await run({ act: "again" }, { key: "c" })).toMatchObject({ act: "again" });
});

test("ends idle threads and starts another for the next task", async () => {
  makePool({ idleMs: 1 });
  const first = await run({ act: "one" });
  await vi.waitFor(async () => expect((await run({ act: "two" })).threadId).not.toBe(first.threadId), {
    interval: 50,
    timeout: 60_000,
  });
});

test("ready starts one thread, and rejects if that fails", async () => {
  makePool();
  await pool.ready();
  await run({ act: "one" });
  expect(started).toBe(1);
  const broken = new ThreadPool(() => new Worker("throw new Error('no')", { eval: true, execArgv: [] }));
  await expect(broken.ready()).rejects.toMatchObject({ failure: "ended" });
  await expect(broken.ready()).rejects.toMatchObject({ failure: "ended" });
});

test("rejects input that can't be cloned and keeps the threads", async () => {
  makePool();
  await run({ act: "one" });
  await expect(run({ act: (() => "x") as never })).rejects.toThrow("could not be cloned");
  await run({ act: "two" });
  expect(started).toBe(1);
});
