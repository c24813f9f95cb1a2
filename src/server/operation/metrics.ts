import { Gauge, Registry } from "prom-client";
import { addressedSites, sitesOn } from "@/sites/registry";
import { pool } from "@/server/platform/database";
import { isDatabaseDown } from "@/server/platform/errors";
import { meters } from "@/server/platform/meters";
import { siteDelays } from "./delays";
import { delayCounts, readFlowMetrics, readMetrics } from "@/server/operation/statements/metrics";

const helpTexts: Record<string, string> = {
  runs: "Runs of the cron routes in the last 24 h.",
  run_age_seconds: "How long ago the last run ended well.",
  run_duration_seconds: "How long the last run took that ended well.",
  tally: "What the runs of the last 24 h did, summed by the fields of their tallies.",
  deliveries: "Deliveries made in the last 24 h, by what became of them.",
  deliveries_waiting: "Deliveries that nobody has claimed yet.",
  debts_overdue: "Notifications that owe a message whose time has come.",
  read_delay_seconds: "From an item's creation to its recording, over the watched places of a site.",
  read_share_of_all: "The share of r/all that is read.",
  reads_failing: "Reads of watched places that have failed for more than 3 minutes, by site.",
  subreddits_watched: "Subreddits in an active watch.",
  gaps_open: "Gaps that are not filled.",
  gaps_found: "Gaps found in the last 24 h.",
  watches: "Watches.",
  users: "Accounts.",
  lag_seconds:
    "From an item's creation to its notification, and to the mail of realtime alerts; the last hour's newest.",
  delay_seconds:
    "From an item's creation to its first showing by its site, to its notification and to the channels' receivers, over the last hour's matches; at most 9.6 % off.",
  lane_age_seconds: "How long ago the watched places were last read completely, by site and kind.",
  stream_events_per_second: "What a site that is listened to told, over the last five whole minutes.",
  stream_posts_per_second: "The posts among that, asked for or not.",
  stream_lag_seconds: "How far what was taken in of a site that is listened to lies behind.",
  budget_left: "Requests that are left in the present window, by site; Reddit's has ten minutes.",
  budget_paused_seconds: "How long the site still asks us to wait.",
  lease_held: "1 while a run of this route is at work.",
  runs_stuck: "Runs of the last 24 h that began more than 10 minutes ago and never ended.",
  deliveries_stuck: "Deliveries whose next attempt has been due for more than 15 minutes.",
  unit_failures: "Lanes, users and messages that failed within the runs of the last 24 h.",
  webhook_events: "Signed events of the last 24 h that were taken, by sender.",
  subscriptions: "Accounts known at Stripe, by the status that it last told.",
  subscriptions_unread: "Accounts whose state at Stripe has not been read for more than 26 hours.",
};

/** All meters as Prometheus text: this process's own, and the pipeline's as the database has them now. */
export async function scrapeMetrics(): Promise<Response> {
  const { registry } = meters();
  const text = `${await registry.metrics()}\n${await (await pipelineRegistry()).metrics()}`;
  return new Response(text, { headers: { "Content-Type": registry.contentType } });
}

async function pipelineRegistry(): Promise<Registry> {
  const registry = new Registry();
  const gauge = (name: string, help: string, labelNames: string[]) =>
    new Gauge({ name: `earshot_${name}`, help, labelNames, registers: [registry] });
  const isUp = gauge("database_up", "1 while the database answers.", []);
  // What this process counted is told even while the database is away.
  try {
    const budgets = sitesOn().map((site) => ({
      ...{ site: site.id, readsWhole: site.readsWhole, window: site.window },
      clientId: site.allowance().clientId,
    }));
    const addressed = addressedSites();
    const standing = await readMetrics(pool(), addressed);
    const flow = await readFlowMetrics(pool(), budgets, addressed);
    const samples = [...standing, ...flow, ...delaySamples(flow)];
    for (const [name, help] of Object.entries(helpTexts)) {
      const own = samples.filter((sample) => sample.name === name);
      // Without a sample it would say 0 of what nobody knows.
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

/** The quantiles of what is counted by bucket. */
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
