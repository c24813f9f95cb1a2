import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as archiveOne from "@/app/api/notifications/[id]/archive/route";
import * as one from "@/app/api/notifications/[id]/route";
import * as starOne from "@/app/api/notifications/[id]/star/route";
import * as unstarOne from "@/app/api/notifications/[id]/unstar/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as readMany from "@/app/api/notifications/read/route";
import * as all from "@/app/api/notifications/route";
import * as starMany from "@/app/api/notifications/star/route";
import * as unstarMany from "@/app/api/notifications/unstar/route";
import type { GroupedResponse, NotificationView } from "@/contract/notification";
import type { UpdatedResponse } from "@/contract/pagination";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { getItem, record, getRule, withTwoWatches } from "../support/mentions";
import { createManyNotifications } from "../support/many-notifications";
import { signedIn } from "../support/signed-in";

type Person = Awaited<ReturnType<typeof signedIn>>;
type Route = Parameters<Person["request"]>[0];

const act = (person: Person, route: Route, verb: string, id: string) =>
  person.request<{ notification: NotificationView }>(route, "PATCH", `/notifications/${id}/${verb}`, {
    params: { id },
  });

/** Returns ids and statuses of the starred list, after checking that its counts and groups agree. */
async function starredOf(person: Person): Promise<[string, string][]> {
  const { body, headers } = await person.request<NotificationView[]>(
    all,
    "GET",
    "/notifications?status=starred",
  );
  const groups = await person.request<GroupedResponse>(
    grouped,
    "GET",
    "/notifications/grouped?status=starred",
  );
  const { groupedNotifications, pagination } = groups.body;
  expect([Number(headers.get("x-total-count")), pagination.total]).toEqual([body.length, body.length]);
  const inGroups = groupedNotifications.flatMap(({ notifications }) => notifications.map(({ _id }) => _id));
  expect(inGroups.toSorted()).toEqual(body.map(({ _id }) => _id).toSorted());
  for (const { starredAt } of body) expect(starredAt).toEqual(expect.any(String));
  return body.map(({ _id, status }) => [_id, status]);
}

test("a star stays through status changes until removed or the notification is deleted", async () => {
  const person = await signedIn("free");
  const watch = await createWatch(person.user);
  const { notification } = await createNotification(watch);
  await createNotification(watch);
  const { id } = notification;
  expect(await starredOf(person)).toEqual([]);
  const { starredAt, status } = (await act(person, starOne, "star", id)).body.notification;
  expect([status, Math.abs(Date.parse(starredAt!) - Date.now()) < 60_000]).toEqual(["unread", true]);
  await act(person, archiveOne, "archive", id);
  expect(await starredOf(person)).toEqual([[id, "archived"]]);
  expect((await act(person, starOne, "star", id)).body.notification).toMatchObject({
    starredAt,
    status: "archived",
  });
  expect((await act(person, unstarOne, "unstar", id)).body.notification.starredAt).toBeNull();
  expect(await starredOf(person)).toEqual([]);
  await act(person, starOne, "star", id);
  await person.request(one, "DELETE", `/notifications/${id}`, { params: { id } });
  expect(await starredOf(person)).toEqual([]);
  expect((await prisma().notification.findUniqueOrThrow({ where: { id } })).starredAt).toBeNull();
  expect((await act(person, starOne, "star", id)).status).toBe(404);
});

test("all watches of a mention share its star, and unknown ids are ignored", async () => {
  const person = await withTwoWatches();
  const item = getItem();
  await record([item], [getRule(person.named), getRule(person.all)]);
  const rows = () =>
    prisma().notification.findMany({ where: { fullname: item.fullname }, orderBy: { id: "asc" } });
  const stars = async () => (await rows()).map(({ starredAt }) => starredAt !== null);
  const follower = (await rows()).find(({ leadId }) => leadId !== null)!;
  await act(person, starOne, "star", follower.id);
  expect(await stars()).toEqual([true, true]);
  expect(await starredOf(person)).toEqual([[follower.leadId, "unread"]]);
  const many = async (route: Route, verb: string) =>
    (
      await person.request<UpdatedResponse>(route, "POST", `/notifications/${verb}`, {
        body: { ids: [follower.id, newId(), "nothing"] },
      })
    ).body;
  expect(await many(unstarMany, "unstar")).toMatchObject({ updated: 1 });
  expect(await stars()).toEqual([false, false]);
  expect(await many(starMany, "star")).toMatchObject({ updated: 1 });
  expect(await stars()).toEqual([true, true]);
  expect(
    (await person.request(starMany, "POST", "/notifications/star", { body: { all: true } })).status,
  ).toBe(400);
});

test("starring keeps the status set by a pending bulk update", async () => {
  const person = await signedIn("free");
  const watch = await createWatch(person.user);
  await createManyNotifications([watch], 2_400);
  const ids = (
    await prisma().notification.findMany({ where: { watchId: watch.id }, take: 3, select: { id: true } })
  ).map(({ id }) => id);
  await act(person, starOne, "star", ids[0]!);
  await person.request(readMany, "POST", "/notifications/read", { body: { all: true } });
  expect(await starredOf(person)).toEqual([[ids[0], "read"]]);
  const { body } = await person.request<UpdatedResponse>(starMany, "POST", "/notifications/star", {
    body: { ids },
  });
  expect(body).toMatchObject({ updated: 3 });
  expect((await starredOf(person)).map(([, status]) => status)).toEqual(["read", "read", "read"]);
});
