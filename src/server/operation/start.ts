import { counted } from "@/domain/text/counted";
import { env, inDevelopment, isBillingOn, isLive } from "@/env";
import { sitesOn } from "@/sites/registry";
import { countLiveSubscriptions } from "@/server/billing/statements/mirror";
import { captureConsole } from "@/server/platform/console";
import { pool } from "@/server/platform/database";
import { log, loggedError } from "@/server/platform/log";
import { requestStop } from "@/server/platform/run";
import { isProxyMissing, proxyMissing } from "@/server/platform/untrusted-proxy";
import { startWakeupChecks } from "@/server/platform/wakeups";
import { startTelegram } from "./telegram-updates";

export async function start(): Promise<void> {
  checkSettings();
  if (!inDevelopment) captureConsole();
  const { OTEL_EXPORTER_OTLP_ENDPOINT, TRUSTED_PROXY_HOPS } = env();
  if (OTEL_EXPORTER_OTLP_ENDPOINT !== undefined) {
    const { startTracing } = await import("@/server/platform/tracing");
    startTracing(OTEL_EXPORTER_OTLP_ENDPOINT, TRUSTED_PROXY_HOPS > 0);
  }
  if (isInsideOpen()) log().warn(insideOpen);
  if (isProxyMissing()) log().warn(proxyMissing);
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, requestStop);
  if (!isBillingOn()) await refuseWhilePaid();
  startTelegram();
  const isScheduler = env().SCHEDULER === "on";
  if (isScheduler || isLive()) startWakeupChecks();
  // Loaded on demand, because processes that only serve pages don't need it.
  if (isScheduler) (await import("./clock")).startClock();
}

/** Exits, because throwing would report the error three times and leave a dead server. */
function checkSettings(): void {
  try {
    env();
    sitesOn();
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

const insideOpen =
  "LOCAL_ADDRESSES is set while REGISTRATION is open: anyone can register and make Earshot request those hosts";

/** True if anyone can register and make us request hosts in a private network. */
function isInsideOpen(): boolean {
  return env().LOCAL_ADDRESSES !== undefined && env().REGISTRATION === "open";
}

const retryMs = 10_000;

/** Refuses to start while users pay for free features. Without the database, starts and retries. */
async function refuseWhilePaid(): Promise<void> {
  let live = 0;
  try {
    live = await countLiveSubscriptions(pool());
  } catch (error) {
    log().warn({ error: loggedError(error) }, "couldn't check for active subscriptions yet");
    setTimeout(() => void refuseWhilePaid(), retryMs).unref();
  }
  if (live > 0)
    refuse(
      `Can't start with BILLING=off: ${counted(live, "subscription is", "subscriptions are")} still active in Stripe. Keep BILLING=on until they have ended.`,
    );
}

function refuse(reason: string): never {
  process.stderr.write(`${reason}\n`);
  process.exit(1);
}
