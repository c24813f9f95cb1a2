import { Gauge, Registry } from "prom-client";
import { addressedSites, sitesOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { isDatabaseDown } from "@/server/platform/errors";
import { meters } from "@/server/platform/meters";
import { forgetfulSites } from "@/server/reading/site";
import { siteDelays } from "./delays";
import { delayCounts, readFlowMetrics, readMetrics } from "@/server/operation/statements/metrics";

const helpTexts: Record<string, string> = {
  runs: "Runs of the cron routes in the last 24 h.",
  run_age_seconds: "Seconds since the last successful run.",
  run_duration_seconds: "Duration of the last successful run.",
  tally: "Totals of the runs of the last 24 h, by counter.",
  deliveries: "Deliveries created in the last 24 h, by status.",
  deliveries_waiting: "Unclaimed deliveries.",
  outbox_overdue: "Notifications with an overdue message.",
  read_delay_seconds: "Delay from item creation to recording, by site.",
  read_share_of_all: "Share of r/all that is read.",
  reads_failing: "Reads of watched places that have failed for more than 3 minutes, by site.",
  subreddits_watched: "Subreddits in an active watch.",
  gaps_open: "Open gaps.",
  gaps_found: "Gaps found in the last 24 h.",
  watches: "Watches.",
  users: "Accounts.",
  lag_seconds: "Delay from item creation to notification, and to the email of real-time alerts (last hour).",
  delay_seconds:
    "Delay from item creation to its first appearance on the site, to its notification and to delivery by channel (last hour's matches, accurate to 9.6 %).",
  lane_age_seconds: "Seconds since the watched places were last fully read, by site and kind.",
  stream_events_per_second: "Events per second from a site's stream, over the last five full minutes.",
  stream_posts_per_second: "Posts per second from a site's stream, matched or not.",
  stream_lag_seconds: "Lag of a site's stream.",
  budget_left: "Requests left in the current window, by site (Reddit: ten minutes).",
  budget_paused_seconds: "Seconds until the site's rate-limit pause ends.",
  lease_held: "1 while a run has this lease: a route, or a route and the site that it reads.",
  workers: "Processes that run the scheduler.",
  runs_stuck: "Runs of the last 24 h that started more than 10 minutes ago and never finished.",
  deliveries_stuck: "Deliveries whose next attempt has been due for more than 15 minutes.",
  unit_failures: "Failed work items in the runs of the last 24 h.",
  webhook_events: "Webhook events accepted in the last 24 h, by sender.",
  subscriptions: "Stripe customers, by last known status.",
  subscriptions_unread: "Accounts whose Stripe state hasn't been refreshed for more than 26 hours.",
};

export async function scrapeMetrics(): Promise<Response> {
  const { registry } = meters();
  const text = `${await registry.metrics()}\n${await (await pipelineRegistry()).metrics()}`;
  return new Response(text, { headers: { "Content-Type": registry.contentType } });
}

async function pipelineRegistry(): Promise<Registry> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `earshot_${name}`, help, labelNames, registers: [registry] });
  const isUp = gauge("database_up", "1 while the database is reachable.", []);
  // Return process metrics even if the database is unavailable.
  try {
    const budgets = sitesOn().map((site) => ({
      ...{ site: site.id, readsWhole: site.readsWhole, window: site.window },
      clientId: site.allowance().clientId,
    }));
    const addressed = addressedSites();
    const current = await readMetrics(pool(), addressed, forgetfulSites());
    const flow = await readFlowMetrics(pool(), budgets, addressed);
    const samples = [...current, ...flow, ...delaySamples(flow)];
    for (const [name, help] of Object.entries(helpTexts)) {
      const own = samples.filter((sample) => sample.name === name);
      // Without samples, the gauge would report 0.
      if (own.length === 0) continue;
      const meter = gauge(name, help, Object.keys(own[0]?.labels ?? {}));
      for (const { labels, value } of own) meter.set(labels, value);
    }
    isUp.set(1);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
    isUp.set(0);
  }
  return registry;
}

type Sample = Awaited<ReturnType<typeof readFlowMetrics>>[number];

function delaySamples(samples: readonly Sample[]): Sample[] {
  const counts = samples.filter(({ name }) => name === delayCounts);
  const delays = siteDelays(
    counts.map(({ labels, value }) => ({
      ...{ site: labels.site ?? "", to: labels.to ?? "" },
      ...{ bucket: Number(labels.bucket), count: value },
    })),
  );
  const name = "delay_seconds";
  return delays.flatMap(({ site, to, p50, p95 }) => [
    { name, labels: { site, to, quantile: "0.5" }, value: p50 },
    { name, labels: { site, to, quantile: "0.95" }, value: p95 },
  ]);
}
