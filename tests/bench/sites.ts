/**
 * All sites in one worker, in the sandbox: the time from an item's publication to its notification, while every
 * site responds and while one after another is silent, and the worker's memory: `npx tsx tests/bench/sites.ts
 * [minutes] [silent site …] [--six]`. `--six` reads only the first six sites, for comparing the memory.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleWork } from "../../scripts/bundle-work.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import type { Service } from "../../sandbox/failures";
import { Random } from "../../sandbox/random";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { sandboxAddresses } from "../support/served-app";
import { testSettings } from "../support/settings";
import { printFigure, seed } from "./figure";
import { median, onOwnDatabase, sizeOr } from "./stage";

const group = "sites";
const phaseMs = sizeOr(5) * 60_000;
const everyMs = 5_000;
/** A feed only shows its latest entries, so it gets one a minute. */
const feedEvery = 12;
const random = new Random(seed);
const patienceMs = 6 * 60_000;
const newer = ["github", "news", "fediverse", "stackexchange", "lemmy"] as const;
const older = ["reddit", "hackernews", "lobsters", "bluesky", "discourse", "feeds"] as const;
type SiteName = (typeof newer)[number] | (typeof older)[number];
const sites: readonly SiteName[] = process.argv.includes("--six") ? older : [...older, ...newer];
const silenced = sites.filter((site) => process.argv.includes(site));
/** p95 (s). */
const goals: Partial<Record<SiteName, number>> = {
  ...{ github: 60, news: 120, fediverse: 2, stackexchange: 150, lemmy: 60 },
};

interface Written {
  site: SiteName;
  /** For News: the time of the file that contains it. */
  atMs: number;
  /** The silent site, or null. */
  silent: SiteName | null;
  seconds: number | null;
}
const written = new Map<string, Written>();

function placesIn({ discourse, feeds, lemmy }: StartedSandbox): Record<SiteName, string> {
  const all = { hackernews: "all", lobsters: "all", bluesky: "all", news: "all", fediverse: "all" };
  return {
    ...all,
    ...{ reddit: "smallbusiness", github: "tidewater/app", stackexchange: "stackoverflow" },
    discourse: `127.0.0.1:${discourse.port}`,
    feeds: feeds.getAddress("tidings"),
    lemmy: `127.0.0.1:${lemmy.port}`,
  };
}

function writersOf(sandbox: StartedSandbox): Record<SiteName, (title: string) => unknown> {
  const { world, hackerNews, lobsters, bluesky, discourse, feeds } = sandbox;
  const { github, news, fediverse, stackExchange, lemmy } = sandbox;
  return {
    reddit: (title) => world.post({ subreddit: "smallbusiness", title }),
    hackernews: (title) => hackerNews.world.write({ title }),
    lobsters: (title) => lobsters.world.write({ title, url: "https://example.com/" }),
    bluesky: (text) => bluesky.world.write({ text }),
    discourse: (title) => discourse.world.write("harbour", { title }),
    feeds: (title) => feeds.world.write("tidings", { title }),
    github: (title) => github.world.write("tidewater/app", { title, text: "A text." }),
    news: (title) => news.world.write({ title }),
    fediverse: (text) => fediverse.world.write({ text }),
    stackexchange: (title) => stackExchange.world.write({ site: "stackoverflow", title }),
    lemmy: (title) => lemmy.world.write("tidepool", { title }),
  };
}

await onOwnDatabase(bench, { SCHEDULER: "off" });

async function bench(databaseUrl: string): Promise<void> {
  const { createUser, createWatch } = await import("../../prisma/factories");
  const sandbox = await startSandbox();
  await bundleWork();
  const port = await choosePort();
  const local = [sandbox.placesPort, sandbox.discourse.port, sandbox.lemmy.port];
  const worker = await startProgram("bench-sites", "scripts/serve.mjs", {
    args: ["--work"],
    env: {
      ...{ ...testSettings, ...sandboxAddresses(sandbox.url), DATABASE_URL: databaseUrl },
      ...{ PORT: String(port), SITES: sites.join(","), SCHEDULER: "on" },
      LOCAL_ADDRESSES: local.map((one) => `127.0.0.1:${one}`).join(","),
    },
    logFolder: path.resolve(".data/test/logs"),
  });
  const user = await createUser({ plan: "pro" });
  const named = placesIn(sandbox);
  await createWatch(user, {
    keyword: "zephyrlight",
    places: sites.map((site) => `${site}:${named[site]}`),
    activeSince: new Date(),
    emailNotification: false,
    browserNotification: false,
  });
  // Every place has been read once.
  await sleep(2 * 60_000);
  const maxMb = { usual: 0 };
  const watching = setInterval(() => void collect(), 250);
  const sampling = setInterval(() => (maxMb.usual = Math.max(maxMb.usual, memoryMb(worker.pid!))), 1_000);
  const writers = writersOf(sandbox);
  for (const silent of [null, ...silenced]) {
    if (silent !== null)
      sandbox.failures.set({ mode: "silence", service: silent as Service, waitSeconds: 60 });
    const untilMs = Date.now() + (silent === null ? 2 : 1) * phaseMs;
    for (let n = 0; Date.now() < untilMs; n += 1) {
      for (const site of sites.filter((one) => one !== "feeds" || n % feedEvery === 0))
        publish(site, { write: writers[site], silent, sandbox });
      // Not in step with readers.
      await sleep(everyMs * (0.5 + random.next()));
    }
    sandbox.failures.clear();
  }
  const untilMs = Date.now() + patienceMs;
  while (Date.now() < untilMs && [...written.values()].some(({ seconds }) => seconds === null))
    await sleep(1_000);
  clearInterval(watching);
  clearInterval(sampling);
  await collect();
  report(maxMb.usual);
  await worker.stop();
  await sandbox.close();
}

interface Publishing {
  write: (title: string) => unknown;
  silent: SiteName | null;
  sandbox: StartedSandbox;
}

function publish(site: SiteName, { write, silent, sandbox }: Publishing): void {
  const title = `zephyrlight number ${written.size}`;
  write(title);
  const atMs = site === "news" ? nextFileMs(sandbox) : Date.now();
  written.set(title, { site, atMs, silent, seconds: null });
}

function nextFileMs({ news }: StartedSandbox): number {
  let minute = Math.floor(Date.now() / 60_000) + 1;
  while (!news.world.options.fileOffsets.includes(minute % 15)) minute += 1;
  return minute * 60_000;
}

async function collect(): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  const since = new Date(Date.now() - patienceMs - phaseMs);
  const { rows } = await pool().query<{ words: string }>(
    `SELECT i."title" || ' ' || left(i."text", 200) AS "words" FROM "Notification" n
     JOIN "Item" i ON i."fullname" = n."fullname" WHERE n."createdAt" > $1`,
    [since],
  );
  for (const { words } of rows) {
    const [title = ""] = /zephyrlight number \d+/.exec(words) ?? [];
    const item = written.get(title);
    // An article can arrive by the list before its file.
    if (item !== undefined) item.seconds ??= Math.max(0, Date.now() - item.atMs) / 1_000;
  }
}

function memoryMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))!;
  return Number(kb) / 1_024;
}

/** Seconds until the notification, ascending. */
function getSeconds(site: SiteName, silent: SiteName | null): number[] {
  return [...written.values()]
    .filter((one) => one.site === site && one.silent === silent)
    .map(({ seconds }) => seconds ?? Infinity)
    .toSorted((a, b) => a - b);
}

function getQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.floor((sorted.length - 1) * share)]!;
}

function report(maxMb: number): void {
  const lost = [...written.values()].filter(({ seconds }) => seconds === null);
  for (const silent of [null, ...silenced]) {
    console.log(`\n${silent === null ? "All sites respond" : `${silent} is silent`}: p50, p95, max (s)`);
    for (const site of sites) {
      const own = getSeconds(site, silent);
      const figures = [getQuantile(own, 0.5), getQuantile(own, 0.95), own.at(-1)!].map((value) =>
        value.toFixed(1).padStart(8),
      );
      const slowest = [...written.values()].find(
        (one) => one.site === site && one.silent === silent && (one.seconds ?? Infinity) === own.at(-1),
      );
      const since = new Date(slowest!.atMs).toISOString();
      console.log(`  ${site.padEnd(14)}${figures.join("")}   published ${since}`);
    }
  }
  for (const site of sites) {
    const goal = goals[site];
    if (goal === undefined) continue;
    const measured = getQuantile(getSeconds(site, null), 0.95);
    printFigure({
      group,
      what: `${site}: publication to notification, p95`,
      goal,
      measured,
      unit: "s",
      bound: "ceiling",
    });
  }
  for (const [n, silent] of silenced.entries()) {
    // The site that was silent before is still catching up; the next one can't show its last items.
    const left = [silent, silenced[n - 1], silenced[n + 1], "feeds"];
    const ratios = sites
      .filter((site) => !left.includes(site))
      .map((site) => getQuantile(getSeconds(site, silent), 0.95) / getQuantile(getSeconds(site, null), 0.95));
    const what = `p95 of the other sites while ${silent} is silent, compared to before, median`;
    printFigure({ group, what, goal: 1.2, measured: median(ratios), unit: "×", bound: "ceiling" });
  }
  printFigure({
    group,
    what: "published items without a notification",
    goal: 0,
    measured: lost.length,
    unit: "",
    bound: "ceiling",
  });
  console.log(
    `${written.size} items, ${lost.length} without a notification; at most ${maxMb.toFixed(0)} MB resident`,
  );
}
