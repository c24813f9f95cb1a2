import { randomUUID } from "node:crypto";
import { startSandbox } from "../../sandbox/server";
import { getStreamUrl } from "./bluesky";
import { pollStart } from "./polling";
import type { StreamedSite } from "@/domain/reading/site";
import { createBluesky } from "@/sites/bluesky/connection";
import { pool } from "@/server/platform/database";
import type { Fault, RunContext } from "@/server/platform/run-context";
import { releaseLeases, acquireLease } from "@/server/platform/leases";
import { Budget } from "@/server/reading/budget";
import type { StreamContext } from "@/server/reading/context";
import { listen, type ListenSettings } from "@/server/reading/listen";
import { recheck } from "@/server/reading/recheck";
import { WatchSet } from "@/server/recording/watch-set";

const lease = "listen";
/** Longer than any test, because tests don't renew it. */
const leaseMs = 3_600_000;
/** Milliseconds. Production waits ten times longer. */
const gatherMs = 20;
/**
 * Time between the start times of two sandbox worlds. A process caches data with expiry times, so its clock
 * must not go back.
 */
const apartMs = 30 * 24 * 3_600_000;
let worlds = 0;

export const emptyStream = `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "Gap", "Budget", "Stream", "StreamMinute", "WatchTotal", "Run", "Lease" CASCADE`;

/** The subscription URLs of the sandbox's hosts, in order of preference. */
export function getStreamUrls(url: string, version: 1 | 2 = 2): string[] {
  return (["bluesky", "bluesky2"] as const).map((host) => getStreamUrl(url, host, version));
}

interface How {
  site?: StreamedSite;
  followsKill?: boolean;
  /** Stops reading immediately, like a killed process. */
  isDead?: () => boolean;
}

/** Starts a Bluesky sandbox with a manual clock and a process that listens to it on request. */
export async function startStream({
  version = 2,
  ...options
}: Partial<Parameters<typeof startSandbox>[0]> & { version?: 1 | 2 } = {}) {
  const sandbox = await startSandbox({
    clock: "manual",
    startMs: pollStart.getTime() + apartMs * worlds++,
    stream: false,
    historyHours: 0,
    ...options,
  });
  const { failures, bluesky } = sandbox;
  const { world } = bluesky;
  const clock = () => world.clock.now();
  const site = createBluesky({
    streamUrls: getStreamUrls(sandbox.url, version),
    apiUrl: `${sandbox.url}/bluesky`,
    userAgent: "Earshot (a test)",
    now: () => world.clock.nowMs(),
    ...{ timeoutMs: 2_000, silenceMs: 500, gatherMs },
  });
  const watches = new WatchSet();

  async function contextOf({ site: own = site, followsKill, isDead }: How) {
    // Expire the previous owner's lease.
    await pool().query(`UPDATE "Lease" SET "expiresAt" = clock_timestamp() - interval '1 second'`);
    const owner = randomUUID();
    const { fence } = await acquireLease(pool(), lease, owner, leaseMs);
    const faults: Fault[] = [];
    const context: StreamContext = {
      ...{ clock, faults, site: own, followsKill, lease: { name: lease, owner, fence: fence! } },
      budget: new Budget({
        clientId: site.id,
        allShare: 1,
        window: site.window,
        clock,
        sleep: async () => {},
      }),
      get deadline() {
        return isDead?.() ? new Date(0) : new Date(8.64e15);
      },
    };
    return context;
  }

  /**
   * Runs one `listen` call at the sandbox's current time. An event follows immediately, so the reader knows
   * that it's up to date.
   */
  async function listenOnce(how: How = {}) {
    // Earlier posts are older than the start of the run.
    world.clock.advance(1);
    return run(await contextOf(how), false);
  }

  /** Starts a reader that keeps running until it's stopped. */
  async function stay() {
    let isOver = false;
    const context = await contextOf({ isDead: () => isOver });
    const done = run(context, true);
    const end = () => {
      isOver = true;
      return done;
    };
    return { faults: context.faults, end };
  }

  async function run(context: StreamContext, isResident: boolean) {
    const faults: Fault[] = [];
    const settings: ListenSettings = {
      ...{ watches, isResident, quietMs: 30_000 },
      sendMessages: () => Promise.resolve(),
    };
    const beat = setInterval(() => {
      if (bluesky.listeners("one") + bluesky.listeners("two") > 0) world.become("clockwork", "throttled");
    }, 20);
    try {
      const whole: RunContext = {
        ...{ clock, faults },
        get deadline() {
          return context.deadline;
        },
      };
      const tally = await listen(whole, [context], settings);
      await releaseLeases(pool(), context.lease.owner);
      return { ...tally, faults };
    } finally {
      clearInterval(beat);
    }
  }

  async function recheckOnce() {
    const context = await contextOf({});
    return { ...(await recheck(context)), faults: context.faults };
  }

  return {
    ...{ sandbox, bluesky, world, failures, clock, site, listenOnce, stay, recheckOnce },
    advance: (ms: number) => {
      world.clock.advance(ms);
      world.catchUp();
    },
    close: () => sandbox.close(),
  };
}

/** A process that dies after receiving this many batches. */
export function dyingStream(site: StreamedSite, after: number): Required<Pick<How, "site" | "isDead">> {
  let isDead = false;
  return {
    isDead: () => isDead,
    site: {
      ...site,
      async *listen(cursor, signal) {
        let used = 0;
        for await (const chunk of site.listen(cursor, signal)) {
          if (++used > after) {
            isDead = true;
            throw new Error("killed");
          }
          yield chunk;
        }
      },
    },
  };
}
