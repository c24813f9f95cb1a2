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

/** By then this process answers what it calls. */
const serverReadyMs = 5_000;

/** The app's own clock: calls the cron routes as any schedule would, never twice at once, and delivers what is due when it is. */
export function startClock(): void {
  for (const [name, schedule] of Object.entries(schedules) as [CronName, string][]) {
    new Cron(schedule, { protect: true, unref: true }, async () => void (await call(name)));
  }
  const deliver = async () => didSomething(await call("deliver"));
  setTimeout(() => inBackground(() => wakeDelivery(deliver)), serverReadyMs).unref();
  void keepPolling();
  void keepListening();
}

/** A call that ended sooner did not listen: another process does, or something is in trouble. */
const listenedMs = 5_000;
/** So long it waits then; with a lease of eight seconds another process is followed within fifteen. */
const againMs = 2_000;

/** Whoever listens stays with it as long as a call may take; the next call follows at once, or what is told would wait. */
async function keepListening(): Promise<void> {
  for (let waitMs = serverReadyMs; !stopping().requested;) {
    await sleep(waitMs, undefined, { ref: false });
    const begunMs = performance.now();
    await call("listen");
    waitMs = performance.now() - begunMs < listenedMs ? againMs : 0;
  }
}

/** One poll follows the other, so that what is read every few seconds never waits for a tick: at its time, or as soon as the one before is over. */
async function keepPolling(): Promise<void> {
  const pause = (ms: number) => sleep(ms, undefined, { ref: false });
  await pause(serverReadyMs);
  while (!stopping().requested) await Promise.all([call("poll"), pause(ownPollMs)]);
}

const counted = z.object({ sent: z.number(), failed: z.number(), retried: z.number() });

/** Of what a delivery run answers; one that was skipped did nothing. */
function didSomething(tally: unknown): boolean {
  const { data } = counted.safeParse(tally);
  return data !== undefined && data.sent + data.failed + data.retried > 0;
}

/** Answers what the route did; null where it failed. */
async function call(name: CronName): Promise<unknown> {
  if (stopping().requested) return null;
  const { HOST, PORT, CRON_SECRET } = env();
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST;
  try {
    const answer = await fetch(`http://${host}:${PORT}/api/cron/${name}`, {
      headers: { authorization: `Bearer ${CRON_SECRET}` },
      signal: AbortSignal.timeout(timeLimitMs[name]),
    });
    if (answer.ok) return await answer.json();
    log().error({ route: name, status: answer.status }, "a cron call failed");
  } catch (error) {
    // The next tick calls again; /api/health shows what is missed.
    log().error({ route: name, ...loggedError(error) }, "a cron call failed");
  }
  return null;
}
