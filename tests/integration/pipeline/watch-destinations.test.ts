import { beforeEach, expect, it } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../../prisma/factories";
import * as destination from "@/app/api/destinations/[id]/route";
import { endAccesses } from "@/server/accounts/accesses";
import { applyRead } from "@/server/billing/mirror";
import { deliverDue } from "../../support/deliver-due";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { prisma, transaction } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { recordRead } from "@/server/recording/record";
import { createBrowser } from "../../support/browsers";
import { createDestination } from "../../support/given-destinations";
import { emptyOutbox } from "../../support/pending-email";
import { call } from "../../support/request";

beforeEach(emptyOutbox);

const hourMs = 3_600_000;
/** At least a minute before the next hour, when the hourly email is due. */
const now = new Date(Math.min(Date.now(), Math.ceil(Date.now() / hourMs) * hourMs - 60_000));
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

/**
 * A Pro account with hourly email and three Slack destinations: two defaults, and one used only if a watch
 * names it.
 */
async function person() {
  const user = await createUser({ plan: "pro", emailFrequency: "hourly" });
  const chat = (name: string) =>
    createDestination(user.id, {
      channel: "slack",
      address: `https://hooks.slack.com/services/T0/B0/${name}`,
    });
  const [one, two, own] = [await chat("one"), await chat("two"), await chat("own")];
  await prisma().destination.update({ where: { id: own }, data: { isDefault: false } });
  const watching = (keyword: string, destinations: string[] = []) =>
    createWatch(user, { keyword, destinations, activeSince: new Date(0) });
  return { user, one, two, own, watching };
}

async function record(...watches: { id: string }[]): Promise<void> {
  const item = {
    ...({ fullname: `t3_${newId()}`, kind: "post", site: "reddit", place: "webdev" } as const),
    ...{ createdAt: now, url: "https://www.reddit.com/r/webdev/", title: "A tidewater tool" },
    ...{ body: "b", html: null, author: "a", over18: false },
  };
  const match = () => watches.map(({ id }) => ({ watchId: id, revision: 1 }));
  await recordRead({ items: [item], match, isNamed: () => true, outcomes: [], gaps: [], now });
}

const switchOff = (id: string) =>
  prisma().destination.update({ where: { id }, data: { offAt: now, offReason: "owner" } });

async function listPending(userId: string) {
  const outboxEntries = await prisma().outboxEntry.findMany({
    where: { userId },
    orderBy: { channel: "asc" },
  });
  return outboxEntries.map(({ channel }) => channel);
}

/** Returns the number of enqueued matches by destination id. */
async function listEnqueued(userId: string) {
  const found = await prisma().delivery.findMany({ where: { userId } });
  const counts: Record<string, number> = {};
  for (const { id, destinationId } of found) {
    const entries = await prisma().deliveryEntry.count({ where: { deliveryId: id } });
    counts[destinationId] = (counts[destinationId] ?? 0) + entries;
  }
  return counts;
}

it("sends to the default destinations, or only to the ones a watch names", async () => {
  const { user, one, two, own, watching } = await person();
  await record(await watching("tidewater"), await watching("quillon", [own, two]));
  expect(await listPending(user.id)).toEqual(["email", "slack", "slack"]);
  await enqueueDueDeliveries(later(1));
  expect(await listEnqueued(user.id)).toEqual({ [one]: 1, [two]: 2, [own]: 1 });
  expect(await listPending(user.id)).toEqual(["email"]);
});

it("sends only email if a watch names just the email address", async () => {
  const { user, watching } = await person();
  await record(await watching("tidewater", [user.id]));
  expect(await listPending(user.id)).toEqual(["email"]);
});

it("sends a push if a watch names a browser, even if its push setting is off", async () => {
  const { user, watching } = await person();
  const keys = { p256dh: "p", auth: "a" };
  const id = await createBrowser(user.id, { endpoint: "https://push.example/x", keys });
  const named = await watching("tidewater", [id]);
  await prisma().watch.update({ where: { id: named.id }, data: { browserNotification: false } });
  await record(named);
  expect(await listPending(user.id)).toEqual(["push"]);
});

it("falls back to the defaults if all named destinations are off", async () => {
  const { user, one, two, own, watching } = await person();
  await switchOff(own);
  await record(await watching("tidewater", [own]));
  expect(await listPending(user.id)).toEqual(["email", "slack"]);
  await enqueueDueDeliveries(later(1));
  expect(await listEnqueued(user.id)).toEqual({ [one]: 1, [two]: 1 });
});

it("keeps a throttled match for one destination when another one receives it", async () => {
  const { user, one, two, own, watching } = await person();
  const all = await watching("tidewater");
  await record(all);
  await enqueueDueDeliveries(later(1));
  await record(all, await watching("quillon", [own]));
  // Within the throttling window of the previous message, so both matches wait.
  expect(await enqueueDueDeliveries(later(2))).toEqual({ enqueued: 0 });
  await enqueueDueDeliveries(later(30));
  expect(await listEnqueued(user.id)).toEqual({ [one]: 2, [two]: 2, [own]: 1 });
});

it("emails matches of a destination turned off since, once and at the email frequency", async () => {
  const { user, one, two, own, watching } = await person();
  const named = await watching("tidewater", [own]);
  await record(named);
  expect(await listPending(user.id)).toEqual(["slack"]);
  for (const id of [one, two, own]) await switchOff(id);
  await enqueueDueDeliveries(later(1));
  const [pendingEntries] = await prisma().outboxEntry.findMany({ where: { userId: user.id } });
  expect(pendingEntries).toMatchObject({ channel: "email", frequency: "hourly" });
  expect(pendingEntries!.dueAt.getTime()).toBeGreaterThan(later(1).getTime());
  await enqueueDueDeliveries(later(7_200));
  expect(await listEnqueued(user.id)).toEqual({ [user.id]: 1 });
});

it("keeps matches of a muted watch when another watch's destination is turned off", async () => {
  const { user, one, own, watching } = await person();
  const [here, muted] = [await watching("tidewater", [own]), await watching("quillon", [one])];
  await prisma().destination.updateMany({ where: { userId: user.id }, data: { isDefault: false } });
  await prisma().watch.update({ where: { id: muted.id }, data: { mutedUntil: later(3_600) } });
  await record(here, muted);
  await switchOff(own);
  await enqueueDueDeliveries(later(1));
  expect(await listEnqueued(user.id)).toEqual({});
  await enqueueDueDeliveries(later(3_601));
  expect(await listEnqueued(user.id)).toMatchObject({ [one]: 1 });
});

it.each(["turns off", "deletes"])(
  "emails delayed matches when the owner %s their destination",
  async (how) => {
    const { user, own, watching } = await person();
    const { bearer } = await createSession(user);
    await record(await watching("tidewater", [own]));
    await enqueueDueDeliveries(later(1));
    // Delayed by the endpoint.
    const data = { nextAttemptAt: later(86_400) };
    await prisma().delivery.updateMany({ where: { userId: user.id }, data });
    const path = `/api/destinations/${own}`;
    const request = { bearer, params: { id: own } };
    if (how === "deletes") await call(destination.DELETE, "DELETE", path, request);
    else await call(destination.PUT, "PUT", path, { ...request, body: { isActive: false } });
    await deliverDue(
      () => later(600),
      () => later(660),
    );
    expect(await listPending(user.id)).toEqual(["email"]);
    const ended = await prisma().delivery.findMany({ where: { destinationId: own } });
    expect(ended).toMatchObject([{ status: "skipped", reason: "gone" }]);
  },
);

it("emails delayed matches when a password reset turns off all destinations", async () => {
  const { user, one, watching } = await person();
  await record(await watching("tidewater", [one]));
  await enqueueDueDeliveries(later(1));
  await prisma().delivery.updateMany({ where: { userId: user.id }, data: { nextAttemptAt: later(86_400) } });
  await transaction(() => endAccesses("reset", { userId: user.id, sessionId: null }, later(2)));
  await deliverDue(
    () => later(3),
    () => later(60),
  );
  expect(await listPending(user.id)).toEqual(["email"]);
});

it("emails pending matches when Pro ends, except those already emailed", async () => {
  const { user, own, watching } = await person();
  const [result, unsent] = [await watching("tidewater"), await watching("quillon", [own])];
  const outbox = [{ channel: "slack" as const, dueAt: now, frequency: null }];
  const { notification } = await createNotification(result, { createdAt: now, outbox });
  const other = await createNotification(unsent, { createdAt: now, outbox });
  const mail = { dedupeKey: now.toISOString(), nextAttemptAt: now, status: "sent" as const };
  const id = newId();
  await prisma().delivery.create({
    data: { ...mail, id, userId: user.id, destinationId: user.id, channel: "email" },
  });
  await prisma().deliveryEntry.create({ data: { deliveryId: id, notificationId: notification.id } });
  // Enqueued, then delayed by the endpoint.
  await enqueueDueDeliveries(later(1));
  await prisma().delivery.updateMany({
    where: { userId: user.id, channel: "slack" },
    data: { nextAttemptAt: later(86_400) },
  });
  const customerId = `cus_${user.id}`;
  await prisma().subscription.update({ where: { userId: user.id }, data: { customerId } });
  const read = { userId: user.id, customerId, ticket: 1_000, state: "deleted" as const, now: later(2) };
  await transaction((tx) => applyRead(tx, read));
  await deliverDue(
    () => later(3),
    () => later(60),
  );
  const pendingEntries = await prisma().outboxEntry.findMany({ where: { userId: user.id } });
  expect(pendingEntries).toMatchObject([{ channel: "email", notificationId: other.notification.id }]);
  const ended = await prisma().delivery.findMany({ where: { userId: user.id, channel: "slack" } });
  expect(new Set(ended.map(({ status, reason }) => `${status} ${reason}`))).toEqual(
    new Set(["skipped suppressed"]),
  );
});
