import { expect, it } from "vitest";
import { Turns } from "@/channels/telegram/turns";

/** A clock that moves when all have to wait: to the earliest time that anyone waits for. */
function simulated() {
  let nowMs = 1_000_000;
  const waiting: { untilMs: number; wake: () => void }[] = [];
  const wait = (ms: number) => new Promise<void>((wake) => void waiting.push({ untilMs: nowMs + ms, wake }));
  const clock = () => nowMs;
  async function runUntilDone(work: Promise<unknown>): Promise<void> {
    let isDone = false;
    void work.then(() => (isDone = true));
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      if (isDone) return;
      waiting.sort((a, b) => a.untilMs - b.untilMs);
      const next = waiting.shift()!;
      nowMs = Math.max(nowMs, next.untilMs);
      next.wake();
    }
  }
  return { turns: new Turns(wait), wait, clock, runUntilDone };
}

/** Largest number of times within `ms` of each other. */
function maxWithin(times: number[], ms: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(...sorted.map((at) => sorted.filter((other) => other >= at && other < at + ms).length));
}

it.each([
  ["50 chats", (n: number) => String(1 + (n % 50)), 1, 1_000, 1_000],
  ["a group", () => "-100", 20, 60_000, 100],
])("sends a burst to %s within all limits", async (_, chatOf, max, ms, count) => {
  const { turns, wait, clock, runUntilDone } = simulated();
  const sent: { chat: string; atMs: number }[] = [];
  const send = async (chat: string): Promise<void> => {
    for (let waitMs = 1; waitMs > 0;) {
      waitMs = await turns.take(chat, clock);
      if (waitMs > 0) await wait(waitMs);
    }
    sent.push({ chat, atMs: clock() });
    turns.end(chat, clock());
  };
  const left = Array.from({ length: count }, (_message, n) => chatOf(n));
  // As many as all batches of a process.
  const workers = Array.from({ length: 80 }, async () => {
    for (let chat = left.shift(); chat !== undefined; chat = left.shift()) await send(chat);
  });
  await runUntilDone(Promise.all(workers));
  expect(sent).toHaveLength(count);
  const timesOf = (chat: string) => sent.filter((one) => one.chat === chat).map(({ atMs }) => atMs);
  for (const chat of new Set(sent.map((one) => one.chat)))
    expect(maxWithin(timesOf(chat), ms)).toBeLessThanOrEqual(max);
  expect(
    maxWithin(
      sent.map(({ atMs }) => atMs),
      1_000,
    ),
  ).toBeLessThanOrEqual(30);
});

it("requeues a message whose chat isn't free soon, without delaying other chats", async () => {
  const { turns, clock } = simulated();
  turns.delay("1", clock() + 60_000);
  expect(await turns.take("1", clock)).toBe(60_000);
  expect(await turns.take("2", clock)).toBe(0);
});

it("counts from the end of a slow request", async () => {
  const { turns, wait, clock, runUntilDone } = simulated();
  await turns.take("1", clock);
  await runUntilDone(wait(700));
  turns.end("1", clock());
  const endedMs = clock();
  await runUntilDone(turns.take("1", clock));
  expect(clock() - endedMs).toBe(1_000);
});

it("replies only if the chat is free, and four times per second overall", async () => {
  const { turns, clock, wait, runUntilDone } = simulated();
  expect(await turns.handleReply("1", clock)).toBe(true);
  expect(await turns.handleReply("2", clock)).toBe(false);
  await runUntilDone(wait(250));
  expect(await turns.handleReply("1", clock)).toBe(false);
  expect(await turns.handleReply("2", clock)).toBe(true);
});
