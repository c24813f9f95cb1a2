import { afterAll, beforeAll, expect, test } from "vitest";
import { createUser } from "../../prisma/factories";
import type { Arrived } from "../../sandbox/receivers/receivers";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { makeSecret } from "@/channels/webhook/secret";
import { pool } from "@/server/platform/database";
import { endClaims, endWindows } from "../support/end-claims";
import { recordFaults } from "../support/fault-report";
import { createDestination } from "../support/given-destinations";
import { bundleWorker, kill, startWorker } from "../support/kill-order";
import { createPendingEmail } from "../support/pending-email";
import { startPooler } from "../support/pooler";

/** Kills under load; RECEIVERS_ROUNDS=500 is the full run. */
const rounds = Number(process.env.RECEIVERS_ROUNDS ?? 10);
let random = Number(process.env.KILL_SEED ?? 20_261_123);
const chance = () => (random = (random * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;

const names = ["webhook", "slack", "discord", "teams", "ntfy"] as const;
type Name = (typeof names)[number];
const knowsRepetition = (name: Name) => name === "webhook" || name === "ntfy";

/** A separate sandbox for each channel, so one vendor's rate limit doesn't delay the others. */
const stages = new Map<Name, { started: StartedSandbox; userId: string; arrived: Set<Arrived> }>();
let file: string;
let pooler: Awaited<ReturnType<typeof startPooler>>;

beforeAll(async () => {
  process.env.LOCAL_ADDRESSES = "127.0.0.1/32";
  pooler = await startPooler(process.env.DATABASE_URL!);
  file = await bundleWorker("deliver-worker");
  for (const name of names) {
    const started = await startSandbox({ stream: false, historyHours: 0 });
    const { id: userId } = await createUser({ plan: "pro", emailNotifications: false });
    const address = `${started.url}${started.receivers.make(name)}`;
    await createDestination(userId, { channel: name, address, secret: makeSecret() });
    stages.set(name, { started, userId, arrived: new Set() });
  }
});
afterAll(() => Promise.all([pooler?.stop(), ...[...stages.values()].map(({ started }) => started.close())]));

/** Behind PgBouncer in transaction mode if it is installed. */
const start = () => startWorker(file, pooler ? { DATABASE_URL: pooler.url } : undefined);

async function letTimePass(): Promise<void> {
  // The sandbox keeps only recent messages, so collect them each round.
  for (const { started, arrived } of stages.values())
    started.receivers.arrived.forEach((one) => arrived.add(one));
  await endClaims();
  await endWindows();
  await pool().query(`UPDATE "OutboxEntry" SET "dueAt" = now() - interval '1 second' WHERE "dueAt" > now()`);
  await pool().query(`UPDATE "Budget" SET "pausedUntil" = NULL, "windowStart" = now()`);
}

/** Creates one item for each receiver. */
async function addPending(round: number): Promise<void> {
  for (const [name, { userId }] of stages) {
    const now = new Date();
    const title = getTitle(name, round);
    const id = await createPendingEmail(userId, now, { title, content: "", frequency: null });
    await pool().query(
      `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt") VALUES ($1, $2::"Channel", $3, $4)`,
      [id, name, userId, now],
    );
  }
}

const getTitle = (name: Name, round: number) => `tidewater ${name} round ${round}.`;

async function open(): Promise<number> {
  const { rows } = await pool().query<{ open: number }>(
    `SELECT ((SELECT count(*) FROM "Delivery" WHERE "status" IN ('pending', 'frozen')) + (SELECT count(*) FROM "OutboxEntry"))::int AS open`,
  );
  return rows[0]!.open;
}

test(
  "with two delivery workers killed at random moments, all receivers get every item and repeats are labeled",
  { timeout: 3_600_000 },
  async () => {
    let survivor = await start();
    for (let round = 0; round < rounds; round++) {
      const worker = await start();
      for (const { started } of stages.values())
        if (chance() < 0.2) started.failures.set({ service: "receivers", mode: "lost", count: 1 });
      const pending = addPending(round);
      await new Promise((resolve) => setTimeout(resolve, chance() * 700));
      // Alternate between the older and the newer worker to test takeovers in both directions.
      await kill(round % 2 === 0 ? worker : survivor);
      if (round % 2 === 1) survivor = worker;
      await pending;
      await letTimePass();
    }
    for (const { started } of stages.values()) started.failures.reset();
    for (const end = Date.now() + 600_000; Date.now() < end && (await open()) > 0; await letTimePass()) {
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    }
    await kill(survivor);
    await letTimePass();

    const result = names.flatMap((name) =>
      Array.from({ length: rounds }, (_, round) => reportedFor(name, round)),
    );
    const lost = result.filter(({ arrivals }) => arrivals === 0).length;
    const doubled = result.reduce((sum, { unreported: unknown }) => sum + Math.max(0, unknown - 1), 0);
    const again = result.reduce(
      (sum, { arrivals, unreported: unknown }) => sum + arrivals - Math.min(1, unknown),
      0,
    );
    console.log(`${result.length} messages, ${again} repetitions that said so or are known as such`);
    const stuck = await open();
    recordFaults({ fault: "receivers, two deliverers, one killed", injected: rounds, lost, doubled, stuck });
    expect({ lost, doubled, stuck }).toEqual({ lost: 0, doubled: 0, stuck: 0 });
  },
);

/** The number of times an item arrived, and the number of times it looked new. */
function reportedFor(name: Name, round: number): { arrivals: number; unreported: number } {
  const arrived = [...stages.get(name)!.arrived].filter(({ body }) => body.includes(getTitle(name, round)));
  const unknown = knowsRepetition(name)
    ? new Set(arrived.map(({ id }) => id)).size
    : arrived.filter(({ body }) => !body.includes("Resent. You might have received")).length;
  return { arrivals: arrived.length, unreported: unknown };
}
