import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createNotification, createUser, createWatch } from "../../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../../sandbox/server";
import { deliverDue } from "../../support/deliver-due";
import { rescheduleOutbox } from "@/server/delivery/deliveries";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { pool, prisma, transaction } from "@/server/platform/database";
import { findAccount } from "@/server/accounts/statements/accounts";
import { recordRead } from "@/server/recording/record";
import { deleteWatches } from "@/server/watches/watches";
import { createDestination } from "../../support/given-destinations";
import { emptyOutbox } from "../../support/pending-email";

let started: StartedSandbox;
beforeAll(async () => {
  process.env.LOCAL_ADDRESSES = "127.0.0.1/32";
  started = await startSandbox({ stream: false, historyHours: 0 });
});
afterAll(() => started.close());
beforeEach(async () => {
  await emptyOutbox();
  started.sandbox.reset();
});

const evening = new Date("2026-11-21T23:10:00.000Z");
const morning = new Date("2026-11-22T07:00:00.000Z");
const after = (seconds: number, from = evening) => new Date(from.getTime() + seconds * 1000);

/** Enqueues and sends due messages. Returns the number of messages. */
async function run(at: Date): Promise<number> {
  const { enqueued } = await enqueueDueDeliveries(at);
  await deliverDue(
    () => at,
    () => after(60, at),
  );
  return enqueued;
}

async function listener(channel: "webhook" | "slack" | "ntfy", policy: object = {}) {
  const user = await createUser({ plan: "pro", emailNotifications: false });
  await prisma().user.update({ where: { id: user.id }, data: { timeZone: "UTC", ...policy } });
  const address = `${started.url}${started.receivers.make(channel)}`;
  const secret = channel === "webhook" ? "whsec_c2VjcmV0" : null;
  const id = await createDestination(user.id, { channel, address, secret });
  const watch = await createWatch(user, { keyword: "tidewater" });
  const addPending = (dueAt: Date) =>
    createNotification(watch, { createdAt: dueAt, outbox: [{ channel, dueAt, frequency: null }] });
  return { user, watch, id, addPending };
}

const quiet = { quietFrom: "22:00", quietTo: "07:00" };
const arrived = () => started.receivers.arrived;

it("Slack: sends one message after quiet hours", async () => {
  const { addPending } = await listener("slack", quiet);
  for (const at of [evening, after(60), after(3_600)]) {
    await addPending(at);
    expect(await run(at)).toBe(0);
  }
  expect(await run(after(-0.001, morning))).toBe(0);
  expect(arrived()).toHaveLength(0);
  expect(await run(morning)).toBe(1);
  expect(arrived().map(({ title }) => title)).toEqual(["3 new matches for “tidewater”"]);
});

it("Slack: sends less often after a burst and explains why", async () => {
  const { addPending } = await listener("slack");
  for (const seconds of [0, 10, 20, 30, 40]) {
    await addPending(after(seconds));
    expect(await enqueueDueDeliveries(after(seconds))).toEqual({ enqueued: 1 });
  }
  await prisma().delivery.updateMany({ data: { status: "sent" } });
  for (const seconds of [50, 639]) {
    await addPending(after(seconds));
    expect(await enqueueDueDeliveries(after(seconds))).toEqual({ enqueued: 0 });
  }
  expect(await run(after(640))).toBe(1);
  const [result] = arrived();
  expect(result!.title).toBe("2 new matches for “tidewater”");
  expect(result!.lines.join("\n")).toContain("You've had 5 messages in the last hour");
});

it("webhook: ignores quiet hours and burst limits", async () => {
  const { addPending } = await listener("webhook", quiet);
  await addPending(evening);
  expect(await run(evening)).toBe(1);
  expect(arrived()).toHaveLength(1);
  for (let seconds = 1; seconds < 7; seconds++) {
    await addPending(after(seconds));
    expect(await enqueueDueDeliveries(after(seconds))).toEqual({ enqueued: 1 });
  }
});

it("webhook: waits while the account is muted", async () => {
  const { addPending } = await listener("webhook", { mutedUntil: after(3_600) });
  await addPending(evening);
  expect(await run(evening)).toBe(0);
  expect(await run(after(3_600))).toBe(1);
  expect(arrived()).toHaveLength(1);
});

it("Slack: retries a failed message after two days of mute, for 23 hours", async () => {
  const { user, id, addPending } = await listener("slack");
  await addPending(evening);
  started.failures.set({ service: "receivers", mode: "json", status: 429 });
  await run(evening);
  const hours = (count: number) => after(3_600 * count);
  await prisma().user.update({ where: { id: user.id }, data: { mutedUntil: hours(48) } });
  const find = () => prisma().delivery.findFirstOrThrow({ where: { destinationId: id } });
  for (let hour = 1; hour < 48; hour++) await run(hours(hour));
  expect(await find()).toMatchObject({ status: "pending", reason: "quiet", attempts: 1 });
  for (const [hour, status] of [
    [48, "pending"],
    [70, "pending"],
    [72, "failed"],
  ] as const) {
    await run(hours(hour));
    expect([hour, (await find()).status]).toEqual([hour, status]);
  }
});

it("ntfy: defers matches of a muted watch until the mute ends", async () => {
  const { user, watch } = await listener("ntfy");
  const now = new Date();
  const until = after(3_600, now);
  await prisma().watch.update({ where: { id: watch.id }, data: { mutedUntil: until } });
  const item = {
    ...({ fullname: `t3_muted${now.getTime()}`, kind: "post", site: "reddit", place: "webdev" } as const),
    ...{ createdAt: now, url: "https://www.reddit.com/r/webdev/", title: "A tidewater tool" },
    ...{ body: "b", html: null, author: "a", over18: false },
  };
  const match = () => [{ watchId: watch.id, revision: 1 }];
  await recordRead({ items: [item], match, isNamed: () => true, outcomes: [], gaps: [], now });
  const pendingEntries = () => prisma().outboxEntry.findMany({ where: { userId: user.id, isMuted: true } });
  expect(await pendingEntries()).toMatchObject([{ channel: "ntfy", dueAt: until }]);
  // A match of another watch doesn't send the muted one early.
  const other = await createWatch(user, { keyword: "quillon" });
  const outbox = [{ channel: "ntfy" as const, dueAt: now, frequency: null }];
  await createNotification(other, { createdAt: now, outbox });
  expect(await run(now)).toBe(1);
  expect(arrived().map(({ title }) => title)).toEqual(["New match for “quillon”"]);
  await prisma().watch.update({ where: { id: watch.id }, data: { mutedUntil: null } });
  await transaction((tx) => rescheduleOutbox(tx, user.id, after(30, now)));
  expect(await enqueueDueDeliveries(after(30, now))).toEqual({ enqueued: 1 });
  expect(await prisma().outboxEntry.count()).toBe(0);
});

it("ntfy: never sends the matches of a muted watch that was deleted", async () => {
  const { user, watch } = await listener("ntfy");
  const now = new Date();
  const outbox = [{ channel: "ntfy" as const, dueAt: after(3_600, now), frequency: null }];
  await createNotification(watch, { createdAt: now, outbox });
  const other = await createWatch(user, { keyword: "quillon" });
  await createNotification(other, { createdAt: now, outbox });
  await prisma().outboxEntry.updateMany({ where: { userId: user.id }, data: { isMuted: true } });
  await deleteWatches((await findAccount(pool(), user.id))!, { ids: [watch.id] });
  expect(await prisma().outboxEntry.count({ where: { userId: user.id } })).toBe(1);
  expect(await run(after(3_601, now))).toBe(1);
  expect(arrived().map(({ title }) => title)).toEqual(["New match for “quillon”"]);
});
