import { startSandbox } from "../../sandbox/server";
import type { SequencedSite } from "@/domain/reading/site";
import { createHackerNews } from "@/sites/hackernews/connection";
import type { Fault } from "@/server/platform/run-context";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { readSequence } from "@/server/reading/read-sequence";
import { recheck } from "@/server/reading/recheck";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { pollStart } from "./polling";

/** Starts a Hacker News sandbox with a manual clock and a process that reads it. */
export async function startSequence({
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
  const { failures, hackerNews } = sandbox;
  const { world } = hackerNews;
  const clock = () => world.clock.now();
  const site = createHackerNews({
    apiUrl: `${sandbox.url}/hackernews`,
    userAgent: "Earshot (a test)",
    now: () => world.clock.nowMs(),
    timeoutMs,
  });
  const watches = new WatchSet();
  const advance = (ms: number) => {
    world.clock.advance(ms);
    world.catchUp();
  };

  function contextOf(how: { limitMs?: number; site?: SequencedSite; followsKill?: boolean }) {
    const faults: Fault[] = [];
    const budget = new Budget({
      ...{ clientId: site.id, allShare: 1, window: site.window, clock },
      sleep: async (ms) => advance(ms),
    });
    const deadline = new Date(clock().getTime() + (how.limitMs ?? 52_000));
    return { clock, deadline, faults, site: how.site ?? site, budget, followsKill: how.followsKill };
  }

  /** Reads the site once, at the sandbox's current time. */
  async function pollOnce(how: Parameters<typeof contextOf>[0] = {}) {
    const context = contextOf(how);
    await syncReads(pool(), clock());
    const tally = await readSequence(context, { watches });
    return { ...tally, faults: context.faults };
  }

  async function recheckOnce() {
    const context = contextOf({ limitMs: 60_000 });
    return { ...(await recheck(context)), faults: context.faults };
  }

  const close = () => sandbox.close();
  return { sandbox, world, failures, clock, site, advance, pollOnce, recheckOnce, close };
}

/** The same site for a process that dies while reading: it gets no response after this many numbers. */
export function dyingSequence(site: SequencedSite, after: number): SequencedSite {
  let requested = 0;
  return {
    ...site,
    fetchNumber: async (number, signal) => {
      if (++requested > after) throw new Error("killed");
      return site.fetchNumber(number, signal);
    },
  };
}
