import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createUser, createWatch } from "../../prisma/factories";
import type { FailureRule, Service } from "../../sandbox/failures";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { createGuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";
import { resolveInside, resolveOutside } from "@/adapters/guarded-fetch/resolve";
import type { Site } from "@/domain/reading/site";
import { pool } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { poll } from "@/server/reading/poll";
import { WatchSet } from "@/server/recording/watch-set";
import { createDiscourse } from "@/sites/discourse/connection";
import { getPlace } from "@/sites/feeds/address";
import { createFeeds } from "@/sites/feeds/connection";
import { createHackerNews } from "@/sites/hackernews/connection";
import { createLobsters } from "@/sites/lobsters/connection";
import { createReddit } from "@/sites/reddit/connection";
import { feedParser, forumParsers } from "../support/parsers";
import { pollStart } from "../support/polling";
import { VirtualTime } from "../support/virtual-time";

const stored = vi.hoisted(() => ({ sleep: null as ((ms?: number) => Promise<unknown>) | null }));
vi.mock("node:timers/promises", async (original) => ({
  ...(await original<typeof import("node:timers/promises")>()),
  setTimeout: (ms?: number) => stored.sleep!(ms),
}));

// Rendering time is unrelated to the sites.
vi.mock("@/server/rendering/render", async (original) => ({
  ...(await original<typeof import("@/server/rendering/render")>()),
  renderDue: async () => ({ rendered: 0, failed: 0 }),
}));

const minuteMs = 60_000;
const callEveryMs = minuteMs;
const how = { intervalMs: minuteMs, sendMessages: async () => undefined };
const writeEveryMs = 5_000;
type Trouble = readonly [name: string, minutes: number, rule: FailureRule];
/** The faults and their duration in minutes. A fault that blocks a run can affect the next one. */
const issues: readonly Trouble[] = [
  ["breaks every connection", 1, { mode: "cut" }],
  ["returns HTML pages", 1, { mode: "html", status: 200 }],
  ["answers 503", 1, { mode: "json", status: 503 }],
  ["doesn't respond for half a minute", 2, { mode: "silence", waitSeconds: 30 }],
];
/** Time until each feed has been read again. */
const feedsTurnMs = 5 * minuteMs;
const feeds = Array.from({ length: 10 }, (_, n) => `blog${n}`);

let sandbox: StartedSandbox;
let time: VirtualTime;
let readers: readonly Site[];

beforeAll(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "Gap", "Budget", "Sequence", "PendingNumber" CASCADE`,
  );
  sandbox = await startSandbox({
    ...{ clock: "manual", startMs: pollStart.getTime(), stream: false, historyHours: 0 },
  });
  time = new VirtualTime(pollStart.getTime(), moved);
  stored.sleep = time.sleep;
  time.takeOverLease();
  readers = connected();
  for (const name of feeds) sandbox.feeds.world.open(name);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await sandbox.close();
});

const clock = () => new Date(time.nowMs);
const forums = () => [`127.0.0.1:${sandbox.discourse.port}`, `localhost:${sandbox.discourse.port}`];
const feedAt = (name: string) => getPlace(`http://127.0.0.1:${sandbox.placesPort}/feeds/${name}/feed`)!;

/** All sites, connected to their sandbox. */
function connected(): readonly Site[] {
  const now = () => time.nowMs;
  const local = new LocalAddresses([...forums(), `127.0.0.1:${sandbox.placesPort}`]);
  const places = { userAgent: "Earshot (a test)", timeoutMs: 10_000, spacingMs: 0, own: [] };
  const fetch = time.guarded(createGuardedFetch({ ...places, local, resolveInside, resolveOutside }));
  const url = `${sandbox.url}/reddit`;
  const reddit = createReddit({
    ...{ clientId: "sandbox-client", clientSecret: "sandbox-secret", userAgent: "node:earshot:test" },
    ...{ authUrl: url, apiUrl: url, now },
  });
  const userAgent = "Earshot (a test)";
  const hackernews = createHackerNews({ apiUrl: `${sandbox.url}/hackernews`, userAgent, now });
  const lobsters = createLobsters({ url: `${sandbox.url}/lobsters`, userAgent, now, sleep: time.sleep });
  return [
    reddit,
    hackernews,
    lobsters,
    createDiscourse({ fetch, parse: forumParsers, now }),
    createFeeds({ fetch, parse: feedParser, now }),
  ];
}

/** Writes a new item at every place, every few seconds. */
function moved(ms: number): void {
  sandbox.world.clock.advance(ms);
  if ((time.nowMs - pollStart.getTime()) % writeEveryMs !== 0) return;
  const title = "tidewater";
  for (const subreddit of ["webdev", "startups", "freelance"]) sandbox.world.post({ subreddit, title });
  sandbox.hackerNews.world.write({ title });
  sandbox.lobsters.world.write({ title, url: "https://example.com/" });
  for (const forum of ["harbour", "workbench"])
    sandbox.discourse.world.write(forum, { topic: 1, text: title });
  const turn = ((time.nowMs - pollStart.getTime()) / writeEveryMs) % feeds.length;
  sandbox.feeds.world.write(feeds[turn]!, { title });
}

const watches = new WatchSet();
let running: Promise<unknown> | null = null;

/** Runs the clock's calls for a while, one at a time. */
async function live(ms: number): Promise<void> {
  for (const endMs = time.nowMs + ms; time.nowMs < endMs; await time.pass(callEveryMs)) {
    if (running !== null) continue;
    const deadline = new Date(time.nowMs + 52_000);
    const contexts = readers.map((site) => ({
      ...{ clock, deadline, faults: [], site },
      budget: new Budget({
        ...{ clientId: `${site.id} of a test`, allShare: 0.4, window: site.window, clock, sleep: time.sleep },
      }),
    }));
    running = poll({ clock, deadline, faults: [] }, contexts, { ...how, watches }).finally(
      () => (running = null),
    );
  }
}

/** Mean seconds from post to notification by place, for notifications created since `from`. */
async function delaysSince(from: Date): Promise<Delay[]> {
  const { rows } = await pool().query<Delay>(
    `SELECT n."site", n."place", avg(extract(epoch FROM n."createdAt" - i."createdAt"))::float8 AS seconds
     FROM "Notification" n JOIN "Item" i USING ("fullname") WHERE n."createdAt" >= $1 GROUP BY 1, 2`,
    [from],
  );
  return rows;
}
interface Delay {
  site: string;
  place: string;
  seconds: number;
}

/** A watch covers all places, and feeds are due in turn. */
async function begin(): Promise<void> {
  const places = [
    ...["webdev", "startups", "freelance"].map((name) => `reddit:${name}`),
    ...["hackernews:all", "lobsters:all", ...forums().map((host) => `discourse:${host}`)],
    ...feeds.map((name) => `feeds:${feedAt(name)}`),
  ];
  await createWatch(await createUser({ plan: "pro" }), {
    keyword: "tidewater",
    places,
    activeSince: clock(),
  });
  await live(minuteMs);
  await pool().query(
    `UPDATE "ListRead" l SET "nextReadAt" = $1::timestamptz + n * interval '30 s'
     FROM (SELECT "place", row_number() OVER (ORDER BY "place") AS n FROM "ListRead") turn WHERE turn."place" = l."place"`,
    [clock()],
  );
  await live(feedsTurnMs);
}

/** Ends the fault and clears its pauses and retry delays. */
async function heal(): Promise<void> {
  sandbox.failures.clear();
  time.isSilent = () => false;
  await pool().query(`UPDATE "Budget" SET "pausedUntil" = NULL`);
  await pool().query(`UPDATE "PlaceRead" SET "nextAttemptAt" = NULL`);
}

/** The ratio of delays with this fault and without it, for each place of the other sites. */
async function ratiosIn(sick: Site, [name, minutes, rule]: Trouble, healthy: ReadonlyMap<string, number>) {
  const [started, hits] = [clock(), sandbox.failures.hits];
  const issue = `${sick.title} ${name}`;
  if (sick.reads === "lists") await pool().query(`UPDATE "ListRead" SET "nextReadAt" = $1`, [started]);
  sandbox.failures.set({ ...rule, service: sick.id as Service });
  time.isSilent = (address) => rule.mode === "silence" && leadsTo(sick.id, address);
  await live(minutes * minuteMs);
  const others = (await delaysSince(started)).filter(({ site }) => site !== sick.id);
  expect(sandbox.failures.hits, issue).toBeGreaterThan(hits);
  expect(new Set(others.map(({ site }) => site)).size, issue).toBe(readers.length - 1);
  await heal();
  return others.map(({ place, seconds }) => ({ issue, place, ratio: seconds / healthy.get(place)! }));
}

test("a site that is down or slow doesn't delay the others", { timeout: 400_000 }, async () => {
  await begin();
  const from = clock();
  await live(feedsTurnMs);
  const healthy = new Map((await delaysSince(from)).map(({ place, seconds }) => [place, seconds]));
  const ratios = [];
  for (const sick of readers) {
    for (const issue of issues) ratios.push(...(await ratiosIn(sick, issue, healthy)));
    // Remaining delays must not count for the next fault.
    await live(2 * minuteMs);
  }
  const [worst] = ratios.toSorted((a, b) => b.ratio - a.ratio);
  console.log(
    `one site down: ${readers.length * issues.length} troubles, the others' mean delay at worst ` +
      `${worst!.ratio.toFixed(3)} times as long as without (${worst!.issue}, ${worst!.place})`,
  );
  expect(ratios.filter(({ ratio }) => !(ratio <= 1.2))).toEqual([]);
});

function leadsTo(site: string, address: string): boolean {
  if (site === "feeds") return address.includes(`:${sandbox.placesPort}/`);
  if (site === "discourse") return address.includes(`:${sandbox.discourse.port}/`);
  return address.startsWith(`${sandbox.url}/${site}/`);
}
