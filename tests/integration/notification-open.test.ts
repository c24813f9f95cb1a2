import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as archive from "@/app/api/notifications/[id]/archive/route";
import * as open from "@/app/api/notifications/[id]/open/route";
import * as one from "@/app/api/notifications/[id]/route";
import * as unread from "@/app/api/notifications/[id]/unread/route";
import * as all from "@/app/api/notifications/route";
import type { NotificationView } from "@/contract/notification";
import { prisma } from "@/server/platform/database";
import { signedIn } from "../support/signed-in";

type One = { notification: NotificationView };

async function arrange() {
  const person = await signedIn();
  const { notification } = await createNotification(await createWatch(person.user));
  const params = { id: notification.id };
  const act = async (route: Parameters<typeof person.request>[0], verb: string) =>
    (await person.request<One>(route, "PATCH", `/notifications/${notification.id}/${verb}`, { params })).body
      .notification;
  const list = async (query: string) =>
    (await person.request<NotificationView[]>(all, "GET", `/notifications?${query}`)).body;
  return { ...person, notification, act, list, params };
}

test("opening a post records the time and marks it read", async () => {
  const { act, list } = await arrange();
  expect((await list("status=unread"))[0]).toMatchObject({ openedAt: null });
  const before = Date.now();
  const opened = await act(open, "open");
  expect(opened.status).toBe("read");
  expect(Date.parse(opened.openedAt!)).toBeGreaterThanOrEqual(before);
  expect(await list("status=unread")).toEqual([]);
  expect((await list("status=read"))[0]).toMatchObject({ openedAt: opened.openedAt });
});

test("keeps the first time after later changes", async () => {
  const { act, notification } = await arrange();
  const { openedAt } = await act(open, "open");
  await act(unread, "unread");
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(await act(open, "open")).toMatchObject({ openedAt, status: "read" });
  const row = await prisma().notification.findUniqueOrThrow({ where: { id: notification.id } });
  expect(row.openedAt?.toISOString()).toBe(openedAt);
});

test("keeps an archived notification archived", async () => {
  const { act } = await arrange();
  await act(archive, "archive");
  expect(await act(open, "open")).toMatchObject({ status: "archived", openedAt: expect.any(String) });
});

test("a deleted notification loses its time and cannot be opened", async () => {
  const { act, request, notification, params } = await arrange();
  await act(open, "open");
  await request(one, "DELETE", `/notifications/${notification.id}`, { params });
  const row = await prisma().notification.findUniqueOrThrow({ where: { id: notification.id } });
  expect([row.openedAt, row.deletedAt]).toEqual([null, expect.any(Date)]);
  const again = await request(open, "PATCH", `/notifications/${notification.id}/open`, { params });
  expect(again.status).toBe(404);
});
