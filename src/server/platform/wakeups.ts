import { perProcess } from "@/adapters/per-process";
import { log } from "./log";
import { doNotificationsArrive } from "./wake";
import { inBackground } from "./work";

const everyMs = 60_000;

const problem =
  "Notifications from PostgreSQL don't arrive. If DATABASE_URL is a pooler, set DIRECT_DATABASE_URL.";

const state = () => perProcess("earshotWakeups", () => ({ isLost: false }));

export function wakeupsProblem(): string | null {
  return state().isLost ? problem : null;
}

/** Checks once whether notifications arrive. Logs one line when they stop arriving. */
export async function checkWakeups(): Promise<void> {
  // While the database is unavailable, which other code reports, the result stays the same.
  const isArriving = await inBackground(() => doNotificationsArrive()).catch(() => null);
  if (isArriving === null) return;
  if (!isArriving && !state().isLost) log().warn(problem);
  state().isLost = !isArriving;
}

export function startWakeupChecks(): void {
  void checkWakeups();
  setInterval(() => void checkWakeups(), everyMs).unref();
}
