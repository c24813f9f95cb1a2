import { createUser, createWatch } from "../../prisma/factories";
import { Random } from "../../sandbox/random";
import { pollStart, startPolling } from "./polling";
import type { PagedSite } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import type { Fault } from "@/server/platform/run-context";
import { Budget } from "@/server/reading/budget";
import { poll } from "@/server/reading/poll";
import { WatchSet } from "@/server/recording/watch-set";

/** Duration of a request (ms). */
const requestMs = 100;
const runMs = 20_000;

interface Case {
  places: number;
  seconds: number;
  itemsPerMinute: number;
  /** True to read continuously like the app's own clock, false to read once per poll. */
  isEven: boolean;
  watchesAll?: boolean;
  /** One request in this many fails (default: none). */
  failsOneIn?: number;
}

/**
 * Simulates posts in watched subreddits, which already have a history, while one process polls them with the
 * app's own clock.
 */
export async function pollEvenly(how: Case) {
  const { places, seconds, itemsPerMinute, watchesAll = false } = how;
  const names = Array.from({ length: places }, (_, n) => `place_${n}`);
  const polling = await startPolling({ subreddits: names.map((name) => ({ name })) });
  const { world } = polling;
  for (const [n, subreddit] of names.entries())
    for (let age = 1; age <= Math.max(1, 100 / places); age += 1) {
      const createdAt = new Date(pollStart.getTime() - age * 600_000 - n);
      world.post({ subreddit, title: "Something of before", createdAt });
      world.comment({ subreddit, body: "Something of before", createdAt });
    }
  // As if the watches' users had looked these places up.
  await pool().query(
    `INSERT INTO "PlaceLookup" ("site", "name", "displayName", "health", "fetchedAt")
     SELECT 'reddit', name, name, 'ok', $2 FROM unnest($1::text[]) AS name ON CONFLICT DO NOTHING`,
    [names, pollStart],
  );
  const user = await createUser({ plan: "pro" });
  const watched = [...names, ...(watchesAll ? ["all"] : [])];
  for (let from = 0; from < watched.length; from += 50)
    await createWatch(user, {
      ...{ keyword: "tidewater", subreddits: watched.slice(from, from + 50) },
      activeSince: new Date(pollStart.getTime() - 60_000),
    });

  const random = new Random(7);
  const people = Array.from(
    { length: (itemsPerMinute * seconds) / 60 },
    () => random.next() * seconds * 1000,
  );
  const due = people.map((ms) => pollStart.getTime() + ms).sort((a, b) => a - b);
  const writtenMs = new Map<string, number>();
  const pass = async (ms: number) => {
    const endMs = world.clock.nowMs() + ms;
    while (due.length > 0 && due[0]! <= endMs) {
      world.advance(Math.max(0, due.shift()! - world.clock.nowMs()));
      const subreddit = random.pick(names);
      const name = random.chance(0.8)
        ? world.comment({ subreddit, body: "tidewater" })
        : world.post({ subreddit, title: "tidewater" });
      writtenMs.set(name, world.clock.nowMs());
    }
    world.advance(endMs - world.clock.nowMs());
  };
  try {
    const requested = await run(polling, { ...how, pass });
    return { ...requested, p95: await p95Of(writtenMs, seconds) };
  } finally {
    await polling.close();
  }
}

/**
 * Polls repeatedly, each time on schedule or as soon as the previous poll has ended. Returns the number of
 * requests per minute except for the first minute, which reads older posts.
 */
async function run(
  { clock, site, failures }: Awaited<ReturnType<typeof startPolling>>,
  how: Case & { pass: (ms: number) => Promise<void> },
) {
  const { isEven, pass, failsOneIn = Infinity } = how;
  let requested = 0;
  const watches = new WatchSet();
  const dueMs = new Map<string, number>();
  const faults: Fault[] = [];
  const startMs = pollStart.getTime();
  const slow: PagedSite = {
    ...site,
    fetchNewest: async (lookup) => {
      await pass(requestMs);
      requested += 1;
      if (requested % failsOneIn === 0)
        failures.set({ service: "reddit", mode: "json", status: 503, path: "^/r/", count: 1 });
      return site.fetchNewest(lookup);
    },
  };
  let requests = 0;
  let counted = 0;
  for (let startedMs = startMs; startedMs < startMs + how.seconds * 1000; startedMs = clock().getTime()) {
    const context = {
      ...{ clock, faults: [], site: slow, deadline: new Date(startedMs + 52_000) },
      budget: new Budget({
        ...{ clientId: "sandbox-client", allShare: 0.4, window: site.window, clock },
        sleep: pass,
      }),
    };
    const tally = await poll({ clock, faults, deadline: context.deadline }, [context], {
      ...{ watches, intervalMs: 60_000, sendMessages: async () => {} },
      ...(isEven && { lastsMs: runMs, dueMs, sleep: pass }),
    });
    requests += tally.requests;
    if (startedMs - startMs >= 60_000) counted += tally.requests;
    await pass(Math.max(0, startedMs + runMs - clock().getTime()));
  }
  const minutes = (clock().getTime() - startMs) / 60_000 - 1;
  return { faults, requests, requestsPerMinute: counted / minutes };
}

/**
 * Seconds from post to notification, for posts written after the first minute and some time before the end.
 */
async function p95Of(writtenMs: ReadonlyMap<string, number>, seconds: number) {
  const { rows } = await pool().query<{ fullname: string; createdAt: Date }>(
    `SELECT "fullname", "createdAt" FROM "Notification"`,
  );
  const foundMs = new Map(rows.map((row) => [row.fullname, row.createdAt.getTime()]));
  const startMs = pollStart.getTime();
  const counted = [...writtenMs].filter(
    ([, ms]) => ms > startMs + 60_000 && ms < startMs + (seconds - 25) * 1000,
  );
  const waits = counted.map(([name, ms]) => ((foundMs.get(name) ?? Infinity) - ms) / 1000);
  waits.sort((a, b) => a - b);
  return waits[Math.ceil(0.95 * waits.length) - 1] ?? NaN;
}
