import { startSandbox } from "../../sandbox/server";
import type { GitHubOptions } from "../../sandbox/github/shapes";
import type { TrackerSite } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import type { Fault } from "@/server/platform/run-context";
import { Budget } from "@/server/reading/budget";
import { readTrackers } from "@/server/reading/read-trackers";
import { recheck } from "@/server/reading/recheck";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { createGitHub } from "@/sites/github/connection";
import { factsFor } from "@/sites/github/facts";
import { pollStart } from "./polling";

/** Starts a GitHub sandbox with a manual clock and a process that reads it. */
export async function startTrackers({
  hasToken = true,
  timeoutMs = 4_000,
  github = {},
}: { hasToken?: boolean; timeoutMs?: number; github?: Partial<GitHubOptions> } = {}) {
  const sandbox = await startSandbox({
    ...{ clock: "manual", startMs: pollStart.getTime(), stream: false, historyHours: 0 },
    github,
  });
  const { failures } = sandbox;
  const { world, limits } = sandbox.github;
  const clock = () => world.clock.now();
  const advance = (ms: number) => world.clock.advance(ms);
  const sleep = async (ms: number) => advance(ms);
  const facts = factsFor({ hasToken });
  const connect = (): TrackerSite =>
    createGitHub({
      ...{ facts, apiUrl: `${sandbox.url}/github`, userAgent: "Earshot (a test)", timeoutMs },
      token: hasToken ? "a-token" : undefined,
      now: () => world.clock.nowMs(),
    });
  const site = connect();
  const watches = new WatchSet();

  function contextOf(how: { limitMs?: number; site?: TrackerSite }) {
    const faults: Fault[] = [];
    const budget = new Budget({ clientId: site.id, allShare: 0, window: site.window, clock, sleep });
    const deadline = new Date(clock().getTime() + (how.limitMs ?? 52_000));
    return { clock, deadline, faults, site: how.site ?? site, budget };
  }

  /** Reads the due places once, at the sandbox's current time. */
  async function pollOnce(how: Parameters<typeof contextOf>[0] = {}) {
    const context = contextOf(how);
    await syncReads(pool(), clock());
    return { ...(await readTrackers(context, { watches })), faults: context.faults };
  }

  async function recheckOnce() {
    const context = contextOf({ limitMs: 300_000 });
    return { ...(await recheck(context)), faults: context.faults };
  }

  return {
    ...{ sandbox, world, limits, failures, clock, site, connect },
    ...{ advance, pollOnce, recheckOnce, close: () => sandbox.close() },
  };
}

/** The same site for a process that dies while reading: it gets no response after this many requests. */
export function dyingTrackers(site: TrackerSite, after: number): TrackerSite {
  let requests = 0;
  const dies =
    <A extends unknown[], R>(request: (...question: A) => Promise<R>) =>
    async (...question: A): Promise<R> => {
      if (++requests > after) throw new Error("killed");
      return request(...question);
    };
  return {
    ...site,
    fetchStart: dies(site.fetchStart),
    fetchChanges: dies(site.fetchChanges),
    fetchNumber: dies(site.fetchNumber),
    fetchComments: dies(site.fetchComments),
  };
}
