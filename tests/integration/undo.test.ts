import { dropResponses } from "../support/after-responses";
import { beforeEach, expect, test, vi } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as archive from "@/app/api/notifications/archive/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as read from "@/app/api/notifications/read/route";
import * as snooze from "@/app/api/notifications/snooze/route";
import * as star from "@/app/api/notifications/star/route";
import * as unread from "@/app/api/notifications/unread/route";
import * as unstar from "@/app/api/notifications/unstar/route";
import * as undo from "@/app/api/undo/[token]/route";
import type { Undo } from "@/contract/pagination";
import { undoMs } from "@/domain/time/undo";
import { applyAllPendingUpdates, applyPendingUpdates } from "@/server/mentions/pending-updates";
import { deleteExpiredUndos } from "@/server/mentions/statements/undo";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { createManyNotifications } from "../support/many-notifications";
import { countRows } from "../support/explained";
import { everyView } from "../support/notification-views";
import { signedIn } from "../support/signed-in";
import "../support/parallel-connections";
import { unlimited } from "../support/unlimited";

const acts = { archive, delete: remove, read, snooze, star, unread, unstar };
type Act = keyof typeof acts;

beforeEach(() => {
  dropResponses();
  vi.useRealTimers();
});

async function withNotifications(count: number) {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "Tidewater" });
  await createManyNotifications([watch], count);
  const { id: userId } = person.user;
  // Every column matters: a restored notification must not differ from the original.
  await pool().query(
    `UPDATE "Notification" SET "status" = (ARRAY['unread','read','archived'])[1 + abs(hashtext("id"::text)) % 3]::"NotificationStatus",
       "starredAt" = CASE WHEN hashtext("id"::text) % 2 = 0 THEN "createdAt" END,
       "openedAt" = CASE WHEN hashtext("id"::text) % 5 = 0 THEN "createdAt" END
     WHERE "userId" = $1`,
    [userId],
  );
  await pool().query(
    `INSERT INTO "OutboxEntry" ("notificationId", "channel", "userId", "dueAt")
     SELECT "id", 'email', "userId", "createdAt" + interval '1 day' FROM "Notification" WHERE "userId" = $1 LIMIT 50`,
    [userId],
  );
  const rows = async (table: string, order: string) =>
    (await pool().query(`SELECT * FROM "${table}" WHERE "userId" = $1 ORDER BY ${order}`, [userId])).rows;
  return {
    ...person,
    watch,
    act: async (name: Act, body: object) =>
      (
        await person.request<{ updated: number; undo: Undo }>(acts[name], "POST", `/notifications/${name}`, {
          body,
        })
      ).body,
    undo: (token: string) =>
      person.request<{ restored: number }>(undo, "POST", `/undo/${token}`, { params: { token } }),
    ids: async () => (await prisma().notification.findMany({ where: { userId } })).map(({ id }) => id),
    everything: async () => ({
      notifications: await rows("Notification", '"id"'),
      outbox: await rows("OutboxEntry", '"notificationId"'),
      views: await everyView(person, [watch.id]),
    }),
  };
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

test.each([1, 187, 5_000])("undoing restores %i notifications exactly, counts included", async (count) => {
  const person = await withNotifications(count);
  const before = await person.everything();
  for (const [name, body] of [
    ["read", { all: true }],
    ["archive", { all: true }],
    ["archive", { group: "tidewater", status: "unread" }],
    ["read", { all: true, status: "archived" }],
    ["delete", { group: "tidewater" }],
    ["delete", { all: true }],
  ] as const) {
    const done = await person.act(name, body);
    expect(await person.undo(done.undo.token)).toMatchObject({
      status: 200,
      body: { restored: done.updated },
    });
    expect([name, body, await person.everything()]).toEqual([name, body, before]);
  }
});

test("restores each kind of change to selected notifications exactly", async () => {
  const person = await withNotifications(187);
  const ids = await person.ids();
  await person.act("snooze", { ids: ids.slice(0, 40), until: inAnHour() });
  const before = await person.everything();
  for (const [name, more] of [
    ["read", {}],
    ["archive", {}],
    ["unread", {}],
    ["star", {}],
    ["unstar", {}],
    ["snooze", { until: inAnHour() }],
    ["snooze", { until: null }],
    ["delete", {}],
  ] as const) {
    const done = await person.act(name, { ids, ...more });
    expect(done.updated).toBeGreaterThan(0);
    expect((await person.undo(done.undo.token)).body).toEqual({ restored: done.updated });
    expect([name, await person.everything()]).toEqual([name, before]);
  }
});

test.each([
  ["read", 7_500],
  ["archive", 5_000],
  ["delete", 5_000],
] as const)("%s of %i: restores applied and pending rows", async (name, count) => {
  const person = await withNotifications(count);
  const before = await person.everything();
  const done = await person.act(name, { all: true });
  let steps = 0;
  await applyPendingUpdates(person.user.id, () => (steps += 1) <= 1);
  expect(await prisma().pendingBulkUpdate.count({ where: { userId: person.user.id } })).toBe(1);
  expect((await person.undo(done.undo.token)).body).toEqual({ restored: done.updated });
  expect(await person.everything()).toEqual(before);
});

test("undoing handles as few rows when the planner expects no deleted notifications", async () => {
  const countRestored = async (analyze: "before" | "after") => {
    const person = await withNotifications(5_000);
    if (analyze === "before") await unlimited("ANALYZE");
    const done = await person.act("delete", { all: true });
    await applyPendingUpdates(person.user.id, () => true);
    if (analyze === "after") await unlimited("ANALYZE");
    return countRows(async () => {
      expect((await person.undo(done.undo.token)).status).toBe(200);
    });
  };
  const usual = await countRestored("after");
  // Comparing each row with each handles far more.
  expect((await countRestored("before")) / usual).toBeLessThan(10);
});

test("undoes changes in reverse order and keeps later changes", async () => {
  const person = await withNotifications(5_000);
  const [first] = await person.ids();
  const start = await person.everything();
  const one = await person.act("read", { all: true });
  const between = await person.everything();
  const other = await person.act("archive", { all: true, status: "read" });
  await person.undo(other.undo.token);
  expect(await person.everything()).toEqual(between);
  await person.undo(one.undo.token);
  expect(await person.everything()).toEqual(start);

  const all = await person.act("archive", { all: true });
  await person.act("unread", { ids: [first!] });
  await person.undo(all.undo.token);
  const changed = await prisma().notification.findUniqueOrThrow({ where: { id: first! } });
  expect(changed.status).toBe("unread");
});

test("responds 404 to used, expired, malformed and foreign tokens, and changes nothing", async () => {
  const person = await withNotifications(3);
  const other = await signedIn("pro");
  const { undo: token } = await person.act("delete", { all: true });
  const deleted = await person.everything();
  expect(
    (await other.request(undo, "POST", `/undo/${token.token}`, { params: { token: token.token } })).status,
  ).toBe(404);
  for (const wrong of ["x", newId()]) expect((await person.undo(wrong)).status).toBe(404);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(token.until) + 1 });
  expect((await person.undo(token.token)).status).toBe(404);
  expect((await person.everything()).notifications).toEqual(deleted.notifications);
  vi.setSystemTime(Date.parse(token.until) - 1);
  expect((await person.undo(token.token)).status).toBe(200);
  expect((await person.undo(token.token)).status).toBe(404);
});

test("hides deleted notifications immediately, and deletes their stored values once undo has expired", async () => {
  const person = await withNotifications(1);
  const { undo: token } = await person.act("delete", { all: true });
  expect(await prisma().notification.findMany({ where: { userId: person.user.id } })).toMatchObject([
    { keyword: "", place: "" },
  ]);
  expect(await prisma().undoRow.findMany({ where: { undoId: token.token } })).toMatchObject([
    { keyword: "Tidewater" },
  ]);
  await deleteExpiredUndos(pool(), new Date(Date.parse(token.until) - 1), 100);
  expect(await prisma().undoRow.count({ where: { undoId: token.token } })).toBe(1);
  await deleteExpiredUndos(pool(), new Date(token.until), 100);
  expect(await prisma().undoRow.count({ where: { undoId: token.token } })).toBe(0);
});

test("keeps updates pending while they can be undone", async () => {
  const person = await withNotifications(5_000);
  await person.act("archive", { all: true });
  const pending = () => prisma().pendingBulkUpdate.count({ where: { userId: person.user.id } });
  await applyAllPendingUpdates(() => true, new Date(Date.now() - undoMs));
  expect(await pending()).toBe(1);
  await applyAllPendingUpdates(() => true, new Date());
  expect(await pending()).toBe(0);
});

test("undo does not change later matches", async () => {
  const person = await withNotifications(5_000);
  const { undo: token, updated } = await person.act("read", { all: true });
  const { notification } = await createNotification(person.watch);
  expect((await person.undo(token.token)).body).toEqual({ restored: updated });
  expect(await prisma().notification.findUniqueOrThrow({ where: { id: notification.id } })).toMatchObject({
    status: "unread",
  });
});
