import { Cron } from "croner";
import { env } from "@/env";
import { log, loggedError } from "@/server/platform/log";
import { stopping, timeLimitMs, type CronName } from "@/server/platform/run";

/** A match is mailed at the end of the poll that found it, so this is most of what somebody waits. */
const schedules: Record<CronName, string> = {
  poll: "*/20 * * * * *",
  deliver: "10 * * * * *",
  retention: "30 7 * * * *",
};

/** The app's own clock: calls the cron routes as any schedule would, never twice at once. */
export function startClock(): void {
  for (const [name, schedule] of Object.entries(schedules) as [CronName, string][]) {
    new Cron(schedule, { protect: true, unref: true }, () => call(name));
  }
}

async function call(name: CronName): Promise<void> {
  if (stopping().requested) return;
  const { HOST, PORT, CRON_SECRET } = env();
  const host = HOST === "0.0.0.0" ? "127.0.0.1" : HOST;
  try {
    const answer = await fetch(`http://${host}:${PORT}/api/cron/${name}`, {
      headers: { authorization: `Bearer ${CRON_SECRET}` },
      signal: AbortSignal.timeout(timeLimitMs[name]),
    });
    if (!answer.ok) log().error({ route: name, status: answer.status }, "a cron call failed");
  } catch (error) {
    // The next tick calls again; /api/health shows what is missed.
    log().error({ route: name, ...loggedError(error) }, "a cron call failed");
  }
}
