import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import type { RunContext } from "@/server/platform/run-context";
import { repeatMessages } from "@/server/reading/repeat-messages";

const minuteMs = 60_000;

function startRun() {
  const clock = { ms: 0, now: () => new Date(clock.ms) };
  const run: RunContext = { clock: clock.now, faults: [], deadline: new Date(minuteMs) };
  let isSending = false;
  /** Sends one message per virtual second until the deadline, from an endless backlog. */
  const sendMessages = async (sending: RunContext) => {
    isSending = true;
    while (sending.clock() < sending.deadline) {
      clock.ms += 1_000;
      await sleep(0);
    }
  };
  const begun = async () => {
    while (!isSending) await sleep(0);
  };
  return { clock, run, sendMessages, begun };
}

test("a backlog of messages ends soon after the last read if other runs send the rest", async () => {
  const { clock, run, sendMessages, begun } = startRun();
  const messages = repeatMessages(run, sendMessages, 2_000);
  messages.soon();
  await begun();
  const stoppedMs = clock.ms;
  await messages.stop();
  expect(clock.ms - stoppedMs).toBeLessThanOrEqual(2_000);
  expect(run.faults).toEqual([]);
});

test("otherwise messages are sent until the run's deadline", async () => {
  const { clock, run, sendMessages, begun } = startRun();
  const messages = repeatMessages(run, sendMessages);
  messages.soon();
  await begun();
  await messages.stop();
  expect(clock.ms).toBe(minuteMs);
});

test("matches of the last read are still sent", async () => {
  const { run } = startRun();
  let sent = 0;
  const messages = repeatMessages(
    run,
    async ({ clock, deadline }) => void (sent += Number(clock() < deadline)),
    2_000,
  );
  await messages.stop();
  expect(sent).toBe(1);
});
