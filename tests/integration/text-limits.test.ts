import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as coverage from "@/app/api/coverage/route";
import * as explain from "@/app/api/keywords/explain/route";
import { coverageResponse, type CoverageResponse } from "@/contract/coverage";
import { type ExplainResponse, explainResponse } from "@/contract/preview";
import type { Item } from "@/domain/reading/item";
import { freeDailyBytes, proDailyBytes } from "@/domain/plans/plans";
import { bytesOfMatch, storedBytes, storedLength } from "@/domain/reading/stored-text";
import { getFrame } from "@/server/coverage/frame";
import { deliverDue } from "../support/deliver-due";
import { retain } from "@/server/operation/retention";
import { deleteAccount } from "@/server/operation/statements/removals";
import { pool, prisma, transaction } from "@/server/platform/database";
import { renderDue } from "@/server/rendering/render";
import { startMailProvider, type MailProvider } from "../support/mail-provider";
import { emptyOutbox } from "../support/pending-email";
import { receive, getItems } from "../support/overflowing";
import { signedIn } from "../support/signed-in";

let provider: MailProvider;
beforeAll(async () => {
  provider = await startMailProvider();
  process.env.RESEND_BASE_URL = provider.url;
});
beforeEach(async () => {
  await emptyOutbox();
  await pool().query(
    `TRUNCATE "User", "Item", "RecentItem", "Notification", "DayOverflow", "StoredText", "WatchTotal" CASCADE`,
  );
  provider.mails.length = 0;
});
afterAll(() => provider.close());

type Person = Awaited<ReturnType<typeof signedIn>>;
const today = (now: Date) => now.toISOString().slice(0, 10);
const watchOf = ({ user }: Person, keyword = "tidewater") =>
  createWatch(user, { keyword, subreddits: ["webdev"], activeSince: new Date(0) });
const person = (plan: "free" | "pro" = "free") => signedIn(plan, { timeZone: "UTC" });

/** Items of `length` characters each, in order of creation. */
const longItems = (count: number, now: Date, length = storedLength): Item[] =>
  getItems(count, now).map((item, at) => ({
    ...item,
    body: `tidewater ${"a".repeat(length)}`.slice(0, length),
    createdAt: new Date(now.getTime() - count + at),
  }));
const cost = (item: Item) => storedBytes(item) + bytesOfMatch;
/** Sets the text that an account has stored today. */
const storedBefore = ({ user }: Person, day: Date, wanted: number) => {
  const bytes = Math.floor(wanted);
  const userId = user.id;
  return prisma().storedText.upsert({
    where: { userId },
    create: { userId, day, bytes },
    update: { day, bytes },
  });
};
async function getStand({ user }: Person) {
  const { rows } = await pool().query<{
    recorded: number;
    missed: number;
    bytes: number;
    total: number;
    outboxEntries: number;
  }>(
    `SELECT (SELECT count(*)::int FROM "Notification" WHERE "userId" = $1) AS recorded,
       (SELECT coalesce(sum(o."missed"), 0)::int FROM "DayOverflow" o JOIN "Watch" w ON w."id" = o."watchId" WHERE w."userId" = $1 AND o."reason" = 'text') AS missed,
       (SELECT "bytes"::int FROM "StoredText" WHERE "userId" = $1) AS bytes,
       (SELECT sum(t."matchCount")::int FROM "WatchTotal" t JOIN "Watch" w ON w."id" = t."watchId" WHERE w."userId" = $1) AS total,
       (SELECT count(*)::int FROM "OutboxEntry" d WHERE d."userId" = $1) AS "outboxEntries"`,
    [user.id],
  );
  return rows[0]!;
}

test("20,000 characters of a text are stored, wherever they are", async () => {
  const rosa = await person();
  const now = new Date();
  const [item] = longItems(1, now, 90_000);
  const html = `<p>${item!.body}</p>`;
  await receive([await watchOf(rosa)], [{ ...item!, html }], now);
  await renderDue(
    "all",
    () => new Date(),
    () => new Date(Date.now() + 30_000),
  );
  const stored = await prisma().item.findFirstOrThrow();
  expect(stored.content).toHaveLength(storedLength);
  expect(stored.content).toMatch(/^tidewater a+\n\n\[…\]$/);
  for (const text of [stored.text, stored.html, stored.linkedText ?? ""])
    expect(text!.length).toBeLessThan(storedLength + 100);
  const existing = await prisma().recentItem.findFirstOrThrow();
  expect(JSON.stringify(existing.content).length).toBeLessThan(storedLength + 500);
});

test("a Free account stores 20 MB a day over all its watches, oldest matches first", async () => {
  const rosa = await person();
  const watches = [await watchOf(rosa), await watchOf(rosa, "ledger"), await watchOf(rosa, "kettle")];
  const now = new Date();
  const items = longItems(400, now);
  // Each watch matches a third of them, in separate reads.
  for (const [at, watch] of watches.entries())
    await receive(
      [watch],
      items.filter((_, n) => n % 3 === at),
      now,
    );
  const stand = await getStand(rosa);
  expect(stand.bytes).toBeLessThanOrEqual(freeDailyBytes);
  expect(stand.bytes).toBeGreaterThan(freeDailyBytes - cost(items[0]!));
  expect(stand.recorded).toBe(Math.floor(freeDailyBytes / cost(items[0]!)));
  expect(stand.recorded + stand.missed).toBe(400);
  expect(stand.total).toBe(stand.recorded);
  // Dropped matches aren't stored.
  expect(await prisma().item.count()).toBe(stand.recorded);
  const { rows } = await pool().query(
    `SELECT sum(octet_length("content") + octet_length("title"))::int AS n FROM "Item"`,
  );
  expect(rows[0].n).toBeLessThan(freeDailyBytes);
});

test("Pro stores 200 MB", async () => {
  const rosa = await person("pro");
  const now = new Date();
  await storedBefore(rosa, now, proDailyBytes - 2.5 * cost(longItems(1, now)[0]!));
  await receive([await watchOf(rosa)], longItems(4, now), now);
  expect(await getStand(rosa)).toMatchObject({ recorded: 2, missed: 2 });
});

test("one item counts once for all watches of an account that it matches", async () => {
  const rosa = await person();
  const now = new Date();
  const [item] = longItems(1, now);
  await receive([await watchOf(rosa), await watchOf(rosa, "ledger")], [item!], now);
  expect((await getStand(rosa)).bytes).toBe(storedBytes(item!) + 2 * bytesOfMatch);
});

test("four parallel lanes don't exceed the limit", async () => {
  const rosa = await person();
  const watch = await watchOf(rosa);
  const now = new Date();
  const each = cost(longItems(1, now)[0]!);
  await storedBefore(rosa, now, freeDailyBytes - 10.5 * each);
  await Promise.all(Array.from({ length: 4 }, () => receive([watch], longItems(8, now), now)));
  const { bytes, recorded, missed, total } = await getStand(rosa);
  expect([recorded, missed, total]).toEqual([10, 22, 10]);
  expect(bytes).toBeLessThanOrEqual(freeDailyBytes);
});

test("a viral keyword doesn't use up the bytes of matches that its own limit drops", async () => {
  const rosa = await person();
  const watch = await watchOf(rosa);
  const now = new Date();
  const items = getItems(5_000, now).map((item) => ({ ...item, body: "a".repeat(2_000) }));
  await receive([watch], items, now);
  const { recorded, missed, bytes } = await getStand(rosa);
  expect([recorded, missed]).toEqual([2_000, 0]);
  const listed = await prisma().notification.findMany({ select: { fullname: true } });
  const costs = new Map(items.map((item) => [item.fullname, cost(item)]));
  expect(bytes).toBe(listed.reduce((sum, { fullname }) => sum + costs.get(fullname)!, 0));
  expect(await prisma().item.count()).toBe(2_000);
});

test("other accounts with the same matches aren't affected, and the next day resets the limit", async () => {
  const [rosa, bob] = [await person(), await person()];
  const watches = [await watchOf(rosa), await watchOf(bob)];
  const now = new Date();
  await storedBefore(rosa, now, freeDailyBytes);
  await receive(watches, longItems(3, now), now);
  expect(await getStand(rosa)).toMatchObject({ recorded: 0, missed: 3, outboxEntries: 0 });
  expect(await getStand(bob)).toMatchObject({ recorded: 3, missed: 0 });
  expect(await prisma().item.count()).toBe(3);
  const tomorrow = new Date(now.getTime() + 86_400_000);
  await receive(watches, longItems(2, tomorrow), tomorrow);
  expect(await getStand(rosa)).toMatchObject({ recorded: 2, missed: 3 });
});

async function overflowing() {
  const rosa = await person();
  const watches = [await watchOf(rosa), await watchOf(rosa, "ledger")];
  const now = new Date();
  const items = longItems(3, now);
  await storedBefore(rosa, now, freeDailyBytes - 1.5 * cost(items[0]!));
  await receive([watches[0]!], items, now);
  await receive([watches[1]!], longItems(1, now), now);
  return { rosa, watches, items, now };
}

test("the coverage and the frame show it as a gap, only to its user", async () => {
  const { rosa, watches, now } = await overflowing();
  const result = await rosa.request<CoverageResponse>(coverage, "GET", "/coverage");
  expect(coverageResponse.parse(result.body)).toEqual(result.body);
  const at = { day: today(now), megabytes: 20, from: now.toISOString(), to: now.toISOString() };
  expect(result.body.tooMuchText).toHaveLength(2);
  expect(result.body.tooMuchText).toContainEqual({
    watchId: watches[0]!.id,
    keyword: "tidewater",
    missed: 2,
    ...at,
  });
  expect(result.body.tooMuchText).toContainEqual({
    watchId: watches[1]!.id,
    keyword: "ledger",
    missed: 1,
    ...at,
  });
  expect(result.body.tooMany).toEqual([]);
  expect(result.body.issues).toContain("too-much-text");
  const frame = await getFrame({ id: rosa.user.id, pendingBulkUpdates: [] }, new Date());
  expect(frame.listening).toMatchObject({
    gaps: [now.toISOString(), now.toISOString()],
    issues: expect.arrayContaining(["too-much-text"]),
  });
  const other = await signedIn();
  await createWatch(other.user);
  expect((await other.request<CoverageResponse>(coverage, "GET", "/coverage")).body).toMatchObject({
    tooMuchText: [],
  });
});

test("'Why (not)?' shows matches that were only counted", async () => {
  const { rosa, items } = await overflowing();
  const verdicts = [];
  for (const { url } of items) {
    const { body } = await rosa.request<ExplainResponse>(explain, "POST", "/keywords/explain", {
      body: { url },
    });
    const { explanations } = explainResponse.parse(body);
    verdicts.push(explanations.find(({ keyword }) => keyword === "tidewater")!.verdict);
  }
  expect(verdicts).toEqual(["matched", "too-much-text", "too-much-text"]);
});

test("sends one email a day, even if several watches are affected", async () => {
  const { rosa, watches } = await overflowing();
  const now = new Date();
  for (const watch of watches) await receive([watch], longItems(1, now), now);
  await deliverDue(
    () => new Date(),
    () => new Date(Date.now() + 60_000),
  );
  const about = provider.mails.filter(
    ({ to, subject }) => to === rosa.user.email && subject.includes("too much text"),
  );
  expect(about).toHaveLength(1);
  expect(about[0]!.text).toMatch(/have reached 20 MB of text.*“too much text”/);
  expect(about[0]!.text).toContain("Pro records up to 200 MB a day.");
});

test("deletes usage with the account and old usage after a few days", async () => {
  const [rosa, bob] = [(await overflowing()).rosa, (await overflowing()).rosa];
  await transaction((tx) => deleteAccount(tx, rosa.user.id, new Date()));
  const left = async () => (await prisma().storedText.findMany()).map(({ userId }) => userId);
  expect(await left()).toEqual([bob.user.id]);
  await retain(new Date(Date.now() + 2 * 86_400_000), () => true);
  expect(await left()).toEqual([bob.user.id]);
  await retain(new Date(Date.now() + 5 * 86_400_000), () => true);
  expect(await left()).toEqual([]);
});
