import { setTimeout as sleep } from "node:timers/promises";
import { Cron } from "croner";
import { z } from "zod";
import { env } from "@/env";
import { log, loggedError } from "@/server/platform/log";
import { inBackground } from "@/server/platform/work";
import { ownPollMs, stopping, timeLimitMs, type CronName } from "@/server/platform/run";
import { wakeDelivery } from "./wake-delivery";

const schedules: Record<Exclude<CronName, "poll" | "listen">, string> = {
  deliver: "10 * * * * *",
  retention: "30 7 * * * *",
};

/** Delay after startup, when this process accepts requests (ms). */
const serverReadyMs = 5_000;

/**
 * The built-in scheduler: calls each cron route at its schedule, one request per route at a time, and
 * delivers messages when they become due.
 */
export function startClock(): void {
  for (const [name, schedule] of Object.entries(schedules) as [CronName, string][]) {
    new Cron(schedule, { protect: true, unref: true }, async () => void (await call(name)));
  }
  const deliver = async () => didSomething(await call("deliver"));
  setTimeout(() => inBackground(() => wakeDelivery(deliver)), serverReadyMs).unref();
  void keepPolling();
  void keepListening();
}

/** If `listen` returned earlier (ms), another process is listening or something failed. */
const listenedMs = 5_000;
/** Delay before the next attempt (ms). With a lease of 8 s, takeover takes at most 15 s. */
const againMs = 2_000;

/**
 * Keeps one `listen` request open at all times: when it returns, the next one starts immediately, so no
 * events are delayed.
 */
async function keepListening(): Promise<void> {
  for (let waitMs = serverReadyMs; !stopping().requested;) {
    await sleep(waitMs, undefined, { ref: false });
    const startedMs = performance.now();
    await call("listen");
    waitMs = performance.now() - startedMs < listenedMs ? againMs : 0;
  }
}

/** Runs polls back to back, at least `ownPollMs` apart, so fast sites don't have to wait for a schedule. */
async function keepPolling(): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { ref: false });
  await pause(serverReadyMs);
  while (!stopping().requested) await Promise.all([call("poll"), pause(ownPollMs)]);
}

const counted = z.object({ sent: z.number(), failed: z.number(), retried: z.number() });

/** True if a delivery run processed anything. False if it was skipped. */
function didSomething(tally: unknown): boolean {
  const { data } = counted.safeParse(tally);
  return data !== undefined && data.sent + data.failed + data.retried > 0;
}

/** Calls a cron route and returns its result, or null if it failed. */
async function call(name: CronName): Promise<unknown> {
  if (stopping().requested) return null;
  const { HOST, PORT, CRON_SECRET } = env();
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST;
  try {
    const response = await fetch(`http://${host}:${PORT}/api/cron/${name}`, {
      headers: { authorization: `Bearer ${CRON_SECRET}` },
      signal: AbortSignal.timeout(timeLimitMs[name]),
    });
    if (response.ok) return await response.json();
    log().error({ route: name, status: response.status }, "a cron call failed");
  } catch (error) {
    // The next tick retries. /api/health reports missed runs.
    log().error({ route: name, ...loggedError(error) }, "a cron call failed");
  }
  return null;
}
