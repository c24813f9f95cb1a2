/**
 * Time from recording a match to its webhook: 200 Pro accounts with one webhook each, matches recorded at an
 * even pace, and deliveries woken as by the app's own clock. Then the same with 10,000 pending messages each
 * to a dead host and to one that never responds: `node --import ./scripts/typescript.mjs
 * tests/bench/receivers.ts [seconds] [--short]`. Receivers are local servers.
 */
import { createServer, type Server } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { closed, listen } from "../../sandbox/socket";
import { type Listener, makeListeners, recordOne } from "./listeners";
import { isShort, printFigure } from "./figure";
import { onOwnDatabase, sizeOr } from "./stage";
import { unlimited } from "../support/unlimited";

const group = "receivers";
const runMs = 1000 * sizeOr(isShort ? 5 : 60);
const matchesPerSecond = 50;
const [users, hosts] = [200, 20];
const pending = isShort ? 500 : 10_000;
const foundMs = 3_000;
/** The delay counted for matches that haven't arrived by then (ms). */
const patienceMs = 20_000;

/** Arrival time of each item by name (ms of Date.now()). */
const arrivedMs = new Map<string, number>();

await onOwnDatabase(bench, { LOCAL_ADDRESSES: "127.0.0.1/32", SCHEDULER: "on" });

/** Accepts webhooks and records when each match arrived. */
function receiver(): Server {
  return createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const at = Date.now();
      const { data } = JSON.parse(Buffer.concat(parts).toString()) as { data: { matches: { id: string }[] } };
      for (const { id } of data.matches) if (!arrivedMs.has(id)) arrivedMs.set(id, at);
      response.writeHead(204).end();
    });
  });
}

async function bench(): Promise<void> {
  const { runDeliver } = await import("../../src/server/operation/cron");
  const { requestStop } = await import("../../src/server/platform/run");
  const { wakeDelivery } = await import("../../src/server/operation/wake-delivery");
  const living = Array.from({ length: hosts }, receiver);
  const ports = await Promise.all(living.map((server) => listen(server)));
  const watches = await makeListeners(users, (n) => `http://127.0.0.1:${ports[n % hosts]}/hook${n}`);
  // Like the app's own clock.
  let running: Promise<unknown> = Promise.resolve();
  const sleepAgain = wakeDelivery(async () => {
    const run = runDeliver();
    running = run.catch(() => undefined);
    const tally = await run;
    return "sent" in tally && tally.sent + tally.failed + tally.retried > 0;
  });
  // The first run in a process includes startup costs.
  await record(watches, 8_000);
  const calm = await record(watches, runMs);
  print("a match recorded to its webhook", calm);

  const hung = createServer(() => undefined);
  const spare = createServer();
  const hungAt = `http://127.0.0.1:${await listen(hung)}/hook`;
  const deadAt = `http://127.0.0.1:${await listen(spare)}/hook`;
  await closed(spare);
  const lost = await makeListeners(2, (n) => [deadAt, hungAt][n]!);
  await addPending(lost);
  // Detecting the dead hosts takes a moment and rarely happens with such a backlog, so it's measured
  // separately.
  const found = await record(watches, foundMs);
  const first = `${pending.toLocaleString("en")} owed each to a dead and a hanging host at once: the first seconds`;
  print(first, found);
  const others = await record(watches, runMs);
  print("after these", others);
  printFigure({
    ...{
      group,
      what: "after these, p99 against that without what is owed",
      goal: 1.2,
      unit: "×",
      bound: "ceiling",
    },
    measured: others.p99 / calm.p99,
    wide: 3,
  });
  sleepAgain();
  requestStop();
  hung.closeAllConnections();
  await running;
  await Promise.all([hung, ...living].map(closed));
}

/** Creates this many pending messages for each watch, due before anything recorded later. */
async function addPending(lost: readonly Listener[]): Promise<void> {
  const { pool } = await import("../../src/server/platform/database");
  await recordOne(lost);
  const { rows } = await pool().query<{ id: string }>(
    `SELECT "id" FROM "Notification" WHERE "watchId" = ANY($1::uuid[])`,
    [lost.map(({ watchId }) => watchId)],
  );
  if (rows.length !== lost.length) throw new Error("what is owed was not recorded");
  await unlimited(
    `WITH made AS (
       INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "count", "nextAttemptAt", "createdAt")
       SELECT gen_random_uuid(), t."userId", t."id", 'webhook', now() - interval '1 day' + n * interval '1 ms', 1, now() - interval '1 minute', now()
       FROM "Destination" t, generate_series(1, $2::int) n WHERE t."userId" = ANY($1::uuid[]) AND t."channel" = 'webhook' RETURNING "id", "userId")
     INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId")
     SELECT made."id", n."id" FROM made JOIN "Notification" n USING ("userId")`,
    [lost.map(({ userId }) => userId), pending],
  );
  await unlimited(`VACUUM ANALYZE "Delivery", "DeliveryEntry"`);
}

interface Delays {
  p50: number;
  p99: number;
  missing: number;
}

/**
 * Records matches at an even pace, each for the next account, and waits until all have arrived. Delays are in
 * seconds from before the recording.
 */
async function record(watches: readonly Listener[], lastsMs: number): Promise<Delays> {
  const startedMs = performance.now();
  const recordedMs = new Map<string, number>();
  const open: Promise<void>[] = [];
  let count = 0;
  for (let passedMs = 0; passedMs < lastsMs; passedMs = performance.now() - startedMs) {
    for (; count < (passedMs / 1000) * matchesPerSecond; count += 1) {
      const at = Date.now();
      open.push(recordOne([watches[count % watches.length]!]).then((name) => void recordedMs.set(name, at)));
    }
    await sleep(5);
  }
  await Promise.all(open);
  const untilMs = Date.now() + patienceMs;
  const isOut = () => [...recordedMs.keys()].some((name) => !arrivedMs.has(name));
  while (isOut() && Date.now() < untilMs) await sleep(100);
  const tookMs = [...recordedMs]
    .map(([name, at]) => (arrivedMs.get(name) ?? Infinity) - at)
    .sort((one, other) => one - other);
  const at = (share: number) => Math.min(tookMs[Math.floor(tookMs.length * share)]!, patienceMs) / 1000;
  const missing = tookMs.filter((ms) => ms === Infinity).length;
  console.log(`${tookMs.length} matches, p95 ${at(0.95).toFixed(2)} s, the last ${at(0.9999).toFixed(2)} s`);
  return { p50: at(0.5), p99: at(0.99), missing };
}

function print(what: string, { p50, p99, missing }: Delays): void {
  const figure = { group, unit: "s", bound: "ceiling" } as const;
  printFigure({ ...figure, what: `${what}, ${matchesPerSecond} a second, p50`, goal: 0.5, measured: p50 });
  printFigure({ ...figure, what: `${what}, p99`, goal: 2, measured: p99 });
  printFigure({ ...figure, what: `${what}: never told`, goal: 0, measured: missing, unit: "", wide: 0 });
}
