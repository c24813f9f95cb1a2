import { setTimeout as sleep } from "node:timers/promises";
import { Cron } from "croner";
import * as z from "zod";
import { log, loggedError } from "@/server/platform/log";
import { inBackground } from "@/server/platform/work";
import { ownPollMs, stopping, type CronName } from "@/server/platform/run";
import { joinWorkers } from "@/server/platform/worker-share";
import { runDeliver, runListen, runPoll, runRetention } from "./cron";
import { wakeDelivery } from "./wake-delivery";

/** Rechecks use 40 % of a retention run, so every 15 minutes they take a tenth of a host's time. */
export const schedules: Record<Exclude<CronName, "poll" | "listen">, string> = {
  deliver: "10 * * * * *",
  retention: "30 7,22,37,52 * * * *",
};

type Tally = object & { skipped?: true };
const runs: Record<CronName, () => Promise<Tally>> = {
  poll: () => runPoll({ lastsMs: ownPollMs }),
  listen: runListen,
  deliver: runDeliver,
  retention: runRetention,
};

/** One run per job at a time. Delivers messages when they become due. */
export function startClock(): void {
  for (const [name, schedule] of Object.entries(schedules) as [CronName, string][]) {
    new Cron(schedule, { protect: true, unref: true }, async () => void (await run(name)));
  }
  const deliver = async () => hasProcessedDeliveries(await run("deliver"));
  inBackground(() => wakeDelivery(deliver));
  stopping().atStop.add(joinWorkers());
  // While one run reads this worker's sites, the second waits for those of a worker that ends.
  for (const name of ["poll", "listen"] as const) {
    void keepRunning(name);
    void keepRunning(name);
  }
}

/** Delay before a run that could claim nothing, or failed, is tried again (ms). */
const againMs = 2_000;

async function keepRunning(name: "poll" | "listen"): Promise<void> {
  while (!stopping().requested) {
    const tally = await run(name);
    if (tally === null || tally.skipped) await sleep(againMs, undefined, { ref: false });
  }
}

const counted = z.object({ sent: z.number(), failed: z.number(), retried: z.number() });

function hasProcessedDeliveries(tally: unknown): boolean {
  const { data } = counted.safeParse(tally);
  return data !== undefined && data.sent + data.failed + data.retried > 0;
}

async function run(name: CronName): Promise<Tally | null> {
  if (stopping().requested) return null;
  try {
    return await runs[name]();
  } catch (error) {
    // The next tick retries. /api/health reports missed runs.
    log().error({ route: name, ...loggedError(error) }, "a run failed");
    return null;
  }
}
