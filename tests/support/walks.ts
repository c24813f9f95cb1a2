import type { Clock } from "../../sandbox/clock";
import type { WalkedSite } from "@/domain/reading/site";
import type { Fault } from "@/server/platform/run-context";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { readWalks } from "@/server/reading/read-walks";
import { recheck } from "@/server/reading/recheck";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";

interface How {
  limitMs?: number;
  site?: WalkedSite;
  signal?: AbortSignal;
  followsKill?: boolean;
}

/** A process that reads a site's sources, on the sandbox's clock. */
export function walking(site: WalkedSite, world: { clock: Clock; catchUp(): void }) {
  const clock = () => world.clock.now();
  const watches = new WatchSet();
  const advance = (ms: number) => {
    world.clock.advance(ms);
    world.catchUp();
  };

  function contextOf(how: How) {
    const faults: Fault[] = [];
    const { window } = site;
    const budget = new Budget({
      ...{ clientId: site.id, allShare: 0, window, clock, sleep: async (ms) => advance(ms) },
    });
    const deadline = new Date(clock().getTime() + (how.limitMs ?? 52_000));
    const { signal, followsKill } = how;
    return { clock, deadline, faults, budget, site: how.site ?? site, signal, followsKill };
  }

  /** Reads the due sources once, at the sandbox's current time. */
  async function pollOnce(how: How = {}) {
    const context = contextOf(how);
    await syncReads(pool(), clock());
    return { ...(await readWalks(context, { watches })), faults: context.faults };
  }

  async function recheckOnce() {
    const context = contextOf({ limitMs: 300_000 });
    return { ...(await recheck(context)), faults: context.faults };
  }

  return { clock, advance, pollOnce, recheckOnce };
}

/** The same site for a process that dies while reading: it gets no response after this many steps. */
export function dyingWalks(site: WalkedSite, after: number): WalkedSite {
  let steps = 0;
  return {
    ...site,
    step: async (...question) => {
      if (++steps > after) throw new Error("killed");
      return site.step(...question);
    },
  };
}
