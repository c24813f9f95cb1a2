import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createNotification, createUser, createWatch } from "../../../prisma/factories";
import { spikeWaitMs } from "@/domain/delivery/spike";
import { deliverDue } from "../../support/deliver-due";
import { freezeDue } from "@/server/delivery/freeze";
import { queueDueSpikes } from "@/server/delivery/spikes";
import { findNextDue } from "@/server/delivery/statements/enqueue";
import { pool, prisma } from "@/server/platform/database";
import { emptyOutbox } from "../../support/pending-email";
import { type MailProvider, startMailProvider } from "../../support/mail-provider";
import { receive, getItems } from "../../support/overflowing";
import "../../support/parallel-connections";

/** Monday, 23 November 2026, ten o'clock in Toronto. */
const now = new Date("2026-11-23T15:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const looked = later(spikeWaitMs / 60_000);

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = 0;
  await prisma().watchTotal.updateMany({ data: { spikeDueAt: null } });
});

/** Creates a user whose watch had `usual` matches on each of the five days before today. */
async function arrange({ usual = 2, watch: fields = {}, user: userFields = {} } = {}) {
  const user = await createUser({
    plan: "pro",
    timeZone: "America/Toronto",
    emailFrequency: "daily",
    ...userFields,
  });
  const createdAt = later(-5 * 24 * 60);
  const watch = await createWatch(user, {
    ...{ keyword: "tidewater", createdAt, activeSince: createdAt, spikeNotification: true },
    ...fields,
  });
  for (let day = 1; day <= 5; day++)
    for (let at = 0; at < usual; at++) await createNotification(watch, { createdAt: later(-day * 24 * 60) });
  const total = () => prisma().watchTotal.findUniqueOrThrow({ where: { watchId: watch.id } });
  const receives = (count: number, at = now) => receive([watch], getItems(count, at), at);
  return { user, watch, total, receives };
}
const queue = (at = looked) => queueDueSpikes(at, () => true);
const deliver = (at = looked) =>
  deliverDue(
    () => at,
    () => new Date(at.getTime() + 60_000),
  );
const notices = () => prisma().delivery.findMany({ where: { template: "spike" }, orderBy: { id: "asc" } });
const spikeMails = () => provider.mails.filter(({ subject }) => subject.startsWith("Spike in matches"));

test("emails once about a day far above the baseline, even if more matches follow", async () => {
  const { user, watch, total, receives } = await arrange();
  await receives(9);
  expect((await total()).spikeDueAt).toBeNull();
  await receives(3, later(1));
  const dueAt = new Date(later(1).getTime() + spikeWaitMs);
  expect((await total()).spikeDueAt).toEqual(dueAt);
  // The next due time includes the spike check.
  expect((await findNextDue(pool(), now)).next).toEqual(dueAt);
  expect(await queue()).toBe(0);
  expect(await queue(later(6))).toBe(1);
  await deliver(later(6));
  await receives(40, later(10));
  expect(await total()).toMatchObject({ spikeDueAt: null, spikeFrom: null });
  expect(await queue(later(30))).toBe(0);
  await deliver(later(30));
  const [mail, ...others] = spikeMails();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: user.email, subject: "Spike in matches for “tidewater”" });
  expect(mail!.text).toContain(
    "There was a spike on 23 November. 12 matches, compared with 2 a day usually.",
  );
  expect(mail!.text).toContain(`/keywords/${watch.id}`);
  expect(mail!.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
  expect(await notices()).toMatchObject([{ dedupeKey: `spike:${watch.id}:2026-11-23`, status: "sent" }]);
});

test("sends one email per day, even with repeated checks and concurrent runs", async () => {
  const { watch, receives } = await arrange();
  await receives(12);
  const counts = await Promise.all([queue(), queue(), queue()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  await prisma().watchTotal.update({
    where: { watchId: watch.id },
    data: { spikeDueAt: looked, spikeDay: null },
  });
  await queue();
  expect(await notices()).toHaveLength(1);
});

test("an interrupted check changes nothing and is repeated", async () => {
  const { total, receives } = await arrange();
  await receives(12);
  await prisma()
    .$executeRaw`ALTER TABLE "WatchTotal" ADD CONSTRAINT "broken" CHECK ("spikeDay" IS NULL) NOT VALID`;
  await expect(queue()).rejects.toThrow();
  await prisma().$executeRaw`ALTER TABLE "WatchTotal" DROP CONSTRAINT "broken"`;
  expect([await notices(), (await total()).spikeDueAt]).toEqual([[], looked]);
  expect(await queue()).toBe(1);
  expect(await notices()).toHaveLength(1);
});

test("rechecks a normal day only after enough further matches", async () => {
  const { total, receives } = await arrange({ usual: 5 });
  await receives(11);
  expect(await queue()).toBe(0);
  expect(await total()).toMatchObject({ spikeDueAt: null, spikeFrom: 15 });
  await receives(3, later(10));
  expect((await total()).spikeDueAt).toBeNull();
  await receives(1, later(11));
  expect(await queue(later(17))).toBe(1);
});

test("counts by the day of the match, even if checked after midnight", async () => {
  const { watch, receives } = await arrange();
  const night = new Date("2026-11-24T04:58:00Z");
  await receives(12, night);
  await receives(1, new Date(night.getTime() + 180_000));
  expect(await queue(new Date(night.getTime() + spikeWaitMs))).toBe(1);
  const next = new Date("2026-11-24T16:00:00Z");
  await receives(12, next);
  expect(await queue(new Date(next.getTime() + spikeWaitMs))).toBe(1);
  const keys = (await notices()).map(({ dedupeKey }) => dedupeKey);
  expect(keys).toEqual([`spike:${watch.id}:2026-11-23`, `spike:${watch.id}:2026-11-24`]);
});

test("waits until quiet hours end and skips notices that are a day late", async () => {
  const quiet = { quietFrom: "10:00", quietTo: "11:00" };
  const { receives } = await arrange({ user: quiet });
  await receives(12);
  await queue();
  expect(await deliver()).toMatchObject({ sent: 0, pending: 1 });
  expect(await deliver(later(61))).toMatchObject({ sent: 1, pending: 0 });

  const { receives: late } = await arrange({ user: quiet });
  await late(12);
  await queue();
  await deliver();
  await deliver(later(2 * 24 * 60));
  expect((await notices()).map(({ status, reason }) => [status, reason])).toEqual([
    ["sent", null],
    ["skipped", "expired"],
  ]);
});

test.each([
  ["with spike alerts off", { spikeNotification: false }],
  ["that is muted", { mutedUntil: later(600) }],
])("sends no notice for a watch %s", async (_, watch) => {
  const { receives } = await arrange({ watch });
  await receives(12);
  expect(await queue()).toBe(0);
  expect(await notices()).toEqual([]);
});

test.each([
  ["changed to no spike alerts", { spikeNotification: false }, "gone"],
  ["muted", { mutedUntil: later(600) }, "gone"],
  ["deleted", null, "gone"],
])("skips the notice if the watch was %s in the meantime", async (_, data, reason) => {
  const { watch, receives } = await arrange();
  await receives(12);
  await queue();
  const where = { id: watch.id };
  await (data === null ? prisma().watch.delete({ where }) : prisma().watch.update({ where, data }));
  await deliver();
  expect(await notices()).toMatchObject([{ status: "skipped", reason }]);
  expect(spikeMails()).toEqual([]);
});

test("sends no email to users who opted out, and escapes user content", async () => {
  const silent = await arrange({ user: { emailNotifications: false } });
  await silent.receives(12);
  const hostile = await arrange({ watch: { keyword: '<img src=x onerror=alert(1)>"' } });
  await hostile.receives(12);
  expect(await queue()).toBe(2);
  await deliver();
  expect(spikeMails().map(({ to }) => to)).toEqual([hostile.user.email]);
  expect(spikeMails()[0]!.html).not.toContain("<img src=x");
  // Both checks were due at the same time, so either could be first.
  const [first, second] = (await notices()).toSorted((one) => (one.userId === silent.user.id ? -1 : 1));
  expect(first).toMatchObject({ userId: silent.user.id, status: "skipped", reason: "suppressed" });
  expect(second).toMatchObject({ userId: hostile.user.id, status: "sent" });
  expect(await notices()).toHaveLength(2);
});

test.each([
  ["turned off alerts", { emailNotifications: false }],
  ["marked an email as spam", { emailStatus: "complained" as const }],
])("doesn't send a rendered notice after the user %s", async (_, data) => {
  const { user, receives } = await arrange();
  await receives(12);
  await queue();
  await freezeDue("email", "account", looked);
  await prisma().user.update({ where: { id: user.id }, data });
  await deliver();
  expect(await notices()).toMatchObject([{ status: "skipped", reason: "suppressed" }]);
  expect(spikeMails()).toEqual([]);
});

test("skips a watch that no longer exists", async () => {
  const { watch, total, receives } = await arrange();
  await receives(12);
  await prisma().watch.delete({ where: { id: watch.id } });
  expect(await queue()).toBe(0);
  expect((await total()).spikeDueAt).toBeNull();
});

test("checks one chunk after the deadline, even without a spike", async () => {
  const { watch, receives } = await arrange();
  await receives(3);
  const one = await prisma().watchTotal.findUniqueOrThrow({ where: { watchId: watch.id } });
  const gone = Array.from({ length: 60 }, () => ({ ...one, watchId: randomUUID(), spikeDueAt: now }));
  await prisma().watchTotal.createMany({ data: gone });
  expect(await queueDueSpikes(looked, () => false)).toBe(0);
  expect(await prisma().watchTotal.count({ where: { spikeDueAt: { not: null } } })).toBe(10);
  expect(await queue()).toBe(0);
  expect(await prisma().watchTotal.count({ where: { spikeDueAt: { not: null } } })).toBe(0);
});
