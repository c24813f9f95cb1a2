import { randomUUID } from "node:crypto";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { startSandbox } from "../../sandbox/server";
import type { PagesOfStream, StreamedSite } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import type { Fault, RunContext } from "@/server/platform/run-context";
import { releaseLeases, acquireLease } from "@/server/platform/leases";
import { Budget } from "@/server/reading/budget";
import type { StreamContext } from "@/server/reading/context";
import { listen } from "@/server/reading/listen";
import { readForward } from "@/server/reading/read-forward";
import { recheck } from "@/server/reading/recheck";
import { syncReads } from "@/server/reading/statements/reads";
import { WatchSet } from "@/server/recording/watch-set";
import { createFediverse } from "@/sites/fediverse/connection";
import { parsePage } from "@/sites/fediverse/pages";
import { parsePosts } from "@/sites/fediverse/posts";
import { pollStart } from "./polling";

const lease = "listen";
/** Longer than any test, because tests don't renew it. */
const leaseMs = 3_600_000;
/** As in `startStream`: a process caches data with expiry times, so its clock must not go back. */
const apartMs = 30 * 24 * 3_600_000;
let worlds = 0;

export const emptyLive = `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Stream", "StreamMinute", "PageRead", "SiteCount", "WatchTotal", "Run", "Lease" CASCADE`;

/** Waits until a condition holds. Throws after a minute or more, so a busy machine isn't a failure. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let turn = 0; turn < 3_000; turn += 1) {
    if (await holds()) return;
    await sleep(20);
  }
  throw new Error("the condition never held");
}

/** Starts a fediverse sandbox with a manual clock, and processes that listen to it and read its hashtags. */
export async function startLive(
  options: Partial<Parameters<typeof startSandbox>[0]> = {},
  // Without memory, events during a reconnection are lost, and a slow machine can seem silent.
  limits = { timeoutMs: 60_000, silenceMs: 60_000 },
) {
  const sandbox = await startSandbox({
    ...{ clock: "manual", stream: false, historyHours: 0 },
    startMs: pollStart.getTime() + apartMs * worlds++,
    ...options,
  });
  const { failures, fediverse } = sandbox;
  const { world } = fediverse;
  const clock = () => world.clock.now();
  /** A site of a new process, which has no connection to continue. */
  const connect = (): StreamedSite =>
    createFediverse({
      streamUrl: `${sandbox.url}/fediverse/api/v1/streaming/public`,
      instances: (["social.example", "tags.example"] as const).map((name) => ({
        name,
        base: `${sandbox.url}/fediverse/${name}`,
      })),
      userAgent: "Earshot (a test)",
      fetch: () => Promise.reject(new Error("no other hosts")),
      parsePage: (input) => Promise.resolve(parsePage(input)),
      parsePosts: (posts) => Promise.resolve(parsePosts(posts)),
      now: () => world.clock.nowMs(),
      ...limits,
    });
  const watches = new WatchSet();
  const budgetOf = (site: StreamedSite) =>
    new Budget({
      ...{ clientId: site.id, allShare: 1, window: site.window, clock },
      sleep: async () => {},
    });

  const readers = new Set<() => Promise<unknown>>();
  /** Starts a reader that keeps running until it is ended, or killed: then it stores nothing more. */
  async function stay(site: StreamedSite = connect()) {
    await pool().query(`UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 second'`);
    const owner = randomUUID();
    const { fence } = await acquireLease(pool(), lease, owner, leaseMs);
    let isOver = false;
    const over = () => (isOver ? new Date(0) : new Date(8.64e15));
    const faults: Fault[] = [];
    const context: StreamContext = {
      ...{ clock, faults, site, lease: { name: lease, owner, fence: fence! }, budget: budgetOf(site) },
      get deadline() {
        return over();
      },
    };
    const run: RunContext = {
      ...{ clock, faults: [] },
      get deadline() {
        return over();
      },
    };
    const done = listen(run, [context], {
      ...{ watches, isResident: true },
      sendMessages: () => Promise.resolve(),
    });
    const stop = () => {
      isOver = true;
      return done;
    };
    readers.add(stop);
    return {
      faults,
      async end() {
        const tally = await stop();
        await releaseLeases(pool(), owner);
        return tally;
      },
      /** Another process takes over the lease, so nothing more of this reader is stored. */
      async kill() {
        await pool().query(`DELETE FROM "Lease"`);
        await stop().catch(() => undefined);
      },
    };
  }

  async function pollOnce(how: { site?: StreamedSite } = {}) {
    const site = (how.site ?? connect()) as PagesOfStream;
    const faults: Fault[] = [];
    await syncReads(pool(), clock());
    const context = { clock, faults, site, budget: budgetOf(site), deadline: new Date(8.64e15) };
    return { ...(await readForward(context, { watches })), faults };
  }

  async function recheckOnce() {
    const site = connect();
    const context = {
      clock,
      faults: [] as Fault[],
      site,
      budget: budgetOf(site),
      deadline: new Date(8.64e15),
    };
    return { ...(await recheck(context)), faults: context.faults };
  }

  return {
    ...{ sandbox, fediverse, world, failures, clock, connect, stay, pollOnce, recheckOnce },
    /** Waits until a reader is connected. */
    connected: () => until(() => fediverse.listeners > 0),
    disconnected: () => until(() => fediverse.listeners === 0),
    advance: (ms: number) => {
      world.clock.advance(ms);
      world.catchUp();
    },
    /** Waits until sent events have reached the reader, which runs in the same process. */
    async arrived() {
      for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    },
    async close() {
      // Readers of a failed test would disturb the next tests.
      await Promise.allSettled([...readers].map((stop) => stop()));
      await sandbox.close();
    },
  };
}

/** The same site for a process that dies while reading: it gets no response after this many pages. */
export function dyingPlaces(site: StreamedSite, after: number): StreamedSite {
  let requested = 0;
  const { pages } = site;
  return {
    ...site,
    ...(pages && {
      pages: {
        ...pages,
        fetchAfter: async (place: string, cursor: string, signal?: AbortSignal) => {
          if (++requested > after) throw new Error("killed");
          return pages.fetchAfter(place, cursor, signal);
        },
      },
    }),
  };
}
