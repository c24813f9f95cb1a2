import { env } from "@/env";
import { requestStop } from "./pipeline/run";
import { startClock } from "./clock";

/** Parses the settings, listens for the end, and starts the app's own clock where it is wanted. */
export function start(): void {
  checkSettings();
  process.once("SIGTERM", requestStop);
  if (env().SCHEDULER === "on") startClock();
}

/** Thrown on, a wrong setting would be told three times over and leave a server that answers nothing. */
function checkSettings(): void {
  try {
    env();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
