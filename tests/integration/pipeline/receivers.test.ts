import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createNotification, createUser, createWatch } from "../../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../../sandbox/server";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { replayOwn } from "@/server/delivery/deliveries";
import { prisma, transaction } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { createDestination } from "../../support/given-destinations";
import { emptyOutbox } from "../../support/pending-email";

let started: StartedSandbox;
beforeAll(async () => {
  started = await startSandbox({ stream: false, historyHours: 0 });
  const vendors = `slack=127.0.0.1:${started.port}`;
  Object.assign(process.env, { LOCAL_ADDRESSES: "127.0.0.1/32", VENDOR_HOSTS: vendors });
});
afterAll(() => started.close());
beforeEach(async () => {
  await emptyOutbox();
  started.sandbox.reset();
});

const deliver = (at: Date) =>
  deliverDue(
    () => at,
    () => new Date(at.getTime() + 60_000),
  );

async function listener(plan: "pro" | "free" = "pro", channel: "webhook" | "slack" | "ntfy" = "webhook") {
  const user = await createUser({ plan, emailNotifications: false });
  const address = `${started.url}${started.receivers.make(channel)}`;
  const input = { channel, address, secret: channel === "webhook" ? "whsec_c2VjcmV0" : null } as const;
  return { user, address, id: await createDestination(user.id, input) };
}

it("queues matches only for active destinations of Pro accounts", async () => {
  const [on, off, free] = [await listener(), await listener(), await listener("free")];
  await prisma().destination.update({
    where: { id: off.id },
    data: { offAt: new Date(), offReason: "owner" },
  });
  const watches = await Promise.all(
    [on, off, free].map(({ user }) => createWatch(user, { keyword: "tidewater" })),
  );
  const now = new Date();
  const item = {
    ...({ fullname: `t3_given${now.getTime()}`, kind: "post", site: "reddit", place: "webdev" } as const),
    ...{ createdAt: now, url: "https://www.reddit.com/r/webdev/", title: "A tidewater tool" },
    ...{ body: "b", html: null, author: "a", over18: false },
  };
  const match = () => watches.map(({ id }) => ({ watchId: id, revision: 1 }));
  await recordRead({ items: [item], match, isNamed: () => true, outcomes: [], gaps: [], now });
  const pendingEntries = await prisma().outboxEntry.findMany({ where: { channel: "webhook" } });
  expect(pendingEntries.map(({ userId }) => userId)).toEqual([on.user.id]);
});

/** Queues a match for the destination and returns the waits (min) after each of its failed attempts. */
async function waitsOf({ user, id }: Awaited<ReturnType<typeof listener>>, channel: "webhook" | "ntfy") {
  const dueAt = new Date("2026-11-21T14:03:07.250Z");
  const watch = await createWatch(user, { keyword: "tidewater" });
  await createNotification(watch, { createdAt: dueAt, outbox: [{ channel, dueAt, frequency: null }] });
  await enqueueDueDeliveries(dueAt);
  const find = () =>
    prisma().delivery.findFirstOrThrow({ where: { destinationId: id }, include: { tries: true } });
  const waits: number[] = [];
  let at = dueAt;
  for (let attempt = 1; attempt <= 10; attempt++) {
    await deliver(at);
    const { status, nextAttemptAt, tries } = await find();
    const isLast = channel === "webhook" && attempt === 10;
    expect([status, tries.length]).toEqual([isLast ? "failed" : "pending", attempt]);
    waits.push((nextAttemptAt.getTime() - at.getTime()) / 60_000);
    at = nextAttemptAt;
  }
  return waits;
}

const scheduled = [5 / 60, 5, 30, 120, 300, 600, 840, 1200, 1440];

function expectWaits(waits: number[], expected: number[]) {
  expected.forEach((minutes, index) => {
    expect(waits[index]).toBeGreaterThanOrEqual(minutes);
    expect(waits[index]).toBeLessThanOrEqual(minutes * 1.11);
  });
}

it("retries a failing webhook ten times over three days, then disables it and emails the owner", async () => {
  const made = await listener();
  // A 400 doesn't count as an outage, so the whole endpoint isn't paused.
  started.failures.set({ service: "receivers", mode: "json", status: 400 });
  expectWaits(await waitsOf(made, "webhook"), scheduled);
  const destination = await prisma().destination.findUniqueOrThrow({ where: { id: made.id } });
  expect(destination).toMatchObject({
    offReason: "failing",
    failure: expect.stringContaining("400") as string,
  });
  const mails = await prisma().delivery.findMany({
    where: { userId: made.user.id, template: "destination-off" },
  });
  expect(mails).toHaveLength(1);
});

/** A waiting message of the destination, and a function that reads it. */
async function waitingAt({ user, id }: Awaited<ReturnType<typeof listener>>, dueAt: Date) {
  const watch = await createWatch(user, { keyword: "tidewater" });
  const outbox = [{ channel: "webhook" as const, dueAt, frequency: null }];
  await createNotification(watch, { createdAt: dueAt, outbox });
  await enqueueDueDeliveries(dueAt);
  return () => prisma().delivery.findFirstOrThrow({ where: { destinationId: id } });
}

it("a message that fails ten times doesn't turn off a webhook that accepts others", async () => {
  const made = await listener();
  started.failures.set({ service: "receivers", mode: "json", status: 400 });
  const dueAt = new Date("2026-11-21T14:03:07.250Z");
  const find = await waitingAt(made, dueAt);
  await deliver(dueAt);
  await prisma().destination.update({
    where: { id: made.id },
    data: { lastSentAt: new Date(dueAt.getTime() + 1) },
  });
  for (let attempt = 2; attempt <= 10; attempt++) await deliver((await find()).nextAttemptAt);
  expect(await find()).toMatchObject({ status: "failed", attempts: 10 });
  const destination = await prisma().destination.findUniqueOrThrow({ where: { id: made.id } });
  expect(destination).toMatchObject({ offAt: null, failure: expect.stringContaining("400") as string });
});

it("attempts that the owner requests don't count, so a webhook being fixed isn't turned off", async () => {
  const made = await listener();
  started.failures.set({ service: "receivers", mode: "json", status: 401 });
  let at = new Date("2026-11-21T14:03:07.250Z");
  const find = await waitingAt(made, at);
  for (let attempt = 1; attempt <= 2; attempt++) {
    await deliver(at);
    at = (await find()).nextAttemptAt;
  }
  const { id } = await find();
  for (let press = 1; press <= 12; press++) {
    const request = { id, userId: made.user.id, since: new Date(0), now: at };
    expect(await transaction((tx) => replayOwn(tx, request))).toBe(true);
    await deliver(at);
    const { status, attempts, nextAttemptAt } = await find();
    expect([press, status, attempts]).toEqual([press, "pending", 2]);
    expectWaits([(nextAttemptAt.getTime() - at.getTime()) / 60_000], [5]);
  }
  const destination = await prisma().destination.findUniqueOrThrow({ where: { id: made.id } });
  expect(destination.offAt).toBeNull();
});

it.each([1, 3600])("Retry-After: %i only lengthens the waits of a failing webhook", async (retryAfter) => {
  started.failures.set({ service: "receivers", mode: "json", status: 429, retryAfter });
  const expected = scheduled.map((minutes) => Math.max(minutes, retryAfter / 60));
  expectWaits(await waitsOf(await listener(), "webhook"), expected);
});

it("backs off from an ntfy server with Retry-After: 0", async () => {
  started.failures.set({ service: "receivers", mode: "json", status: 429, retryAfter: 0 });
  const seconds = (await waitsOf(await listener("pro", "ntfy"), "ntfy")).map((minutes) => minutes * 60);
  expect(seconds.map(Math.round)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
});

it("retries a replayed old message for 23 hours", async () => {
  const { user, id } = await listener("pro", "slack");
  const dueAt = new Date("2026-11-21T14:03:07.250Z");
  const hours = (count: number) => new Date(dueAt.getTime() + count * 3_600_000);
  const watch = await createWatch(user, { keyword: "tidewater" });
  await createNotification(watch, {
    createdAt: dueAt,
    outbox: [{ channel: "slack", dueAt, frequency: null }],
  });
  await enqueueDueDeliveries(dueAt);
  await deliver(dueAt);
  const find = () => prisma().delivery.findFirstOrThrow({ where: { destinationId: id } });
  const sent = await find();
  expect(sent.status).toBe("sent");
  started.failures.set({ service: "receivers", mode: "json", status: 429 });
  const replayed = { id: sent.id, userId: user.id, since: new Date(0), now: hours(48) };
  await transaction((tx) => replayOwn(tx, replayed));
  const { destination } = prisma();
  const offReason = async () => (await destination.findUniqueOrThrow({ where: { id } })).offReason;
  for (const [after, status, reason] of [
    [48, "pending", null],
    [70, "pending", null],
    [72, "unknown", "failing"],
  ] as const) {
    await deliver(hours(after));
    expect([after, (await find()).status, await offReason()]).toEqual([after, status, reason]);
  }
});

it.each([
  ["json" as const, 429, "failed"],
  ["silence" as const, 0, "unknown"],
])("retries a message first attempted two days late for 23 hours after %s", async (mode, status, end) => {
  const { user, id } = await listener("pro", "slack");
  const dueAt = new Date("2026-11-21T14:03:07.250Z");
  const hours = (count: number) => new Date(dueAt.getTime() + count * 3_600_000);
  const watch = await createWatch(user, { keyword: "tidewater" });
  const outbox = [{ channel: "slack" as const, dueAt, frequency: null }];
  await createNotification(watch, { createdAt: dueAt, outbox });
  await enqueueDueDeliveries(dueAt);
  started.failures.set({ service: "receivers", mode, status, waitSeconds: 0 });
  for (const [after, state, reason] of [
    [48, "pending", null],
    [70, "pending", null],
    [72, end, "failing"],
  ] as const) {
    await deliver(hours(after));
    const [delivery, destination] = await Promise.all([
      prisma().delivery.findFirstOrThrow({ where: { destinationId: id } }),
      prisma().destination.findUniqueOrThrow({ where: { id } }),
    ]);
    expect([after, delivery.status, destination.offReason]).toEqual([after, state, reason]);
  }
});

it("emails a destination's delayed matches when it is turned off", async () => {
  const user = await createUser({ plan: "pro" });
  const address = `${started.url}${started.receivers.make("slack")}`;
  const id = await createDestination(user.id, { channel: "slack", address });
  const watch = await createWatch(user, { keyword: "tidewater" });
  const now = new Date();
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const addMatch = async (dueAt: Date) => {
    const outbox = [{ channel: "slack" as const, dueAt, frequency: null }];
    await createNotification(watch, { createdAt: dueAt, outbox });
    await enqueueDueDeliveries(dueAt);
  };
  await addMatch(now);
  await prisma().delivery.updateMany({ data: { nextAttemptAt: later(86_400) } });
  await addMatch(later(120));
  started.failures.set({ service: "receivers", mode: "text", status: 404, text: "no_service" });
  await deliver(later(120));
  await deliver(later(121));
  expect(await prisma().destination.findUniqueOrThrow({ where: { id } })).toMatchObject({
    offReason: "gone",
  });
  const emailed = await prisma().outboxEntry.findMany({ where: { userId: user.id } });
  expect(emailed.map(({ channel }) => channel)).toEqual(["email", "email"]);
});
