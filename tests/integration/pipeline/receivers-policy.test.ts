import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createNotification, createUser, createWatch } from "../../../prisma/factories";
import { startSandbox, type StartedSandbox } from "../../../sandbox/server";
import { deliverDue } from "@/server/delivery/deliver";
import { replanDebts } from "@/server/delivery/deliveries";
import { sealDue } from "@/server/delivery/seal";
import { prisma, transaction } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import { createDestination } from "../../support/given-destinations";
import { emptyOutbox } from "../../support/mail-debts";

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
  const { sealed } = await sealDue(at);
  await deliverDue(
    () => at,
    () => after(60, at),
  );
  return sealed;
}

async function listener(channel: "webhook" | "slack" | "ntfy", policy: object = {}) {
  const user = await createUser({ plan: "pro", emailNotifications: false });
  await prisma().user.update({ where: { id: user.id }, data: { timeZone: "UTC", ...policy } });
  const address = `${started.url}${started.receivers.make(channel)}`;
  const secret = channel === "webhook" ? "whsec_c2VjcmV0" : null;
  const id = await createDestination(user.id, { channel, address, secret });
  const watch = await createWatch(user, { keyword: "tidewater" });
  const owe = (slot: Date) =>
    createNotification(watch, { createdAt: slot, owes: [{ channel, slot, rhythm: null }] });
  return { user, watch, id, owe };
}

const quiet = { quietFrom: "22:00", quietTo: "07:00" };
const arrived = () => started.receivers.arrived;

it("Slack: sends one message after quiet hours", async () => {
  const { owe } = await listener("slack", quiet);
  for (const at of [evening, after(60), after(3_600)]) {
    await owe(at);
    expect(await run(at)).toBe(0);
  }
  expect(await run(after(-0.001, morning))).toBe(0);
  expect(arrived()).toHaveLength(0);
  expect(await run(morning)).toBe(1);
  expect(arrived().map(({ title }) => title)).toEqual(["3 new matches for “tidewater”"]);
});

it("Slack: sends less often after a burst and explains why", async () => {
  const { owe } = await listener("slack");
  for (const seconds of [0, 10, 20, 30, 40]) {
    await owe(after(seconds));
    expect(await sealDue(after(seconds))).toEqual({ sealed: 1 });
  }
  await prisma().delivery.updateMany({ data: { status: "sent" } });
  for (const seconds of [50, 639]) {
    await owe(after(seconds));
    expect(await sealDue(after(seconds))).toEqual({ sealed: 0 });
  }
  expect(await run(after(640))).toBe(1);
  const [told] = arrived();
  expect(told!.title).toBe("2 new matches for “tidewater”");
  expect(told!.lines.join("\n")).toContain("You've had 5 messages in the last hour");
});

it("webhook: ignores quiet hours and burst limits", async () => {
  const { owe } = await listener("webhook", quiet);
  await owe(evening);
  expect(await run(evening)).toBe(1);
  expect(arrived()).toHaveLength(1);
  for (let seconds = 1; seconds < 7; seconds++) {
    await owe(after(seconds));
    expect(await sealDue(after(seconds))).toEqual({ sealed: 1 });
  }
});

it("webhook: waits while the account is muted", async () => {
  const { owe } = await listener("webhook", { mutedUntil: after(3_600) });
  await owe(evening);
  expect(await run(evening)).toBe(0);
  expect(await run(after(3_600))).toBe(1);
  expect(arrived()).toHaveLength(1);
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
  const owed = () => prisma().debt.findMany({ where: { userId: user.id, isMuted: true } });
  expect(await owed()).toMatchObject([{ channel: "ntfy", slot: until }]);
  // A match of another watch doesn't send the muted one early.
  const other = await createWatch(user, { keyword: "quillon" });
  const owes = [{ channel: "ntfy" as const, slot: now, rhythm: null }];
  await createNotification(other, { createdAt: now, owes });
  expect(await run(now)).toBe(1);
  expect(arrived().map(({ title }) => title)).toEqual(["New match for “quillon”"]);
  await prisma().watch.update({ where: { id: watch.id }, data: { mutedUntil: null } });
  await transaction((tx) => replanDebts(tx, user.id, after(30, now)));
  expect(await sealDue(after(30, now))).toEqual({ sealed: 1 });
  expect(await prisma().debt.count()).toBe(0);
});
