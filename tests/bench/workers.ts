/**
 * The built worker on loopback: a wave to 200 receivers that take 300 ms each with one and two workers, a worker
 * killed with `kill -9` during a request, and a worker behind PgBouncer in transaction mode, without and with
 * DIRECT_DATABASE_URL: `node --import ./scripts/typescript.mjs tests/bench/workers.ts [waves]`.
 */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { createServer, type Server } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { bundleWork } from "../../scripts/bundle-work.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { closed, listen } from "../../sandbox/socket";
import { testSettings } from "../support/settings";
import { type Listener, makeListeners, recordOne } from "./listeners";
import { printFigure } from "./figure";
import { startPooler } from "../support/pooler";
import { median, onOwnDatabase, sizeOr } from "./stage";

const group = "workers";
const waves = sizeOr(5);
const receivers = 200;
const responseMs = 300;
/** Real-time matches of an account are collected for ten seconds after a message. */
const windowMs = 11_000;
const patienceMs = 60_000;

interface Arrival {
  atMs: number;
  item: string;
  port: number;
}
const arrivals: Arrival[] = [];
/** While true, receivers never respond. */
let isHanging = false;

const settings = { LOCAL_ADDRESSES: "127.0.0.1/32", SITES: "feeds" };

await onOwnDatabase(bench, { ...settings, SCHEDULER: "off" });

function receiver(): Server {
  return createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString()) as { data: { matches: { id: string }[] } };
      const port = request.socket.remotePort ?? 0;
      for (const { id } of data.matches) arrivals.push({ atMs: Date.now(), item: id, port });
      if (!isHanging) setTimeout(() => response.writeHead(204).end(), responseMs);
    });
  });
}

async function startWorker(url: string, more: Record<string, string> = {}) {
  const port = await choosePort();
  const at = `http://127.0.0.1:${port}`;
  const env = { ...testSettings, ...settings, APP_URL: at, PORT: String(port), DATABASE_URL: url, ...more };
  const program = await startProgram("worker", "scripts/serve.mjs", {
    args: ["--work"],
    env,
    logFolder: path.resolve(".data/test/logs"),
  });
  return { at, pid: program.pid!, stop: () => program.stop(), exited: program.exited };
}

async function bench(url: string): Promise<void> {
  await bundleWork();
  const servers = Array.from({ length: receivers }, receiver);
  const ports = await Promise.all(servers.map((server) => listen(server)));
  const listeners = await makeListeners(receivers, (n) => `http://127.0.0.1:${ports[n]!}/hook`);
  const first = await startWorker(url);
  await waveMs(listeners);
  const alone = await medianWave(listeners);
  const second = await startWorker(url);
  await sleep(windowMs);
  const together = await medianWave(listeners);
  console.log(`a wave to ${receivers} receivers: ${alone} ms with one worker, ${together} ms with two`);
  printFigure({
    ...{ group, what: "a wave with two workers, in response times of one receiver", unit: "×" },
    ...{ goal: 2.5, bound: "ceiling", measured: together / responseMs },
  });
  await killOne([first, second], listeners[0]!);
  await Promise.all([first, second].map((worker) => worker.stop()));
  await throughPooler(url, listeners);
  servers.forEach((server) => server.closeAllConnections());
  await Promise.all(servers.map(closed));
}

/** From the first request of a wave to the response to its last one (ms). */
async function waveMs(listeners: readonly Listener[]): Promise<number> {
  const item = await recordOne(listeners);
  const own = await arrivalsOf(item, listeners.length);
  const times = own.map(({ atMs }) => atMs);
  return Math.max(...times) - Math.min(...times) + responseMs;
}

async function medianWave(listeners: readonly Listener[]): Promise<number> {
  const results: number[] = [];
  for (let wave = 0; wave < waves; wave++) {
    await sleep(windowMs);
    results.push(await waveMs(listeners));
  }
  console.log(`waves: ${results.join(", ")} ms`);
  return median(results);
}

async function arrivalsOf(item: string, count: number): Promise<Arrival[]> {
  const own = () => arrivals.filter((one) => one.item === item);
  for (const end = Date.now() + patienceMs; own().length < count && Date.now() < end;) await sleep(20);
  if (own().length < count) throw new Error(`${own().length} of ${count} messages arrived`);
  return own();
}

/** Kills the worker that is sending a message, and measures when the other one sends it. */
async function killOne(workers: readonly { pid: number }[], listener: Listener): Promise<void> {
  await sleep(windowMs);
  isHanging = true;
  const item = await recordOne([listener]);
  const [arrival] = await arrivalsOf(item, 1);
  isHanging = false;
  const owner = workers.find(({ pid }) => pid === ownerOf(arrival!.port))!;
  const killedMs = Date.now();
  process.kill(owner.pid, "SIGKILL");
  const [, again] = await arrivalsOf(item, 2);
  printFigure({
    ...{ group, what: "kill -9 during a request: sent by another worker after", unit: "s" },
    ...{ goal: 20, bound: "ceiling", measured: (again!.atMs - killedMs) / 1000 },
  });
}

/** The process that has the local TCP port open. */
function ownerOf(port: number): number | undefined {
  const hex = port.toString(16).toUpperCase().padStart(4, "0");
  const line = readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .find((one) => one.trim().split(/\s+/)[1]?.endsWith(`:${hex}`));
  const socket = `socket:[${line?.trim().split(/\s+/)[9]}]`;
  const isOwner = (pid: string) => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`) === socket);
    } catch {
      return false;
    }
  };
  const found = readdirSync("/proc").find((name) => /^\d+$/.test(name) && isOwner(name));
  return found === undefined ? undefined : Number(found);
}

async function throughPooler(url: string, listeners: readonly Listener[]): Promise<void> {
  const pooler = await startPooler(url);
  if (pooler === null) return console.log("no pgbouncer here: skipped");
  for (const direct of [undefined, url]) {
    const worker = await startWorker(pooler.url, direct === undefined ? {} : { DIRECT_DATABASE_URL: direct });
    await sleep(windowMs);
    const waits: number[] = [];
    for (const [n, listener] of listeners.slice(1, 9).entries()) {
      const recordedMs = Date.now();
      const item = await recordOne([listener]);
      const [arrival] = await arrivalsOf(item, 1);
      waits.push((arrival!.atMs - recordedMs) / 1000);
      await sleep(700 * (n + 1));
    }
    const health = (await (await fetch(`${worker.at}/api/health`)).json()) as {
      checks: { wakeups?: object };
    };
    console.log(JSON.stringify({ waits, wakeups: health.checks.wakeups }));
    printFigure({
      ...{ group, unit: "s", bound: "ceiling", measured: Math.max(...waits) },
      what: `PgBouncer, ${direct === undefined ? "without" : "with"} DIRECT_DATABASE_URL: a match to its webhook, longest`,
      goal: direct === undefined ? 12 : 1.5,
    });
    await worker.stop();
  }
  await pooler.stop();
}
