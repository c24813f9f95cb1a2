/**
 * Upgrade requests (1,250, or `connections`), then as many half-sent requests, on a server that allows 80% of that.
 * Measures the latency of another client: `npx tsx tests/bench/connections.ts [connections]`.
 */
import path from "node:path";
import { ensureBuilt } from "../../scripts/build.mjs";
import { choosePort } from "../../scripts/ports.mjs";
import { startProgram } from "../../scripts/processes.mjs";
import { rawClient, getStatus, type RawClient } from "../support/raw-client";
import { testSettings } from "../support/settings";
import { printFigure } from "./figure";
import { median, onOwnDatabase, sizeOr } from "./stage";

const group = "connections";
const count = sizeOr(1_250);
const maxConnections = Math.round(count * 0.8);
const visits = 50;

const port = await choosePort();
const appUrl = `http://127.0.0.1:${port}`;
await ensureBuilt();
await onOwnDatabase(bench, { APP_URL: appUrl });

async function bench(databaseUrl: string): Promise<void> {
  const env = { ...testSettings, DATABASE_URL: databaseUrl, APP_URL: appUrl, PORT: String(port) };
  const app = await startProgram("bench-connections", "scripts/serve.mjs", {
    env: { ...env, MAX_CONNECTIONS: String(maxConnections) },
    logFolder: path.resolve(".data/test/logs"),
  });
  await visitMs();

  const upgrades = await open("Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
  const refused = await Promise.all(upgrades.map(async ({ ended }) => getStatus(await ended) === 426));
  print(
    `of ${count} upgrade requests: refused and closed`,
    refused.filter(Boolean).length,
    count,
    "",
    "floor",
  );

  const alone = await visitMs();
  const halves = await open("X: ");
  const others = await visitMs();
  print(`another client beside ${count} half-sent requests`, others, 250, "ms", "ceiling");
  print("the same, above that without them", others / alone, 5, "×", "ceiling");
  for (const { socket } of halves) socket.destroy();
  await app.stop();
}

/** Opens `count` connections and sends a request with this end on each. */
async function open(end: string): Promise<RawClient[]> {
  const clients: RawClient[] = [];
  while (clients.length < count) {
    const batch = Array.from({ length: Math.min(250, count - clients.length) }, () =>
      rawClient(port, `GET /dashboard HTTP/1.1\r\nHost: localhost\r\n${end}`),
    );
    await Promise.all(
      batch.map(({ socket, ended }) =>
        Promise.race([ended, new Promise((resolve) => socket.once("connect", resolve))]),
      ),
    );
    clients.push(...batch);
  }
  return clients;
}

/** Median latency of a page on a new connection (ms). Throws if a request fails. */
async function visitMs(): Promise<number> {
  const used: number[] = [];
  for (let visit = 0; visit < visits; visit += 1) {
    const startedMs = performance.now();
    const request = "GET /login HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const received = await rawClient(port, request).ended;
    if (getStatus(received) !== 200) throw new Error(`A page was answered ${getStatus(received)}.`);
    used.push(performance.now() - startedMs);
  }
  return median(used);
}

function print(what: string, measured: number, goal: number, unit: string, bound: "floor" | "ceiling"): void {
  printFigure({ group, what, goal, measured, unit, bound });
}
