import { env } from "@/env";
import { requestStop } from "./pipeline/run";
import { startClock } from "./clock";

/** Parses the settings, listens for the end, and starts the app's own clock where it is wanted. */
export function start(): void {
  const { SCHEDULER } = env();
  process.once("SIGTERM", requestStop);
  if (SCHEDULER === "on") startClock();
}
