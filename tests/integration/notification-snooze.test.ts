import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as archiveMany from "@/app/api/notifications/archive/route";
import * as readOne from "@/app/api/notifications/[id]/read/route";
import * as snoozeOne from "@/app/api/notifications/[id]/snooze/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as popup from "@/app/api/notifications/recent/popup/route";
import * as all from "@/app/api/notifications/route";
import * as snoozeMany from "@/app/api/notifications/snooze/route";
import * as count from "@/app/api/notifications/unread/count/route";
import type { GroupedResponse, NotificationView, PopupResponse } from "@/contract/notification";
import type { UpdatedResponse } from "@/contract/pagination";
import { findAccount } from "@/server/accounts/statements/accounts";
import { getFrame } from "@/server/coverage/frame";
import { listListeners } from "@/server/notifications/statements/live";
import { deleteOldNotifications } from "@/server/operation/statements/removals";
import { pool, prisma } from "@/server/platform/database";
import { signedIn } from "../support/signed-in";
import "../support/parallel-connections";

type Person = Awaited<ReturnType<typeof signedIn>>;

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const snooze = (person: Person, id: string, until: unknown) =>
  person.request<{ notification: NotificationView }>(snoozeOne, "PATCH", `/notifications/${id}/snooze`, {
    params: { id },
    body: { until },
  });

/** Returns the ids of a list, after checking that its counts and groups agree. */
async function listed(person: Person, status: "unread" | "snoozed"): Promise<string[]> {
  const { body, headers } = await person.request<NotificationView[]>(
    all,
    "GET",
    `/notifications?status=${status}`,
  );
  const groups = await person.request<GroupedResponse>(
    grouped,
    "GET",
    `/notifications/grouped?status=${status}`,
  );
  const { groupedNotifications, pagination } = groups.body;
  const inGroups = groupedNotifications.flatMap(({ notifications }) => notifications.map(({ _id }) => _id));
  const ids = body.map(({ _id }) => _id).toSorted();
  expect(inGroups.toSorted()).toEqual(ids);
  const counts = [Number(headers.get("x-total-count")), pagination.total];
  if (status === "unread") {
    counts.push(
      (await person.request<{ count: number }>(count, "GET", "/notifications/unread/count")).body.count,
    );
    const account = await findAccount(pool(), person.user.id);
    counts.push((await getFrame(account!, new Date())).unread.count);
    const [listener] = await listListeners(pool(), [person.user.id]);
    counts.push(listener!.count);
  }
  expect(counts).toEqual(counts.map(() => ids.length));
  return ids;
}

test("a snoozed notification leaves the unread list and returns automatically", async () => {
  const person = await signedIn("free");
  const watch = await createWatch(person.user);
  const id = (await createNotification(watch, { status: "read" })).notification.id;
  const other = (await createNotification(watch)).notification.id;
  const until = inDays(1);
  expect((await snooze(person, id, until)).body.notification).toMatchObject({
    status: "unread",
    snoozedUntil: until,
  });
  expect(await listed(person, "snoozed")).toEqual([id]);
  expect(await listed(person, "unread")).toEqual([other]);
  const updates = await person.request<PopupResponse>(popup, "GET", "/notifications/recent/popup");
  expect(updates.body.notifications.map(({ _id }) => _id)).toEqual([other]);
  await prisma().notification.update({ where: { id }, data: { snoozedUntil: new Date(Date.now() - 1) } });
  expect(await listed(person, "snoozed")).toEqual([]);
  expect(await listed(person, "unread")).toEqual([id, other].toSorted());
});

test("a snooze can be canceled, and ends when read", async () => {
  const person = await signedIn("free");
  const { id } = (await createNotification(await createWatch(person.user))).notification;
  await snooze(person, id, inDays(1));
  expect((await snooze(person, id, null)).body.notification.snoozedUntil).toBeNull();
  expect(await listed(person, "unread")).toEqual([id]);
  await snooze(person, id, inDays(1));
  const read = await person.request<{ notification: NotificationView }>(
    readOne,
    "PATCH",
    `/notifications/${id}/read`,
    { params: { id } },
  );
  expect(read.body.notification).toMatchObject({ status: "read", snoozedUntil: null });
  expect(await listed(person, "snoozed")).toEqual([]);
});

test("archiving all skips snoozed notifications; archiving by id does not", async () => {
  const person = await signedIn("free");
  const watch = await createWatch(person.user);
  const [id, other] = [
    (await createNotification(watch)).notification.id,
    (await createNotification(watch)).notification.id,
  ];
  const many = (route: typeof snoozeMany, verb: string, body: object) =>
    person.request<UpdatedResponse>(route, "POST", `/notifications/${verb}`, { body });
  expect((await many(snoozeMany, "snooze", { ids: [id], until: inDays(2) })).body).toMatchObject({
    updated: 1,
  });
  expect((await many(archiveMany, "archive", { all: true })).body).toMatchObject({ updated: 1 });
  expect((await prisma().notification.findUniqueOrThrow({ where: { id: other } })).status).toBe("archived");
  expect(await listed(person, "snoozed")).toEqual([id]);
  expect((await many(archiveMany, "archive", { ids: [id] })).body).toMatchObject({ updated: 1 });
  expect(await listed(person, "snoozed")).toEqual([]);
});

test("a pending bulk update skips notifications snoozed before or after it", async () => {
  const person = await signedIn("free");
  const watch = await createWatch(person.user);
  const { notification } = await createNotification(watch);
  const later = (await createNotification(watch)).notification.id;
  await snooze(person, notification.id, inDays(1));
  await prisma().pendingBulkUpdate.create({
    data: {
      userId: person.user.id,
      userKeywordId: null,
      statuses: ["unread"],
      becomes: "read",
      upToAt: new Date(),
      upToId: "ffffffff-ffff-ffff-ffff-ffffffffffff",
      except: [],
      createdAt: new Date(),
    },
  });
  expect(await snoozedIds(person)).toEqual([notification.id]);
  await snooze(person, later, inDays(1));
  expect(await snoozedIds(person)).toEqual([notification.id, later].toSorted());
});

async function snoozedIds(person: Person): Promise<string[]> {
  const { body } = await person.request<NotificationView[]>(all, "GET", "/notifications?status=snoozed");
  return body.map(({ _id }) => _id).toSorted();
}

test("rejects invalid times and ids of other users", async () => {
  const person = await signedIn("free");
  const { id } = (await createNotification(await createWatch(person.user))).notification;
  for (const until of [inDays(-1), inDays(400), "tomorrow", undefined, 5]) {
    const { status, body } = await snooze(person, id, until);
    expect([until, status, Object.keys((body as unknown as { errors: object }).errors)]).toEqual([
      until,
      400,
      ["until"],
    ]);
  }
  expect((await snooze(await signedIn("free"), id, inDays(1))).status).toBe(404);
  expect(await listed(person, "unread")).toEqual([id]);
});

test("snoozed notifications outlive retention, which restarts when they return", async () => {
  const person = await signedIn();
  const watch = await createWatch(person.user);
  const made = (daysAgo: number) => ({ createdAt: new Date(Date.now() - daysAgo * 86_400_000) });
  const retained = await Promise.all([
    createNotification(watch, { ...made(100), snoozedUntil: new Date(inDays(5)) }),
    createNotification(watch, { ...made(100), snoozedUntil: new Date(inDays(-5)) }),
    createNotification(watch, made(5)),
  ]);
  await createNotification(watch, { ...made(200), snoozedUntil: new Date(inDays(-100)) });
  await createNotification(watch, made(100));
  expect(await deleteOldNotifications(pool(), new Date(inDays(-90)), 100)).toBe(2);
  const left = await prisma().notification.findMany({ where: { userId: person.user.id } });
  expect(left.map(({ id }) => id).toSorted()).toEqual(retained.map((one) => one.notification.id).toSorted());
});
