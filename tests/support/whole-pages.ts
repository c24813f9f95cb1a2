import { startSandbox } from "../../sandbox/server";
import type { PagedSite } from "@/domain/reading/site";
import { createLobsters } from "@/sites/lobsters/connection";
import { Budget } from "@/server/reading/budget";
import { pool } from "@/server/platform/database";
import type { Fault } from "@/server/platform/run-context";
import { readPages } from "@/server/reading/read-pages";
import { recheck } from "@/server/reading/recheck";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { pollStart } from "./polling";

/**
 * Starts a Lobsters sandbox with a manual clock, which also advances during pauses between requests, and a
 * process that reads it.
 */
export async function startWholePages({
  timeoutMs = 4_000,
  ...options
}: Partial<Parameters<typeof startSandbox>[0]> & { timeoutMs?: number } = {}) {
  const sandbox = await startSandbox({
    clock: "manual",
    startMs: pollStart.getTime(),
    stream: false,
    historyHours: 0,
    ...options,
  });
  const { failures, lobsters } = sandbox;
  const { world } = lobsters;
  const clock = () => world.clock.now();
  /** Called after each clock change. */
  const interim = { happens: () => {} };
  const advance = (ms: number) => {
    world.clock.advance(ms);
    world.catchUp();
    interim.happens();
  };
  const sleep = async (ms: number) => advance(ms);
  const connect = (): PagedSite =>
    createLobsters({
      url: `${sandbox.url}/lobsters`,
      userAgent: "Earshot (a test)",
      now: () => world.clock.nowMs(),
      sleep,
      timeoutMs,
    });
  const site = connect();
  const watches = new WatchSet();

  function contextOf(how: { limitMs?: number; site?: PagedSite }) {
    const faults: Fault[] = [];
    const budget = new Budget({ clientId: site.id, allShare: 1, window: site.window, clock, sleep });
    const deadline = new Date(clock().getTime() + (how.limitMs ?? 52_000));
    return { clock, deadline, faults, site: how.site ?? site, budget };
  }

  /** Reads the site once, at the sandbox's current time. */
  async function pollOnce(how: Parameters<typeof contextOf>[0] = {}) {
    const context = contextOf(how);
    await syncReads(pool(), clock());
    const tally = await readPages(context, { watches, intervalMs: 60_000 });
    return { ...tally, faults: context.faults };
  }

  async function recheckOnce() {
    const context = contextOf({ limitMs: 300_000 });
    return { ...(await recheck(context)), faults: context.faults };
  }

  const close = () => sandbox.close();
  return {
    ...{ sandbox, lobsters, world, failures, clock, site, connect, meanwhile: interim },
    ...{ advance, pollOnce, recheckOnce, close },
  };
}

/** The same site for a process that dies while reading: it gets no response after this many pages. */
export function dyingPages(site: PagedSite, after: number): PagedSite {
  let pages = 0;
  return {
    ...site,
    fetchNewest: async (query) => {
      if (++pages > after) throw new Error("killed");
      return site.fetchNewest(query);
    },
  };
}
