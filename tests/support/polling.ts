import { startSandbox } from "../../sandbox/server";
import type { PagedSite } from "@/domain/reading/site";
import { createReddit } from "@/sites/reddit/connection";
import { Budget } from "@/server/reading/budget";
import type { Fault } from "@/server/platform/run-context";
import { readPages } from "@/server/reading/read-pages";
import { syncReads } from "@/server/reading/statements/reads";
import { pool } from "@/server/platform/database";
import { WatchSet } from "@/server/recording/watch-set";

const allShare = 0.4;

export const pollStart = new Date("2026-11-02T09:00:00.000Z");

/**
 * Starts a sandbox with a manual clock and a process that polls it. The timeout matters when the sandbox is
 * silent.
 */
export async function startPolling({
  timeoutMs = 60_000,
  ...options
}: Partial<Parameters<typeof startSandbox>[0]> & { timeoutMs?: number } = {}) {
  const sandbox = await startSandbox({
    clock: "manual",
    startMs: pollStart.getTime(),
    stream: false,
    historyHours: 0,
    ...options,
  });
  const { world, failures } = sandbox;
  const clock = () => world.clock.now();
  const url = `${sandbox.url}/reddit`;
  const site = createReddit({
    clientId: "sandbox-client",
    clientSecret: "sandbox-secret",
    userAgent: "node:earshot:test (by /u/sandbox)",
    authUrl: url,
    apiUrl: url,
    now: () => world.clock.nowMs(),
    timeoutMs,
  });
  const watches = new WatchSet();

  /** Polls once at the sandbox's current time. The process's clock can be ahead of it. */
  async function pollOnce(
    how: {
      watches?: WatchSet;
      intervalMs?: number;
      limitMs?: number;
      aheadMs?: number;
      site?: PagedSite;
    } = {},
  ) {
    const faults: Fault[] = [];
    const clock = () => new Date(world.clock.nowMs() + (how.aheadMs ?? 0));
    const budget = new Budget({
      clientId: "sandbox-client",
      allShare,
      window: site.window,
      clock,
      sleep: async (ms) => world.advance(ms),
    });
    const deadline = new Date(clock().getTime() + (how.limitMs ?? 52_000));
    await syncReads(pool(), clock());
    const tally = await readPages(
      { clock, deadline, faults, site: how.site ?? site, budget },
      { watches: how.watches ?? watches, intervalMs: how.intervalMs ?? 60_000 },
    );
    return { ...tally, faults };
  }

  return { sandbox, world, failures, clock, site, pollOnce, close: () => sandbox.close() };
}
