import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as watchStats from "@/app/api/keywords/[id]/stats/route";
import * as popup from "@/app/api/notifications/recent/popup/route";
import * as stats from "@/app/api/notifications/stats/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import { popupResponse, type PopupResponse } from "@/contract/notification";
import {
  statsResponse,
  watchStatsResponse,
  type StatsResponse,
  type WatchStatsResponse,
} from "@/contract/stats";
import { localDays } from "@/domain/time/local-days";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { signedIn } from "../support/signed-in";

// Freeze the clock, so the day doesn't end between creating and querying.
beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterAll(() => void vi.useRealTimers());

type Person = Awaited<ReturnType<typeof signedIn>>;
const getStats = (person: Person, query = "") =>
  person.request<StatsResponse>(stats, "GET", `/notifications/stats${query}`);
const popupOf = (person: Person, query = "") =>
  person.request<PopupResponse>(popup, "GET", `/notifications/recent/popup${query}`);

/** Returns the first and last instant of the day `daysAgo` days ago in a time zone. */
function edgesOf(daysAgo: number, zone: string): { first: Date; last: Date } {
  const days = localDays(new Date(), zone, daysAgo + 2);
  const next = daysAgo === 0 ? new Date() : days.at(-daysAgo)!.startsAt;
  return { first: days.at(-1 - daysAgo)!.startsAt, last: new Date(next.getTime() - 1) };
}

test("counts all notifications by local day, with the last 30 days in detail", async () => {
  const zone = "America/St_Johns";
  const person = await signedIn("free", { timeZone: zone });
  const watch = await createWatch(person.user);
  const days = [0, 0, 1, 29, 30];
  for (const [n, daysAgo] of days.entries()) {
    const status = (["unread", "read", "archived"] as const)[n % 3];
    await createNotification(watch, { status, createdAt: edgesOf(daysAgo, zone).first });
  }
  await createNotification(watch, { createdAt: edgesOf(1, zone).last });
  await createNotification(watch, { createdAt: new Date(), deletedAt: new Date() });
  const { body } = await getStats(person);
  expect(statsResponse.parse(body)).toEqual(body);
  const daily = body.stats.daily;
  expect(daily.map((day) => day.date)).toEqual(localDays(new Date(), zone, 30).map((day) => day.date));
  expect([daily.at(-1)?.count, daily.at(-2)?.count, daily[0]?.count]).toEqual([2, 2, 1]);
  const isMonday = new Date(`${daily.at(-1)?.date}T12:00:00Z`).getUTCDay() === 1;
  expect(body.stats).toMatchObject({ total: 6, today: 2, thisWeek: isMonday ? 2 : 4 });
});

test("tz shifts the days; an invalid zone responds 400", async () => {
  const person = await signedIn();
  const at = edgesOf(1, "Pacific/Kiritimati").last;
  await createNotification(await createWatch(person.user), { createdAt: at });
  const dateIn = async (tz: string) =>
    (await getStats(person, `?tz=${tz}`)).body.stats.daily.find((day) => day.count > 0)?.date;
  for (const tz of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
    expect(await dateIn(tz)).toBe(new Intl.DateTimeFormat("sv", { timeZone: tz }).format(at));
  }
  for (const tz of ["Nowhere/Land", "+02:00", "", "x".repeat(80)]) {
    expect([tz, (await getStats(person, `?tz=${encodeURIComponent(tz)}`)).status]).toEqual([tz, 400]);
  }
});

test("returns a watch's own stats, and 404 for foreign, missing and malformed ids", async () => {
  const person = await signedIn();
  const watch = await createWatch(person.user);
  await createNotification(watch);
  await createNotification(await createWatch(person.user, { keyword: "other" }));
  const of = (who: Person, id: string) =>
    who.request<WatchStatsResponse>(watchStats, "GET", `/keywords/${id}/stats`, { params: { id } });
  const { body } = await of(person, watch.id);
  expect(watchStatsResponse.parse(body)).toEqual(body);
  expect(body.stats).toMatchObject({ total: 1, today: 1, thisWeek: 1 });
  const anonymous = await signedIn("pro");
  for (const id of [watch.id, newId(), "x"]) expect((await of(anonymous, id)).status).toBe(404);
});

test("a watch's stats count each mention once by place, author, hour and delay", async () => {
  const person = await signedIn();
  await prisma().user.update({ where: { id: person.user.id }, data: { timeZone: "Asia/Kathmandu" } });
  const watch = await createWatch(person.user);
  const { id } = watch;
  const request = async () =>
    (await person.request<WatchStatsResponse>(watchStats, "GET", `/keywords/${id}/stats`, { params: { id } }))
      .body.stats;
  expect(await request()).toMatchObject({
    ...{ places: [], authors: { total: 0, most: [] }, opened: { count: 0, starred: 0, of: 0 } },
    delay: { all: null, sites: [] },
  });
  // Kathmandu is 5 h 45 min ahead of UTC.
  const at = new Date(Date.now() - 3 * 86_400_000);
  at.setUTCHours(3, 20, 0, 0);
  const matched = (seconds: number, item: object, fields: object = {}) =>
    createNotification(watch, {
      ...{ createdAt: at, site: "reddit", place: "freelance", ...fields },
      item: { createdAt: new Date(at.getTime() - seconds * 1_000), ...item },
    });
  const first = await matched(10, { author: "ann" }, { openedAt: at, starredAt: at });
  await matched(20, { author: "ann" }, { status: "archived" });
  await matched(60, { author: "bob" }, { site: "hackernews", place: "all", starredAt: at });
  await matched(1, { author: null }, { leadId: first.notification.id, site: "hackernews", place: "all" });
  await matched(-5, { author: "old" }, { createdAt: new Date(Date.now() - 40 * 86_400_000) });
  await matched(5, { author: "gone" }, { deletedAt: at });
  const stats = await request();
  expect(watchStatsResponse.parse({ stats })).toEqual({ stats });
  expect(stats).toMatchObject({
    total: 4,
    authors: {
      total: 2,
      most: [
        { site: expect.any(String), name: "ann", count: 2 },
        { site: expect.any(String), name: "bob", count: 1 },
      ],
    },
    opened: { count: 1, starred: 2, of: 3 },
    delay: {
      all: { half: 20_000, most: 60_000 },
      sites: [
        { site: "reddit", half: 10_000, most: 20_000 },
        { site: "hackernews", half: 60_000, most: 60_000 },
      ],
    },
  });
  expect(stats.places.map(({ site, name, count }) => [site, name, count])).toEqual([
    ["reddit", "freelance", 2],
    ["hackernews", "all", 1],
  ]);
  const weekday = (at.getUTCDay() + 6) % 7;
  expect(stats.hours.map((hours) => hours.length)).toEqual([24, 24, 24, 24, 24, 24, 24]);
  expect([stats.hours[weekday]![9], stats.hours.flat().reduce((sum, count) => sum + count, 0)]).toEqual([
    3, 3,
  ]);
});

test("the popup shows the latest five unread of watches with browser alerts", async () => {
  const person = await signedIn();
  const watch = await createWatch(person.user);
  const silent = await createWatch(person.user, { keyword: "silent", browserNotification: false });
  const made: string[] = [];
  const at = (n: number) => new Date(1_700_000_000_000 + n);
  for (let n = 0; n < 7; n += 1) {
    made.push((await createNotification(watch, { createdAt: at(n) })).notification.id);
  }
  await createNotification(silent, { createdAt: at(20) });
  await createNotification(watch, { createdAt: at(21), status: "read" });
  await createNotification(watch, { createdAt: at(22), deletedAt: new Date() });
  const { body } = await popupOf(person);
  expect(popupResponse.parse(body)).toEqual(body);
  expect(body.notifications.map((one) => one._id)).toEqual(made.toReversed().slice(0, 5));
  expect(body.total).toBe(7);
  const since = await popupOf(person, `?since=${at(4).toISOString()}`);
  expect(since.body.notifications.map((one) => one._id)).toEqual([made[6], made[5]]);
  expect((await popupOf(person, `?since=${at(6).toISOString()}`)).body).toEqual({
    notifications: [],
    total: 0,
  });
  for (const wrong of ["yesterday", "", "2026-13-01T00:00:00Z"]) {
    expect([wrong, (await popupOf(person, `?since=${wrong}`)).status]).toEqual([wrong, 400]);
  }
});

test("the unread count only includes the user's unread notifications", async () => {
  const person = await signedIn();
  const watch = await createWatch(person.user);
  await createNotification(watch);
  await createNotification(watch, { status: "read" });
  await createNotification(watch, { deletedAt: new Date() });
  const count = async (who: Person) => (await who.request(unread, "GET", "/notifications/unread/count")).body;
  expect(await count(person)).toEqual({ count: 1 });
  expect(await count(await signedIn())).toEqual({ count: 0 });
});
