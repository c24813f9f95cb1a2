/**
 * Live updates: the cost of many open requests in one process while idle, and the time for one item to reach
 * all of them: `npx tsx tests/bench/live.ts [calls]`.
 */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { Agent, request, type IncomingMessage } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { testSettings } from "../support/settings";
import { toSeconds } from "./backend-time";
import { serveBarePage } from "./bare-page";
import { printFigure } from "./figure";
import { median, onOwnDatabase, sizeOr } from "./stage";

const group = "live";
const calls = sizeOr(1_000);
const items = 20;
const idleMs = 20_000;

const port = await choosePort();
const appUrl = `http://127.0.0.1:${port}`;
await ensureBuilt();
await onOwnDatabase(bench, { APP_URL: appUrl });

async function bench(databaseUrl: string): Promise<void> {
  const { createSession } = await import("../../prisma/factories");
  const { prisma } = await import("../../src/server/platform/database");
  const { recordRead } = await import("../../src/server/recording/record");
  const { makeItem, makeWatching } = await import("./watching");
  const rules = await makeWatching(calls, 1);
  const bearers: string[] = [];
  for (const { id } of await prisma().user.findMany({ select: { id: true } }))
    bearers.push((await createSession({ id })).bearer);
  const app = await startProgram("bench-live", "scripts/serve.mjs", {
    env: { ...testSettings, DATABASE_URL: databaseUrl, APP_URL: appUrl, PORT: String(port), LIVE: "on" },
    imports: [pathToFileURL("tests/support/collect-on-signal.mjs").href],
    logFolder: path.resolve(".data/test/logs"),
  });
  const { lines, agent } = await openConnections(app.pid!, bearers);

  const figure = { group, bound: "ceiling" } as const;
  const firstMs: number[] = [];
  const lastMs: number[] = [];
  for (let item = 1; item <= items; item += 1) {
    const result = Promise.all(lines.map((line) => nextNews(line)));
    await recordRead({
      items: [makeItem(`live${item}`)],
      match: () => rules,
      isNamed: () => true,
      outcomes: [],
      gaps: [],
      now: new Date(),
    });
    const startedMs = performance.now();
    const waits = (await result).map((atMs) => atMs - startedMs).sort((a, b) => a - b);
    firstMs.push(waits[Math.floor(waits.length / 2)]!);
    lastMs.push(waits.at(-1)!);
    await sleep(1_000);
  }
  for (const [what, measured, goal] of [
    ["half of them", median(firstMs), 1],
    ["the last of them", median(lastMs), 1],
    ["the last of them, at worst", Math.max(...lastMs), 2],
  ] as const)
    printFigure({
      ...figure,
      what: `one item to ${calls} calls: ${what}`,
      goal,
      measured: measured / 1000,
      unit: "s",
    });
  agent.destroy();
  await app.stop();
  await measureBare(bearers);
}

/** Measures the cost of open requests in plain Next, for comparison. */
async function measureBare(bearers: readonly string[]): Promise<void> {
  const imports = [pathToFileURL("tests/support/collect-on-signal.mjs").href];
  const bare = await serveBarePage({ NODE_OPTIONS: imports.map((module) => `--import=${module}`).join(" ") });
  try {
    const { agent } = await openConnections(bare.pid, bearers, `${bare.url}/live`);
    agent.destroy();
  } finally {
    await bare.stop();
  }
}

/** Opens a request for each user and prints their idle cost. With `bareUrl`, measures the plain Next app. */
async function openConnections(pid: number, bearers: readonly string[], bareUrl?: string) {
  const url = bareUrl ?? `${appUrl}/api/notifications/live`;
  const agent = new Agent({ maxSockets: Infinity });
  // The first request loads code, which isn't a cost per request.
  (await open(bearers[0]!, agent, url)).destroy();
  await sleep(2_000);
  const before = await megabytesOf(pid);
  const idle = await shareOf(pid);
  const lines = [];
  for (const bearer of bearers) lines.push(await open(bearer, agent, url));
  await sleep(3_000);
  const after = await megabytesOf(pid);
  const worked = await shareOf(pid);
  const figure = { group, bound: "ceiling" } as const;
  const who = bareUrl === undefined ? `${calls} calls` : `${calls} calls of bare Next`;
  const stored = { unit: "MB", goal: 40 } as const;
  printFigure({
    ...figure,
    ...stored,
    what: `${who}: memory, garbage included`,
    measured: after.all - before.all,
  });
  printFigure({
    ...figure,
    ...stored,
    what: `${who}: memory that is held`,
    measured: after.stored - before.stored,
  });
  const share = { unit: "% of a core", goal: 2 } as const;
  printFigure({ ...figure, ...share, what: `${who}: processor while idle`, measured: worked });
  printFigure({ ...figure, ...share, what: `${who}: the same above none`, measured: worked - idle });
  return { lines, agent };
}

/** The processor share of a process while idle (%). */
async function shareOf(pid: number): Promise<number> {
  const before = toSeconds(pid);
  await sleep(idleMs);
  return (100 * (toSeconds(pid) - before)) / (idleMs / 1000);
}

function open(bearer: string, agent: Agent, url: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: bearer };
    const requested = request(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`a live call answered ${response.statusCode}`));
      response.on("error", () => undefined).resume();
      resolve(response);
    });
    requested.once("error", reject).end();
  });
}

/** Resolves with the time of a request's next update. */
function nextNews(line: IncomingMessage): Promise<number> {
  return new Promise((resolve) => {
    const receive = (bytes: Buffer) => {
      if (!bytes.includes("event: news")) return;
      line.off("data", receive);
      resolve(performance.now());
    };
    line.on("data", receive);
  });
}

/** A process's memory, with garbage and after a collection. */
async function megabytesOf(pid: number): Promise<{ all: number; stored: number }> {
  const all = residentMegabytes(pid);
  process.kill(pid, "SIGUSR2");
  await sleep(2_000);
  return { all, stored: residentMegabytes(pid) };
}

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))![1]) / 1024;
}
