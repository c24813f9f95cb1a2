import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as watchStats from "@/app/api/keywords/[id]/stats/route";
import * as keywords from "@/app/api/keywords/route";
import * as archive from "@/app/api/notifications/[id]/archive/route";
import * as readOne from "@/app/api/notifications/[id]/read/route";
import * as one from "@/app/api/notifications/[id]/route";
import * as unreadOne from "@/app/api/notifications/[id]/unread/route";
import * as archiveMany from "@/app/api/notifications/archive/route";
import * as deleteMany from "@/app/api/notifications/delete/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as readMany from "@/app/api/notifications/read/route";
import * as popup from "@/app/api/notifications/recent/popup/route";
import * as list from "@/app/api/notifications/route";
import * as stats from "@/app/api/notifications/stats/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import * as usage from "@/app/api/subscriptions/usage/route";
import type { GroupedResponse, NotificationView, PopupResponse } from "@/contract/notification";
import type { StatsResponse } from "@/contract/stats";
import type { UsageResponse } from "@/contract/subscription";
import { prisma } from "@/server/platform/database";
import { getFrame } from "@/server/coverage/frame";
import { newId } from "@/server/platform/ids";
import { getItem, record, getRule, withTwoWatches } from "../support/mentions";
import { signedIn } from "../support/signed-in";
import { waitForBlockedQuery } from "../support/blocked-query";
import { otherTransaction } from "../support/other-transaction";
import "../support/parallel-connections";

// Freeze the clock, so the day doesn't end between recording and counting.
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

type Person = Awaited<ReturnType<typeof signedIn>>;

/** Returns the counts shown in all places. */
async function countsOf(person: Person) {
  const listed = await person.request<NotificationView[]>(list, "GET", "/notifications?status=all");
  const groups = await person.request<GroupedResponse>(grouped, "GET", "/notifications/grouped?status=all");
  const updates = await person.request<PopupResponse>(popup, "GET", "/notifications/recent/popup");
  const counted = await person.request<StatsResponse>(stats, "GET", "/notifications/stats");
  return {
    listed: listed.body.length,
    total: listed.headers.get("x-total-count"),
    groups: groups.body.groupedNotifications.map((group) => [group.count, group.notifications.length]),
    popup: [updates.body.notifications.length, updates.body.total],
    unread: (await person.request(unread, "GET", "/notifications/unread/count")).body.count,
    frame: (await getFrame({ id: person.user.id, pendingBulkUpdates: [] }, new Date())).unread.count,
    stats: [counted.body.stats.total, counted.body.stats.daily.at(-1)?.count],
    usage: (await person.request<UsageResponse>(usage, "GET", "/subscriptions/usage")).body.notificationCount,
  };
}

const onceEverywhere = {
  listed: 1,
  total: "1",
  groups: [[1, 1]],
  popup: [1, 1],
  unread: 1,
  frame: 1,
  stats: [1, 1],
  usage: 1,
};

const getRows = (fullname: string) =>
  prisma().notification.findMany({ where: { fullname }, orderBy: { id: "asc" } });

test("one item matched by two watches of a keyword is one mention and two matches", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  expect(await record([item], [getRule(person.named), getRule(person.all)])).toMatchObject({
    notifications: 2,
  });
  expect(await countsOf(person)).toEqual(onceEverywhere);
  const [lead] = await getRows(item.fullname);
  const [shown] = (await person.request<NotificationView[]>(list, "GET", "/notifications")).body;
  expect(shown).toMatchObject({
    _id: lead?.id,
    watchId: lead?.watchId,
    watchIds: [person.named.id, person.all.id],
  });
  const { body } = await person.request<{ watches: { matchCount: number }[] }>(keywords, "GET", "/keywords");
  expect(body.watches.map(({ matchCount }) => matchCount)).toEqual([1, 1]);
  for (const { id } of [person.named, person.all]) {
    const params = { params: { id } };
    const matched = await person.request<StatsResponse>(watchStats, "GET", `/keywords/${id}/stats`, params);
    expect(matched.body.stats).toMatchObject({ total: 1, today: 1 });
  }
});

test("other keywords, items and users have separate mentions", async () => {
  const person = await withTwoWatches();
  const other = await withTwoWatches();
  const late = await createWatch(person.user, { keyword: "is down" });
  const rules = [person.all, person.named, late, other.named, other.all].map(getRule);
  const items = [getItem(), getItem()];
  await record(items, rules);
  expect((await countsOf(person)).groups).toEqual([
    [2, 2],
    [2, 2],
  ]);
  expect((await countsOf(other)).groups).toEqual([[2, 2]]);
});

const filler = (count: number) =>
  Array.from({ length: count }, (_, n) =>
    getRule({
      id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      keyword: "x",
      places: ["reddit:all"],
    }),
  );

test("matches of one item stored in two transactions are one mention", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  // A chunk is 20,000 matches. Deleted watches get no notifications.
  await record([item], [getRule(person.named), ...filler(19_999), getRule(person.all)]);
  expect(await getRows(item.fullname)).toHaveLength(2);
  expect(await countsOf(person)).toEqual(onceEverywhere);
});

test("the row stored by a killed run leads the rows added by its retry", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  await record([item], [getRule(person.all)]);
  await prisma().recentItem.delete({ where: { fullname: item.fullname } });
  await record([item], [getRule(person.named), getRule(person.all)]);
  const [first, second] = await getRows(item.fullname);
  expect([first?.watchId, first?.leadId, second?.leadId]).toEqual([person.all.id, null, first?.id]);
  expect(await countsOf(person)).toEqual(onceEverywhere);
});

test.each([
  ["read", "PATCH", readOne, "/read", 1],
  ["deleted", "DELETE", one, "", 0],
] as const)(
  "a match that joins a %s mention does not notify",
  async (ending, method, route, verb, pendingEntries) => {
    const person = await withTwoWatches();
    const item = getItem();
    await record([item], [getRule(person.all)]);
    const [lead] = await getRows(item.fullname);
    const { id } = lead!;
    await person.request(route, method, `/notifications/${id}${verb}`, { params: { id } });
    await prisma().recentItem.delete({ where: { fullname: item.fullname } });
    await record([item], [getRule(person.named), getRule(person.all)]);
    const rows = await getRows(item.fullname);
    expect(rows.map((row) => (row.deletedAt === null ? row.status : "deleted"))).toEqual([ending, ending]);
    expect((await countsOf(person)).unread).toBe(0);
    expect(
      await prisma().outboxEntry.count({ where: { notificationId: rows[1]!.id, channel: "email" } }),
    ).toBe(pendingEntries);
  },
);

test("with two concurrent recordings of an item the first one leads", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  const first = newId();
  const group = await prisma().userKeyword.findFirstOrThrow({ where: { userId: person.user.id } });
  let recording: Promise<unknown> | undefined;
  await otherTransaction(async (tx) => {
    await tx.query(
      `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
       VALUES ($1, $2, $3, $4, 'reddit', 'freelance', 'Tidewater', $5, now())`,
      [first, person.user.id, person.named.id, item.fullname, group.id],
    );
    recording = record([item], [getRule(person.named), getRule(person.all)]);
    await waitForBlockedQuery();
  });
  await recording;
  const rows = await getRows(item.fullname);
  expect(rows.map((row) => [row.watchId, row.leadId])).toEqual([
    [person.named.id, null],
    [person.all.id, first],
  ]);
  expect(await countsOf(person)).toEqual(onceEverywhere);
});

test("updates all rows of a mention by its id, a row's id or a selection", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  await record([item], [getRule(person.named), getRule(person.all)]);
  const [lead, follower] = await getRows(item.fullname);
  const statuses = async () =>
    (await getRows(item.fullname)).map((row) => (row.deletedAt === null ? row.status : "deleted"));
  const mark = (route: Parameters<Person["request"]>[0], verb: string, id: string) =>
    person.request<{ notification: NotificationView }>(route, "PATCH", `/notifications/${id}/${verb}`, {
      params: { id },
    });
  const change = (route: Parameters<Person["request"]>[0], verb: string, body: object) =>
    person.request(route, "POST", `/notifications/${verb}`, { body });

  expect((await mark(readOne, "read", lead!.id)).body.notification._id).toBe(lead!.id);
  expect(await statuses()).toEqual(["read", "read"]);
  expect((await mark(unreadOne, "unread", follower!.id)).body.notification._id).toBe(lead!.id);
  expect(await statuses()).toEqual(["unread", "unread"]);
  await mark(archive, "archive", follower!.id);
  expect(await statuses()).toEqual(["archived", "archived"]);
  await mark(unreadOne, "unread", lead!.id);
  expect((await change(readMany, "read", { group: "tidewater" })).body).toMatchObject({ updated: 1 });
  expect(await statuses()).toEqual(["read", "read"]);
  const both = { ids: [lead!.id, follower!.id] };
  expect((await change(archiveMany, "archive", both)).body).toMatchObject({ updated: 1 });
  expect(await statuses()).toEqual(["archived", "archived"]);
  expect((await change(deleteMany, "delete", { ids: [follower!.id] })).body).toMatchObject({ updated: 1 });
  expect(await statuses()).toEqual(["deleted", "deleted"]);
  expect(await prisma().outboxEntry.count({ where: { userId: person.user.id } })).toBe(0);
  expect((await mark(unreadOne, "unread", follower!.id)).status).toBe(404);
});

test("deleting a single mention deletes all its rows", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  await record([item], [getRule(person.named), getRule(person.all)]);
  const [, follower] = await getRows(item.fullname);
  const { id } = follower!;
  expect((await person.request(one, "DELETE", `/notifications/${id}`, { params: { id } })).status).toBe(204);
  expect(await countsOf(person)).toMatchObject({ listed: 0, unread: 0, stats: [0, 0], usage: 0 });
  expect(await prisma().notification.count({ where: { fullname: item.fullname, deletedAt: null } })).toBe(0);
  expect(await prisma().outboxEntry.count({ where: { userId: person.user.id } })).toBe(0);
});

test("shows a mention in the popup if one of its watches has browser alerts", async () => {
  const person = await withTwoWatches({ browserNotification: false });
  await record([getItem()], [getRule(person.named), getRule(person.all)]);
  expect((await countsOf(person)).popup).toEqual([0, 0]);
  await prisma().watch.update({ where: { id: person.all.id }, data: { browserNotification: true } });
  expect((await countsOf(person)).popup).toEqual([1, 1]);
});

test("a mention remains one after its watches are deleted", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  await record([item], [getRule(person.named), getRule(person.all)]);
  await prisma().watch.delete({ where: { id: person.named.id } });
  expect(await countsOf(person)).toEqual(onceEverywhere);
  await prisma().watch.delete({ where: { id: person.all.id } });
  expect(await countsOf(person)).toEqual({ ...onceEverywhere, popup: [0, 0] });
});
