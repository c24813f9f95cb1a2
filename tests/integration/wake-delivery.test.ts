import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createSubscription, createUser, createWatch } from "../../prisma/factories";
import { runDeliver } from "@/server/operation/cron";
import { wakeDelivery } from "@/server/operation/wake-delivery";
import { pool } from "@/server/platform/database";
import { wakeListeners } from "@/server/platform/wake";
import { emptyOutbox, makeUser, createPendingEmail } from "../support/pending-email";
import { type MailProvider, startMailProvider } from "../support/mail-provider";
import { openStatementLog } from "../support/statement-log";

let provider: MailProvider;
let end: () => Promise<void>;
/** Start of each delivery run (`performance.now()`). */
let calls: number[];
let atOnce: number;

beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = provider.failures.length = 0;
  calls = [];
  atOnce = 0;
});
afterEach(() => end());
afterAll(() => provider.close());

/** Starts the wake loop like the built-in scheduler. Returns after its first check. */
async function wake() {
  const running = new Set<Promise<unknown>>();
  const stop = wakeDelivery(async () => {
    calls.push(performance.now());
    const run = runDeliver();
    running.add(run);
    atOnce = Math.max(atOnce, running.size);
    const tally = await run.finally(() => running.delete(run));
    return "sent" in tally && tally.sent + tally.failed + tally.retried > 0;
  });
  end = async () => {
    stop();
    await Promise.all(running);
  };
  await sleep(2_500);
}

/** Waits for this many emails and returns the time it took (ms). */
async function until(mails: number): Promise<number> {
  const startedMs = performance.now();
  await expect.poll(() => provider.mails.length, { timeout: 60_000, interval: 20 }).toBe(mails);
  return performance.now() - startedMs;
}

test("immediately emails another process's match, and later ones after the throttling window", async () => {
  const user = await createUser({ plan: "pro" });
  const watch = await createWatch(user, { activeSince: new Date(0) });
  const recorder = fork(path.resolve("tests/support/recorder.ts"), {
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  await once(recorder, "message");
  await wake();
  try {
    recorder.send({ watchId: watch.id, fullname: "t3_first" });
    await once(recorder, "message");
    const recordedMs = performance.now();
    await until(1);
    // Without a notification it checks every ten seconds.
    expect(calls[0]! - recordedMs).toBeLessThan(5_000);
    for (const name of ["t3_second", "t3_third"]) recorder.send({ watchId: watch.id, fullname: name });
    await until(2);
    expect(provider.mails[1]!.subject).toMatch(/^2 matches/);
  } finally {
    recorder.kill();
  }
  expect(atOnce).toBe(1);
  // No unnecessary runs: for the first match, for throttling the others, for sending them, and possibly just
  // before.
  expect(calls.length).toBeLessThanOrEqual(5);
});

test("retries a rejected message on time", async () => {
  const user = await makeUser();
  await createSubscription(user);
  provider.failures.push({ status: 429, name: "rate_limit_exceeded", headers: { "retry-after": "3" } });
  await wake();
  const startedMs = performance.now();
  await createPendingEmail(user.id, new Date());
  await wakeListeners(pool());
  // No notification triggers this: the retry is scheduled, after the delay the provider requested.
  await until(1);
  expect(performance.now() - startedMs).toBeGreaterThan(3_000);
});

test("queries the database only every two seconds, however many matches are recorded", async () => {
  const user = await makeUser();
  const log = await openStatementLog();
  await wake();
  const startedMs = performance.now();
  const requested = await log.during(async () => {
    // An email that can't be enqueued yet, while recordings continue.
    await createPendingEmail(user.id, new Date(Date.now() + 3_600_000));
    for (let n = 0; n < 60; n += 1) {
      await wakeListeners(pool());
      await sleep(100);
    }
  });
  const looks = requested.filter((text) => text.includes('"isLeft"'));
  expect(looks.length).toBeGreaterThan(1);
  expect(looks.length).toBeLessThanOrEqual(1 + (performance.now() - startedMs) / 2_000);
  expect(calls).toEqual([]);
});
