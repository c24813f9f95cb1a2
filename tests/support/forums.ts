import { startSandbox } from "../../sandbox/server";
import type { DiscourseOptions } from "../../sandbox/discourse/world";
import { createGuardedFetch, type GuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";
import { resolveInside, resolveOutside } from "@/adapters/guarded-fetch/resolve";
import type { ForumSite } from "@/domain/reading/site";
import type { Fault } from "@/server/platform/run-context";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { readForums } from "@/server/reading/read-forums";
import { recheck } from "@/server/reading/recheck";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { createDiscourse } from "@/sites/discourse/connection";
import { forumParsers } from "./parsers";
import { pollStart } from "./polling";

/** Production place names of the sandbox forums. The last forum is in a folder on the first one's host. */
export const forumHosts = {
  harbour: "harbour.example",
  workbench: "workbench.example",
  boathouse: "harbour.example/community",
} as const;
export type ForumName = keyof typeof forumHosts;

/** Starts sandbox forums with a manual clock and a process that reads them. */
export async function startForums(how: { timeoutMs?: number; discourse?: Partial<DiscourseOptions> } = {}) {
  const sandbox = await startSandbox({
    ...{ clock: "manual", startMs: pollStart.getTime(), stream: false, historyHours: 0 },
    discourse: { perMinute: 0, pagesCachedMs: 0, ...how.discourse },
  });
  const { failures, discourse } = sandbox;
  const { world, port: forumPort } = discourse;
  const clock = () => world.clock.now();
  const guarded = createGuardedFetch({
    ...{ userAgent: "Earshot (a test)", timeoutMs: how.timeoutMs ?? 2_000, spacingMs: 0, own: [] },
    local: new LocalAddresses([`127.0.0.1:${forumPort}`, `localhost:${forumPort}`]),
    ...{ resolveInside, resolveOutside },
  });
  const inside = new Map([
    [`https://${forumHosts.harbour}`, `http://127.0.0.1:${forumPort}`],
    [`https://${forumHosts.workbench}`, `http://localhost:${forumPort}`],
  ]);
  /** Maps the names to the sandbox's ports, in requests and responses. */
  const fetch: GuardedFetch = async (query) => {
    const { origin } = new URL(query.address);
    const reply = await guarded({
      ...query,
      address: query.address.replace(origin, inside.get(origin) ?? origin),
    });
    const outside = (address: string) =>
      [...inside].reduce((name, [input, own]) => name.replace(own, input), address);
    return { ...reply, url: outside(reply.url), movedTo: reply.movedTo && outside(reply.movedTo) };
  };
  const connect = (): ForumSite =>
    createDiscourse({ fetch, parse: forumParsers, now: () => world.clock.nowMs() });
  const site = connect();
  const watches = new WatchSet();
  const advance = (ms: number) => {
    world.clock.advance(ms);
    world.catchUp();
  };

  function contextOf(with_: {
    limitMs?: number;
    site?: ForumSite;
    signal?: AbortSignal;
    followsKill?: boolean;
  }) {
    const faults: Fault[] = [];
    const budget = new Budget({
      ...{ clientId: site.id, allShare: 0, window: site.window, clock, sleep: async (ms) => advance(ms) },
    });
    const deadline = new Date(clock().getTime() + (with_.limitMs ?? 52_000));
    return {
      clock,
      deadline,
      faults,
      budget,
      site: with_.site ?? site,
      signal: with_.signal,
      followsKill: with_.followsKill,
    };
  }

  /** Reads the forums once, at the sandbox's current time. */
  async function pollOnce(with_: Parameters<typeof contextOf>[0] = {}) {
    const context = contextOf(with_);
    await syncReads(pool(), clock());
    return { ...(await readForums(context, { watches })), faults: context.faults };
  }

  async function recheckOnce() {
    const context = contextOf({ limitMs: 300_000 });
    return { ...(await recheck(context)), faults: context.faults };
  }

  return {
    ...{ sandbox, discourse, world, failures, clock, site, connect, fetch, forumPort },
    ...{ advance, pollOnce, recheckOnce, close: () => sandbox.close() },
  };
}

/** The same site for a process that dies while reading: it gets no response after this many pages. */
export function dyingForums(site: ForumSite, after: number): ForumSite {
  let pages = 0;
  return {
    ...site,
    fetchPosts: async (...query) => {
      if (++pages > after) throw new Error("killed");
      return site.fetchPosts(...query);
    },
  };
}
