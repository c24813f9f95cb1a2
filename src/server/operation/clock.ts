import { setTimeout as sleep } from "node:timers/promises";
import { Cron } from "croner";
import { z } from "zod";
import { log, loggedError } from "@/server/platform/log";
import { inBackground } from "@/server/platform/work";
import { ownPollMs, stopping, type CronName } from "@/server/platform/run";
import { runDeliver, runListen, runPoll, runRetention } from "./cron";
import { wakeDelivery } from "./wake-delivery";

const schedules: Record<Exclude<CronName, "poll" | "listen">, string> = {
  deliver: "10 * * * * *",
  retention: "30 7 * * * *",
};

const runs: Record<CronName, () => Promise<unknown>> = {
  poll: runPoll,
  listen: runListen,
  deliver: runDeliver,
  retention: runRetention,
};

/**
 * The built-in scheduler: starts each job at its schedule, one run per job at a time, and delivers messages
 * when they become due.
 */
export function startClock(): void {
  for (const [name, schedule] of Object.entries(schedules) as [CronName, string][]) {
    new Cron(schedule, { protect: true, unref: true }, async () => void (await run(name)));
  }
  const deliver = async () => didSomething(await run("deliver"));
  inBackground(() => wakeDelivery(deliver));
  void keepPolling();
  void keepListening();
}

/** If `listen` returned earlier (ms), another process is listening or something failed. */
const listenedMs = 5_000;
/** Delay before the next attempt (ms). With a lease of 8 s, takeover takes at most 15 s. */
const againMs = 2_000;

/** Keeps one `listen` run active: when it ends, the next one starts immediately, so no events are delayed. */
async function keepListening(): Promise<void> {
  for (let waitMs = 0; !stopping().requested;) {
    await sleep(waitMs, undefined, { ref: false });
    const startedMs = performance.now();
    await run("listen");
    waitMs = performance.now() - startedMs < listenedMs ? againMs : 0;
  }
}

/** Runs polls back to back, at least `ownPollMs` apart, so fast sites don't have to wait for a schedule. */
async function keepPolling(): Promise<void> {
  const pause = () => sleep(ownPollMs, undefined, { ref: false });
  while (!stopping().requested) await Promise.all([run("poll"), pause()]);
}

const counted = z.object({ sent: z.number(), failed: z.number(), retried: z.number() });

/** True if a delivery run processed anything. False if it was skipped. */
function didSomething(tally: unknown): boolean {
  const { data } = counted.safeParse(tally);
  return data !== undefined && data.sent + data.failed + data.retried > 0;
}

/** Runs one job and returns its result, or null if it failed. */
async function run(name: CronName): Promise<unknown> {
  if (stopping().requested) return null;
  try {
    return await runs[name]();
  } catch (error) {
    // The next tick retries. /api/health reports missed runs.
    log().error({ route: name, ...loggedError(error) }, "a run failed");
    return null;
  }
}
