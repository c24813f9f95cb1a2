import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createNotification, createSubscription, createWatch } from "../../../prisma/factories";
import { makeVapidKeys } from "../../../scripts/settings.mjs";
import { deliverDue } from "../../support/deliver-due";
import { rescheduleOutbox } from "@/server/delivery/deliveries";
import { listNews } from "@/server/delivery/statements/messages";
import { enqueueDueDeliveries } from "@/server/delivery/enqueue";
import { pool, prisma, transaction } from "@/server/platform/database";
import { createBrowser } from "../../support/browsers";
import { quietText } from "@/domain/delivery/silence";
import {
  countOutbox,
  getDeliveries,
  emptyOutbox,
  makeUser,
  createPendingEmail,
} from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  Object.assign(process.env, makeVapidKeys(), { RESEND_BASE_URL: provider.url });
});
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = provider.requests.length = provider.failures.length = 0;
});
afterAll(() => provider.close());

const evening = new Date("2026-11-21T23:10:00.000Z");
const morning = new Date("2026-11-22T07:00:00.000Z");
const before = (at: Date) => new Date(at.getTime() - 1);
const minutes = (count: number, from = evening) => new Date(from.getTime() + count * 60_000);
const deliver = (at: Date) =>
  deliverDue(
    () => at,
    () => minutes(1, at),
  );

async function quietUser(overrides: object = {}) {
  const user = await makeUser();
  await prisma().user.update({
    where: { id: user.id },
    data: { quietFrom: "22:00", quietTo: "07:00", ...overrides },
  });
  return user;
}

const getEntries = async (userId: string) =>
  (
    await pool().query<{ dedupeKey: string; entries: number }>(
      `SELECT d."dedupeKey", count(*)::int AS entries FROM "Delivery" d JOIN "DeliveryEntry" e ON e."deliveryId" = d."id"
       WHERE d."userId" = $1 GROUP BY d."id" ORDER BY 1`,
      [userId],
    )
  ).rows.map(({ dedupeKey, entries }) => [dedupeKey, entries]);

describe("quiet hours", () => {
  it("defer matches and send them in one message afterwards", async () => {
    const user = await quietUser();
    for (const at of [evening, minutes(90), minutes(300)]) {
      await createPendingEmail(user.id, at);
      expect(await enqueueDueDeliveries(at)).toEqual({ enqueued: 0 });
    }
    expect(await enqueueDueDeliveries(before(morning))).toEqual({ enqueued: 0 });
    expect(await enqueueDueDeliveries(morning)).toEqual({ enqueued: 1 });
    expect(await getEntries(user.id)).toEqual([[morning.toISOString(), 3]]);
    expect(await enqueueDueDeliveries(minutes(60, morning))).toEqual({ enqueued: 0 });
    // Only the delayed message mentions quiet hours.
    await createPendingEmail(user.id, minutes(60, morning));
    for (const at of [morning, minutes(60, morning)]) {
      await enqueueDueDeliveries(at);
      await deliver(at);
    }
    expect(provider.mails.map(({ text }) => text.includes("held during your quiet hours"))).toEqual([
      true,
      false,
    ]);
    expect(provider.mails[0]!.html).toContain(quietText);
  });

  it("defer a digest and merge it with other deferred matches", async () => {
    const user = await quietUser();
    await createPendingEmail(user.id, evening);
    await createPendingEmail(user.id, evening, { frequency: "hourly", dueAt: minutes(50) });
    await createPendingEmail(user.id, evening, { frequency: "daily", dueAt: minutes(110) });
    for (const at of [evening, minutes(50), minutes(110)])
      expect(await enqueueDueDeliveries(at)).toEqual({ enqueued: 0 });
    expect(await enqueueDueDeliveries(morning)).toEqual({ enqueued: 1 });
    expect(await getEntries(user.id)).toEqual([[morning.toISOString(), 3]]);
  });

  it("apply to push in the user's time zone, and only to that user", async () => {
    const [user, other] = [await quietUser({ timeZone: "America/Halifax" }), await makeUser()];
    await createSubscription(user);
    await createBrowser(user.id, {
      endpoint: "https://push.example.com/1",
      keys: { p256dh: "p", auth: "a" },
    });
    const watch = await createWatch(user);
    const night = new Date("2026-11-22T02:00:00.000Z");
    await createNotification(watch, { createdAt: night, outbox: [{ channel: "push", dueAt: night }] });
    await createPendingEmail(other.id, night);
    expect(await enqueueDueDeliveries(night)).toEqual({ enqueued: 1 });
    const end = new Date("2026-11-22T11:00:00.000Z");
    expect(await enqueueDueDeliveries(before(end))).toEqual({ enqueued: 0 });
    expect(await enqueueDueDeliveries(end)).toEqual({ enqueued: 1 });
    const [encrypted] = await getDeliveries(user.id);
    expect(encrypted).toMatchObject({ channel: "push", dedupeKey: end.toISOString() });
    expect(await listNews(pool(), [encrypted!.id])).toMatchObject([{ deferredAt: night }]);
  });

  it("send deferred matches immediately if the user turns quiet hours off", async () => {
    const user = await quietUser();
    await createPendingEmail(user.id, evening, { frequency: "daily", dueAt: evening });
    await createPendingEmail(user.id, evening);
    await enqueueDueDeliveries(evening);
    const at = minutes(20);
    await prisma().user.update({
      where: { id: user.id },
      data: { quietFrom: null, quietTo: null, emailFrequency: "daily" },
    });
    await transaction((tx) => rescheduleOutbox(tx, user.id, at));
    // Real-time matches moved to a later digest; the overdue digest is due now.
    const dueTimes = (await countOutbox(user.id)).map(({ mailDueAt }) => mailDueAt);
    expect(dueTimes).toEqual([at, new Date("2026-11-22T08:00:00.000Z")]);
    expect(await enqueueDueDeliveries(at)).toEqual({ enqueued: 1 });
  });

  it("defer a message that was enqueued earlier but not sent", async () => {
    const user = await quietUser();
    const at = new Date("2026-11-21T21:59:59.000Z");
    await createPendingEmail(user.id, at);
    expect(await enqueueDueDeliveries(at)).toEqual({ enqueued: 1 });
    for (const late of [evening, minutes(60), minutes(300)])
      expect(await deliver(late)).toMatchObject({ sent: 0, failed: 0, pending: 1 });
    expect(provider.mails).toEqual([]);
    expect(await deliver(morning)).toMatchObject({ sent: 1, pending: 0 });
    expect(provider.mails).toHaveLength(1);
  });
});
