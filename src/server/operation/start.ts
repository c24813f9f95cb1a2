import { env, inDevelopment } from "@/env";
import { sitesOn } from "@/sites/registry";
import { captureConsole } from "@/server/platform/console";
import { requestStop } from "@/server/platform/run";
import { startClock } from "./clock";

/** Parses the settings, opens log and traces, listens for the end, and starts the app's own clock where it is wanted. */
export async function start(): Promise<void> {
  checkSettings();
  if (!inDevelopment) captureConsole();
  const { OTEL_EXPORTER_OTLP_ENDPOINT, TRUSTED_PROXY_HOPS } = env();
  if (OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const { startTracing } = await import("@/server/platform/tracing");
    startTracing(OTEL_EXPORTER_OTLP_ENDPOINT, TRUSTED_PROXY_HOPS > 0);
  }
  process.once("SIGTERM", requestStop);
  if (env().SCHEDULER === "on") startClock();
}

/** Thrown on, a wrong setting would be told three times over and leave a server that answers nothing. */
function checkSettings(): void {
  try {
    env();
    sitesOn();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}
