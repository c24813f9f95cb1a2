import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createDelivery, createNotification, createUser, createWatch } from "../../../prisma/factories";
import { deliverDue } from "../../support/deliver-due";
import { findNextDue } from "@/server/delivery/statements/enqueue";
import { queueDueReports } from "@/server/delivery/weekly-reports";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { GET, POST } from "@/app/api/unsubscribe/[token]/route";
import { documented } from "../../support/documented";
import { emptyOutbox } from "../../support/pending-email";
import { startMailProvider } from "../../support/mail-provider";

/** Monday, 23 November 2026, eight o'clock in Toronto. */
const due = new Date("2026-11-23T13:00:00Z");
const ago = (days: number) => new Date(due.getTime() - days * 86_400_000);

let provider: Awaited<ReturnType<typeof startMailProvider>>;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
afterAll(() => provider.close());
beforeEach(async () => {
  await emptyOutbox();
  provider.mails.length = 0;
  await prisma().user.updateMany({ data: { weeklyReportAt: null } });
});

const reader = (fields: Parameters<typeof createUser>[0] = {}) =>
  createUser({ timeZone: "America/Toronto", weeklyReportAt: due, ...fields });
const queue = (now = due) => queueDueReports(now, () => true);
const deliver = (now = due) =>
  deliverDue(
    () => now,
    () => new Date(now.getTime() + 60_000),
  );
const reports = () => prisma().delivery.findMany({ where: { template: "weekly-report" } });

test("sends one report, compared with the previous week: keywords, places, threads and gaps", async () => {
  const user = await reader();
  const watch = await createWatch(user, { keyword: "tidewater", subreddits: ["sailing"] });
  const matches = (days: number, title: string, more = {}) =>
    createNotification(watch, { createdAt: ago(days), item: { title, place: "sailing" }, ...more });
  await matches(1, "A thread of many", { openedAt: ago(0) });
  await matches(2, "A thread of many");
  await matches(3, "Another", { starredAt: ago(0) });
  await matches(9, "The week before");
  await matches(0.1, "This Monday's own");
  await matches(15, "Long ago");
  await prisma().gap.create({
    data: {
      ...{ id: newId(), site: "reddit", place: "sailing", kind: "post" },
      ...{ fromAt: ago(4), toAt: new Date(ago(4).getTime() + 420_000), foundAt: ago(4) },
    },
  });
  await createDelivery(user, { status: "failed", dedupeKey: "lost", createdAt: ago(2) });
  // Neither contains matches.
  await createDelivery(user, { status: "failed", dedupeKey: "token", kind: "account", createdAt: ago(2) });
  await createDelivery(user, { status: "failed", dedupeKey: "try", template: "test", createdAt: ago(2) });

  expect(await queue()).toBe(1);
  expect(await queue()).toBe(0);
  await deliver();
  await deliver();
  const [mail, ...others] = provider.mails.filter(({ to }) => to === user.email);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe("Your week: 3 for “tidewater”");
  for (const text of [
    "3 matches, 2 more than the previous week. You opened 1 of them and starred 1.",
    "tidewater: 3 (+2)",
    "r/sailing: 3 (+2)",
    "A thread of many (r/sailing, 2 matches, Sat)",
    "99.9% coverage of your places",
    "Read your starred match: http",
    "r/sailing, 08:00 to 08:07 on 19 November",
    "Email, 1 message",
  ])
    expect(mail!.text).toContain(text);
  expect(mail!.text).not.toContain("Another (");
  const { weeklyReportAt } = await prisma().user.findUniqueOrThrow({ where: { id: user.id } });
  expect(weeklyReportAt).toEqual(new Date("2026-11-30T13:00:00Z"));
  expect(await reports()).toMatchObject([{ dedupeKey: "weekly-report:2026-11-23", status: "sent" }]);
});

test("the subject counts all keywords with matches, not only the listed ones", async () => {
  const user = await reader();
  for (let n = 0; n < 13; n += 1) {
    const watch = await createWatch(user, { keyword: `word ${n}` });
    await createNotification(watch, { createdAt: ago(n === 12 ? 9 : 2) });
  }
  await queue();
  await deliver();
  expect(provider.mails[0]!.subject).toMatch(/^Your week: (?:1 for “word \d+”(?:, )?){3} and 9 more$/);
});

test("counts several gaps of a place, each once for posts and comments", async () => {
  const user = await reader();
  await createWatch(user, { subreddits: ["harbors"] });
  const gap = (days: number, kind: "post" | "comment") => ({
    ...{ id: newId(), site: "reddit", place: "harbors", kind, fromAt: ago(days), foundAt: ago(days) },
    toAt: new Date(ago(days).getTime() + 420_000),
  });
  await prisma().gap.createMany({ data: [gap(5, "post"), gap(5, "comment"), gap(3, "post")] });
  await queue();
  await deliver();
  expect(provider.mails[0]!.text).toContain(
    "r/harbors, 2 gaps from 08:00 on 18 November to 08:07 on 20 November",
  );
});

test("reports the median time from post to match", async () => {
  const user = await reader();
  const watch = await createWatch(user);
  for (const [days, seconds] of [
    [1, 5],
    [2, 14],
    [3, 7_200],
  ] as const) {
    const createdAt = new Date(ago(days).getTime() - seconds * 1_000);
    await createNotification(watch, { createdAt: ago(days), item: { createdAt } });
  }
  await queue();
  await deliver();
  expect(provider.mails[0]!.text).toContain("14 s from post to match");
});

test("reports an unreadable place with its reason and reduces the coverage", async () => {
  const user = await reader();
  await createWatch(user, { subreddits: ["closed", "open"] });
  await prisma().place.create({
    data: { site: "reddit", name: "closed", displayName: "Closed", health: "private" },
  });
  // A quarter of the week is missing for one of two places.
  const readAt = new Date("2026-11-21T11:00:00Z");
  await prisma().placeRead.createMany({
    data: (["post", "comment"] as const).map((kind) => ({ site: "reddit", place: "closed", kind, readAt })),
  });
  await queue();
  await deliver();
  const [mail] = provider.mails;
  expect(mail!.text).toContain("r/closed, since 06:00 on 21 November: Private, so we can't read it.");
  expect(mail!.text).toContain("87.5% coverage of your places");
});

test("reports places of a site that was turned off as unread", async () => {
  const user = await reader();
  await createWatch(user, { places: ["lobsters:rust"] });
  await prisma().place.create({ data: { site: "lobsters", name: "rust", displayName: "rust" } });
  const readAt = new Date("2026-11-19T17:00:00Z");
  await prisma().placeRead.createMany({
    data: (["post", "comment"] as const).map((kind) => ({ site: "lobsters", place: "rust", kind, readAt })),
  });
  vi.stubEnv("SITES", "reddit,hackernews");
  vi.stubGlobal("earshotEnv", undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    vi.unstubAllGlobals();
  });
  await queue();
  await deliver();
  expect(provider.mails[0]!.text).toContain(
    "since 12:00 on 19 November: This server doesn't read this site anymore",
  );
  expect(provider.mails[0]!.text).toContain("50% coverage of your places");
});

test("links a noisy keyword to its watch and counts mentions opened via other watches", async () => {
  const user = await reader();
  const read = await createWatch(user, { keyword: "read" });
  const also = await createWatch(user, { keyword: "also" });
  const loud = await createWatch(user, { keyword: "loud" });
  const createdAt = ago(2);
  for (let n = 0; n < 100; n += 1) {
    const opened = { createdAt, openedAt: n < 10 ? createdAt : null };
    const { notification, item } = await createNotification(read, opened);
    await createNotification(also, { createdAt, leadId: notification.id, item });
    await createNotification(loud, { createdAt });
  }
  await queue();
  await deliver();
  const [mail] = provider.mails;
  expect(mail!.text).toContain("200 matches, 200 more");
  expect(mail!.text).toContain("also: 100 (+100)");
  expect(mail!.text).toMatch(
    new RegExp(`“loud” had 100 matches and you didn't open any. Narrow it down: \\S+/keywords/${loud.id}`),
  );
  expect(mail!.text).not.toMatch(/“(?:also|read)” brought/);
});

test('uses the share of "all" that was read as its coverage', async () => {
  const user = await reader();
  await createWatch(user, { subreddits: ["all"] });
  const all = { site: "reddit", place: "all", readAt: due };
  await prisma().placeRead.createMany({
    data: [
      { ...all, kind: "post", share: 1 },
      { ...all, kind: "comment", share: 0.4256 },
    ],
  });
  await queue();
  await deliver();
  expect(provider.mails[0]!.text).toContain("42.5% coverage of your places");
});

test("unsubscribes by link and one click, and keeps alerts on", async () => {
  const user = await reader();
  await createWatch(user);
  await queue();
  await deliver();
  const [mail] = provider.mails;
  const link = /<(.+)>/.exec(mail!.headers!["List-Unsubscribe"]!)![1]!;
  expect(mail!.text).toContain(`Turn off this report: ${link}`);
  const token = link.split("/").at(-1)!;
  const call = (method: "GET" | "POST") =>
    documented(method === "GET" ? GET : POST)(new Request(link, { method }), {
      params: Promise.resolve({ token }),
    });
  const requested = await call("GET");
  expect(await requested.text()).toContain("Unsubscribe from weekly reports?");
  const accountOf = () => prisma().user.findUniqueOrThrow({ where: { id: user.id } });
  expect((await accountOf()).weeklyReportAt).not.toBeNull();
  expect((await call("POST")).status).toBe(200);
  expect((await call("POST")).status).toBe(200);
  expect(await accountOf()).toMatchObject({
    ...{ weeklyReportAt: null, emailNotifications: true, emailStatus: "ok" },
  });
});

test("sends no second report for the same Monday", async () => {
  const user = await reader();
  await createWatch(user);
  await queue();
  await prisma().user.update({ where: { id: user.id }, data: { weeklyReportAt: due } });
  expect(await queue()).toBe(1);
  expect(await reports()).toHaveLength(1);
});

test("waits until quiet hours end", async () => {
  const quiet = await reader({ quietFrom: "07:00", quietTo: "09:00" });
  await createWatch(quiet);
  await queue();
  expect(await deliver()).toMatchObject({ sent: 0, pending: 1 });
  expect(await deliver(new Date(due.getTime() + 3_601_000))).toMatchObject({ sent: 1, pending: 0 });
});

test("sends only the latest report after a mute of several weeks", async () => {
  const weekMs = 7 * 86_400_000;
  const end = new Date(due.getTime() + 2.5 * weekMs);
  const user = await reader({ mutedUntil: end });
  await createWatch(user);
  for (const weeks of [0, 1, 2]) {
    const now = new Date(due.getTime() + weeks * weekMs);
    expect(await queue(now)).toBe(1);
    await deliver(now);
  }
  expect(provider.mails).toEqual([]);
  await deliver(new Date(end.getTime() + 1_000));
  expect(provider.mails.map(({ text }) => text)).toEqual([
    expect.stringContaining("Your week, 30 November to 6 December"),
  ]);
  const found = await reports();
  expect(found.toSorted((a, b) => a.dedupeKey.localeCompare(b.dedupeKey))).toMatchObject([
    { dedupeKey: "weekly-report:2026-11-23", status: "skipped", reason: "expired" },
    { dedupeKey: "weekly-report:2026-11-30", status: "skipped", reason: "expired" },
    { dedupeKey: "weekly-report:2026-12-07", status: "sent" },
  ]);
});

test("skips a deferred report if the user turned reports off", async () => {
  const user = await reader({ quietFrom: "07:00", quietTo: "09:00" });
  await createWatch(user);
  await queue();
  expect(await deliver()).toMatchObject({ sent: 0, pending: 1 });
  await prisma().user.update({ where: { id: user.id }, data: { weeklyReportAt: null } });
  await deliver(new Date(due.getTime() + 3_601_000));
  expect(await reports()).toMatchObject([{ status: "skipped", reason: "empty" }]);
  expect(provider.mails).toEqual([]);
});

test.each([
  ["without a watch", {}, false, "empty"],
  ["who wants no alerts", { emailNotifications: false }, true, "suppressed"],
  ["whose address bounced", { emailStatus: "bounced" as const }, true, "suppressed"],
])("sends no report to a user %s", async (_, fields, hasWatch, reason) => {
  const user = await reader(fields);
  if (hasWatch) await createWatch(user);
  await queue();
  await deliver();
  expect(await reports()).toMatchObject([{ status: "skipped", reason }]);
  expect(provider.mails).toEqual([]);
});

test("contains only the user's own week and reports the next due time", async () => {
  const [one, other] = [await reader(), await reader()];
  for (const user of [one, other]) await createWatch(user, { keyword: `word of ${user.id}` });
  const [mine] = await prisma().watch.findMany({ where: { userId: one.id } });
  await createNotification(mine!, { createdAt: ago(1) });
  const found = await findNextDue(pool(), ago(1));
  expect(found.next).toEqual(due);
  await queue();
  await deliver();
  const texts = new Map(provider.mails.map(({ to, text }) => [to, text]));
  expect(texts.get(one.email)).toContain("1 match, 1 more");
  expect(texts.get(other.email)).toContain("0 matches, same as");
  expect(texts.get(other.email)).not.toContain(one.id);
});

test("escapes user content in HTML and text, and offers one-click unsubscribe", async () => {
  const hostile = '<img src=x onerror=alert(1)>"';
  const user = await reader();
  const watch = await createWatch(user, { keyword: hostile });
  for (const days of [1, 2])
    await createNotification(watch, { createdAt: ago(days), item: { title: hostile, place: "sailing" } });
  await queue();
  await deliver();
  const [mail] = provider.mails;
  expect(mail!.html).not.toContain("<img");
  expect(mail!.html).toContain("&lt;img src=x onerror=alert(1)&gt;");
  expect(mail!.text).toContain("TOP THREADS");
  expect(mail!.headers).toMatchObject({ "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" });
});
