import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createDelivery,
  createNotification,
  createSubscription,
  createWatch,
} from "../../../prisma/factories";
import { makeVapidKeys } from "../../../scripts/settings.mjs";
import type { PaidSubscription } from "@/domain/plans/subscription";
import { applyRead } from "@/server/billing/mirror";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { pool, prisma, transaction } from "@/server/platform/database";
import { createBrowser } from "../../support/browsers";
import { getDeliveries, emptyOutbox, makeUser, createPendingEmail } from "../../support/pending-email";
import { otherTransaction } from "../../support/other-transaction";
import "../../support/parallel-connections";

const now = new Date("2026-11-21T14:03:07.250Z");
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const minutes = (count: number) => later(60 * count);

beforeAll(() => void Object.assign(process.env, makeVapidKeys()));
beforeEach(emptyOutbox);

async function makePro() {
  const user = await makeUser();
  await createSubscription(user);
  return user;
}

/** Records a match for the user at this time and enqueues it, as the recording would trigger. */
async function matches(userId: string, at: Date): Promise<number> {
  await createPendingEmail(userId, at);
  return (await enqueueDueDeliveries(at)).enqueued;
}

/**
 * Returns for each message of the user when it was enqueued (seconds since the start) and its number of
 * matches.
 */
async function getMessages(userId: string): Promise<[number, number][]> {
  const { rows } = await pool().query<{ at: Date; entries: number }>(
    `SELECT d."createdAt" AS at, count(e.*)::int AS entries FROM "Delivery" d LEFT JOIN "DeliveryEntry" e ON e."deliveryId" = d."id"
     WHERE d."userId" = $1 AND d."kind" = 'alert' GROUP BY d."id" ORDER BY 1`,
    [userId],
  );
  return rows.map(({ at, entries }) => [(at.getTime() - now.getTime()) / 1000, entries]);
}

describe("real-time alerts", () => {
  it("Pro: sends the first match immediately, then one message per ten seconds", async () => {
    const user = await makePro();
    expect(await matches(user.id, now)).toBe(1);
    for (const seconds of [1, 4, 9.999]) expect(await matches(user.id, later(seconds))).toBe(0);
    expect(await enqueueDueDeliveries(later(9.999))).toEqual({ enqueued: 0 });
    expect(await enqueueDueDeliveries(later(10))).toEqual({ enqueued: 1 });
    expect(await matches(user.id, later(15))).toBe(0);
    expect(await enqueueDueDeliveries(later(20))).toEqual({ enqueued: 1 });
    expect(await matches(user.id, later(30))).toBe(1);
    expect(await getMessages(user.id)).toEqual([
      [0, 1],
      [10, 3],
      [20, 1],
      [30, 1],
    ]);
    expect((await getDeliveries(user.id)).map(({ dedupeKey }) => dedupeKey)).toEqual(
      [0, 10, 20, 30].map((seconds) => later(seconds).toISOString()),
    );
  });

  it("Free: sends the first match immediately, then one message per 15 minutes", async () => {
    const user = await makeUser();
    expect(await matches(user.id, now)).toBe(1);
    for (const at of [later(11), minutes(7), minutes(14.99)]) expect(await matches(user.id, at)).toBe(0);
    expect(await enqueueDueDeliveries(minutes(15))).toEqual({ enqueued: 1 });
    expect(await matches(user.id, minutes(29))).toBe(0);
    expect(await enqueueDueDeliveries(minutes(30))).toEqual({ enqueued: 1 });
    expect(await getMessages(user.id)).toEqual([
      [0, 1],
      [900, 3],
      [1_800, 1],
    ]);
  });

  it("does not throttle other users or channels", async () => {
    const [stored, other] = [await makePro(), await makePro()];
    await matches(stored.id, now);
    const watch = await createWatch(stored);
    await createBrowser(stored.id, {
      endpoint: "https://push.example.com/1",
      keys: { p256dh: "p", auth: "a" },
    });
    await createNotification(watch, { createdAt: later(2), outbox: [{ channel: "push", dueAt: later(2) }] });
    await createPendingEmail(stored.id, later(2));
    await createPendingEmail(other.id, later(2));
    expect(await enqueueDueDeliveries(later(2))).toEqual({ enqueued: 2 });
    expect((await getDeliveries(stored.id)).map(({ channel }) => channel)).toEqual(["email", "push"]);
    expect(await getMessages(other.id)).toEqual([[2, 1]]);
  });

  it("sends a digest on time and includes throttled matches", async () => {
    const user = await makeUser();
    await matches(user.id, now);
    await matches(user.id, minutes(2));
    await createPendingEmail(user.id, now, { frequency: "hourly", dueAt: minutes(5) });
    expect(await enqueueDueDeliveries(minutes(5))).toEqual({ enqueued: 1 });
    expect(await enqueueDueDeliveries(minutes(15))).toEqual({ enqueued: 0 });
    expect(await getMessages(user.id)).toEqual([
      [0, 1],
      [300, 2],
    ]);
  });

  it.each([
    { name: "a test", delivery: { template: "test" } },
    { name: "an account email", delivery: { kind: "account" as const, template: "verify" } },
    { name: "a message without matches", delivery: { status: "skipped" as const } },
    { name: "a rejected message", delivery: { status: "failed" as const } },
    { name: "a message sent by a wrong clock", delivery: { createdAt: minutes(180) } },
    { name: "an old message", delivery: { createdAt: minutes(-15) } },
  ])("$name does not throttle the next match", async ({ delivery }) => {
    const user = await makeUser();
    await createDelivery(user, { createdAt: now, ...delivery });
    expect(await matches(user.id, later(1))).toBe(1);
  });

  it("a delivery with an unknown outcome throttles the next match", async () => {
    const user = await makeUser();
    await createDelivery(user, { createdAt: now, status: "unknown" });
    expect(await matches(user.id, later(1))).toBe(0);
  });
});

describe("concurrent and interrupted runs", () => {
  it("concurrent runs create one message per window", async () => {
    const user = await makePro();
    const enqueue = async (at: Date) =>
      (await Promise.all(Array.from({ length: 6 }, () => enqueueDueDeliveries(at)))).reduce(
        (sum, one) => sum + one.enqueued,
        0,
      );
    await createPendingEmail(user.id, now);
    expect(await enqueue(now)).toBe(1);
    await createPendingEmail(user.id, later(3));
    expect(await enqueue(later(3))).toBe(0);
    // A run that started just before the message was enqueued treats matches recorded by then as due.
    await createPendingEmail(user.id, later(-1));
    expect(await enqueue(later(-0.5))).toBe(0);
    expect(await enqueue(later(10))).toBe(1);
    expect(await getMessages(user.id)).toEqual([
      [0, 1],
      [10, 2],
    ]);
  });

  it("an interrupted run changes no entries and is repeated", async () => {
    const [stored, first] = [await makePro(), await makePro()];
    await matches(stored.id, now);
    for (const { id } of [stored, first]) await createPendingEmail(id, later(2));
    await otherTransaction(async (tx) => {
      await tx.query(`LOCK TABLE "DeliveryEntry" IN EXCLUSIVE MODE`);
      expect(await enqueueDueDeliveries(later(2))).toEqual({ enqueued: 0 });
    });
    expect(await prisma().outboxEntry.findMany()).toMatchObject([
      { isDeferred: false },
      { isDeferred: false },
    ]);
    expect(await enqueueDueDeliveries(later(3))).toEqual({ enqueued: 1 });
    expect(await enqueueDueDeliveries(later(10))).toEqual({ enqueued: 1 });
    expect(await getMessages(stored.id)).toEqual([
      [0, 1],
      [10, 1],
    ]);
    expect(await getMessages(first.id)).toEqual([[3, 1]]);
  });
});

describe("plan changes", () => {
  const paid = (status: string): PaidSubscription => ({
    ...{ id: "sub_1", status, priceId: "price", createdAt: now, cancelAtPeriodEnd: false },
    ...{
      currentPeriodStart: now,
      currentPeriodEnd: minutes(60_000),
      latestInvoiceId: "in_1",
      isRefunded: false,
    },
  });
  const read = (userId: string, status: string, ticket: number, at: Date) => {
    const state = { email: null, subscriptions: [paid(status)], hasOpenDispute: false };
    return transaction((tx) => applyRead(tx, { userId, customerId: "cus_1", ticket, state, now: at }));
  };

  it("Pro to Free: extends the delay from ten seconds to 15 minutes", async () => {
    const user = await makeUser();
    await createSubscription(user, { customerId: "cus_1", subscriptionId: "sub_1" });
    await matches(user.id, now);
    await matches(user.id, later(5));
    await read(user.id, "canceled", 1, later(7));
    expect(await enqueueDueDeliveries(later(10))).toEqual({ enqueued: 0 });
    expect(await enqueueDueDeliveries(minutes(15))).toEqual({ enqueued: 1 });
    expect((await getMessages(user.id)).at(1)).toEqual([900, 1]);
  });

  it("Free to Pro: sends throttled matches immediately and keeps digest times", async () => {
    const user = await makeUser();
    await createSubscription(user, { customerId: "cus_1", status: "none" });
    await matches(user.id, now);
    await matches(user.id, minutes(1));
    await createPendingEmail(user.id, now, { frequency: "hourly", dueAt: minutes(57) });
    await read(user.id, "active", 1, minutes(2));
    expect(await enqueueDueDeliveries(minutes(2))).toEqual({ enqueued: 1 });
    expect(await getMessages(user.id)).toEqual([
      [0, 1],
      [120, 1],
    ]);
    const dueTimes = (await prisma().outboxEntry.findMany({ where: { userId: user.id } })).map(
      ({ dueAt }) => dueAt,
    );
    expect(dueTimes).toEqual([minutes(57)]);
  });
});
