import { createServer } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createNotification, createUser, createWatch } from "../../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../../sandbox/server";
import { closed, listen } from "../../../sandbox/socket";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { runDeliver } from "@/server/operation/cron";
import { pool, prisma } from "@/server/platform/database";
import { createDestination } from "../../support/given-destinations";
import { emptyOutbox } from "../../support/pending-email";

let started: StartedSandbox;
/** Accepts requests and never responds. */
const silent = () => createServer(() => void (begun += 1));
let begun: number;

beforeAll(async () => {
  process.env.LOCAL_ADDRESSES = "127.0.0.1/32";
  // Without timeouts, a hanging request only ends with its server, on machines of any speed.
  vi.spyOn(AbortSignal, "timeout").mockImplementation(() => new AbortController().signal);
  started = await startSandbox({ stream: false, historyHours: 0 });
});
afterAll(() => started.close());
beforeEach(async () => {
  await emptyOutbox();
  started.receivers.arrived.length = 0;
  begun = 0;
});

async function listener(address: string) {
  const user = await createUser({ plan: "pro", emailNotifications: false });
  const secret = "whsec_c2VjcmV0";
  const id = await createDestination(user.id, { channel: "webhook", address, secret });
  const watch = await createWatch(user, { keyword: "tidewater" });
  const addPending = async () => {
    const now = new Date();
    const outbox = [{ channel: "webhook" as const, dueAt: now, frequency: null }];
    return createNotification(watch, { createdAt: now, outbox });
  };
  return { id, user, addPending };
}

/** Adds `count` copies of the enqueued message, due a minute before it. */
async function multiply(destinationId: string, notificationId: string, count: number): Promise<void> {
  await pool().query(
    `WITH made AS (
       INSERT INTO "Delivery" ("id", "userId", "destinationId", "channel", "dedupeKey", "nextAttemptAt", "createdAt")
       SELECT gen_random_uuid(), "userId", "destinationId", "channel", "dedupeKey" || n, "nextAttemptAt" - interval '1 minute', "createdAt"
       FROM "Delivery", generate_series(1, $3::int) n WHERE "destinationId" = $1 RETURNING "id")
     INSERT INTO "DeliveryEntry" ("deliveryId", "notificationId") SELECT "id", $2 FROM made`,
    [destinationId, notificationId, count],
  );
}

it("delivers to a healthy endpoint while others are dead or hanging", async () => {
  const [hung, spare] = [silent(), createServer()];
  const hungAt = `http://127.0.0.1:${await listen(hung)}/hook`;
  const deadAt = `http://127.0.0.1:${await listen(spare)}/hook`;
  await closed(spare);
  const liveAt = `${started.url}${started.receivers.make("webhook")}`;
  const [dead, hanging, live] = [await listener(deadAt), await listener(hungAt), await listener(liveAt)];
  const encrypted = [];
  for (const one of [dead, hanging, live]) encrypted.push({ ...one, ...(await one.addPending()) });
  await enqueueDueDeliveries(new Date());
  for (const { id, notification } of encrypted.slice(0, 2)) await multiply(id, notification.id, 150);

  const arrived = () => started.receivers.arrived.length;
  let isOver = false;
  const run = runDeliver().finally(() => (isOver = true));
  await expect.poll(arrived).toBe(1);
  await expect.poll(() => begun).toBe(2);
  for (let count = 2; count <= 4; count++) {
    await live.addPending();
    await expect.poll(arrived).toBe(count);
  }
  // The run was still waiting for the hanging server, with only two open requests to it.
  expect([isOver, begun]).toEqual([false, 2]);

  hung.closeAllConnections();
  await closed(hung);
  await run;
  const left = await prisma().delivery.groupBy({ by: ["destinationId", "status"], _count: true });
  const of = ({ id }: { id: string }) =>
    left.filter(({ destinationId }) => destinationId === id).map(({ status, _count }) => [status, _count]);
  expect(of(live)).toEqual([["sent", 4]]);
  for (const one of [dead, hanging]) expect(of(one)).toEqual([["pending", 151]]);
});

it("does not wait for another round's slow endpoint", async () => {
  const hung = silent();
  const hanging = await listener(`http://127.0.0.1:${await listen(hung)}/hook`);
  const live = await listener(`${started.url}${started.receivers.make("webhook")}`);
  // Longer than this test, so the first round always counts as recently active.
  const rounds = { everyMs: 600_000, turns: new Map() };
  const now = () => new Date();
  const round = async (one: typeof live) => {
    await one.addPending();
    await enqueueDueDeliveries(now());
    return deliverDue(now, () => new Date(Date.now() + 60_000), null, undefined, { rounds });
  };
  const first = round(hanging);
  await expect.poll(() => begun).toBe(1);
  // By now the first round has waited longer than its 50 ms.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await round(live)).toMatchObject({ sent: 1 });
  hung.closeAllConnections();
  await closed(hung);
  expect(await first).toMatchObject({ sent: 0, retried: 1 });
});

it("records what arrived while another message of the batch hangs", async () => {
  const hung = silent();
  const hanging = await listener(`http://127.0.0.1:${await listen(hung)}/hook`);
  const live = await listener(`${started.url}${started.receivers.make("webhook")}`);
  for (const one of [hanging, live]) await one.addPending();
  await enqueueDueDeliveries(new Date());
  const run = deliverDue(
    () => new Date(),
    () => new Date(Date.now() + 60_000),
  );
  const statusOf = async ({ id }: { id: string }) =>
    (await prisma().delivery.findFirstOrThrow({ where: { destinationId: id } })).status;
  await expect.poll(() => statusOf(live)).toBe("sent");
  expect([begun, await statusOf(hanging)]).toEqual([1, "frozen"]);
  hung.closeAllConnections();
  await closed(hung);
  expect(await run).toMatchObject({ sent: 1, retried: 1 });
});
