import { startSandbox } from "../../sandbox/server";
import { createGuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";
import { resolveInside, resolveOutside } from "@/adapters/guarded-fetch/resolve";
import type { Fault } from "@/server/platform/run-context";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { readLists } from "@/server/reading/read-lists";
import { recheck } from "@/server/reading/recheck";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { createFeeds } from "@/sites/feeds/connection";
import { getPlace } from "@/sites/feeds/address";
import { feedParser } from "./parsers";
import { pollStart } from "./polling";

/**
 * Starts sandbox feeds with a manual clock and a process that reads them. `local` allows more local
 * addresses.
 */
export async function startLists({ local = [] }: { local?: readonly string[] } = {}) {
  const sandbox = await startSandbox({
    ...{ clock: "manual", startMs: pollStart.getTime(), stream: false, historyHours: 0 },
  });
  const { failures, feeds } = sandbox;
  const clock = () => feeds.world.clock.now();
  const fetch = createGuardedFetch({
    ...{ userAgent: "Earshot (a test)", timeoutMs: 2_000, spacingMs: 0, own: [] },
    ...{ local: new LocalAddresses([`127.0.0.1:${sandbox.port}`, ...local]), resolveInside, resolveOutside },
  });
  const site = createFeeds({ fetch, parse: feedParser, now: () => clock().getTime() });
  const watches = new WatchSet();

  /** The stored place of a sandbox feed. */
  const placeNamed = (name: string) => getPlace(`${sandbox.url}/feeds/${name}/feed`)!;

  function contextOf(how: { site?: typeof site; signal?: AbortSignal; followsKill?: boolean }) {
    const faults: Fault[] = [];
    const budget = new Budget({
      ...{ clientId: site.id, allShare: 0, window: site.window, clock, sleep: async () => {} },
    });
    const deadline = new Date(clock().getTime() + 52_000);
    return { clock, deadline, faults, budget, ...{ site, ...how } };
  }

  async function pollOnce(how: Parameters<typeof contextOf>[0] = {}) {
    await syncReads(pool(), clock());
    const context = contextOf(how);
    return { ...(await readLists(context, { watches })), faults: context.faults };
  }

  async function recheckOnce() {
    const context = contextOf({});
    return { ...(await recheck(context)), faults: context.faults };
  }

  return {
    ...{ sandbox, feeds, world: feeds.world, failures, clock, site, placeNamed, pollOnce, recheckOnce },
    advance: (ms: number) => feeds.world.clock.advance(ms),
    close: () => sandbox.close(),
  };
}
