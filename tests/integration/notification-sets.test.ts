import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as archive from "@/app/api/notifications/archive/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as read from "@/app/api/notifications/read/route";
import * as unreadMany from "@/app/api/notifications/unread/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { signedIn } from "../support/signed-in";
import { otherTransaction } from "../support/other-transaction";
import "../support/parallel-connections";

const acts = { read, archive, delete: remove };

async function withThree(plan: "free" | "pro" = "free") {
  const person = await signedIn(plan);
  const watch = await createWatch(person.user, { keyword: "Tidewater" });
  const other = await createWatch(person.user, { keyword: "late payments" });
  const ids: Record<string, string> = {};
  for (const status of ["unread", "read", "archived"] as const) {
    ids[status] = (await createNotification(watch, { status })).notification.id;
  }
  ids.other = (await createNotification(other)).notification.id;
  return {
    ...person,
    ids,
    act: (name: keyof typeof acts, body: object) =>
      person.request<{ updated: number; code?: string }>(acts[name], "POST", `/notifications/${name}`, {
        body,
      }),
    /** Returns the status by name, "deleted" for tombstones. */
    statuses: async () => {
      const found: Record<string, string> = {};
      for (const [name, id] of Object.entries(ids)) {
        const row = await prisma().notification.findUniqueOrThrow({ where: { id } });
        found[name] = row.deletedAt === null ? row.status : "deleted";
      }
      return found;
    },
  };
}

const untouched = { unread: "unread", read: "read", archived: "archived", other: "unread" };

test.each<[keyof typeof acts, object, number, object]>([
  ["read", { all: true }, 2, { unread: "read", other: "read" }],
  ["read", { group: "TIDEWATER" }, 1, { unread: "read" }],
  ["archive", { all: true }, 3, { unread: "archived", read: "archived", other: "archived" }],
  ["archive", { group: "tidewater", status: "read" }, 1, { read: "archived" }],
  ["delete", { all: true }, 4, { unread: "deleted", read: "deleted", archived: "deleted", other: "deleted" }],
  ["delete", { all: true, status: "unread" }, 2, { unread: "deleted", other: "deleted" }],
  ["delete", { group: "Tidewater" }, 3, { unread: "deleted", read: "deleted", archived: "deleted" }],
  ["delete", { group: "nothing" }, 0, {}],
])("%s %j updates %i", async (name, body, updated, changed) => {
  const person = await withThree();
  expect(await person.act(name, body)).toMatchObject({ status: 200, body: { updated } });
  expect(await person.statuses()).toEqual({ ...untouched, ...changed });
});

test("updates ids with any status and ignores unknown ids", async () => {
  const person = await withThree();
  const ids = [person.ids.archived, person.ids.other, newId(), "x"];
  expect((await person.act("read", { ids })).body).toMatchObject({ updated: 2 });
  expect(await person.statuses()).toEqual({ ...untouched, archived: "read", other: "read" });
  expect((await person.act("read", { ids })).body).toMatchObject({ updated: 0 });
});

test("a deleted notification is not sent, restored or counted", async () => {
  const person = await withThree();
  const id = person.ids.unread;
  const pendingEntries = { notificationId: id!, userId: person.user.id, dueAt: new Date() };
  await prisma().outboxEntry.createMany({
    data: [
      { ...pendingEntries, channel: "email", frequency: "realtime" },
      { ...pendingEntries, channel: "push" },
    ],
  });
  await person.act("delete", { ids: [id] });
  expect(await prisma().notification.findUnique({ where: { id } })).toMatchObject({
    keyword: "",
    place: "",
  });
  expect(await prisma().outboxEntry.count({ where: { notificationId: id } })).toBe(0);
  for (const name of ["read", "archive", "delete"] as const) {
    expect((await person.act(name, { ids: [id] })).body).toMatchObject({ updated: 0 });
  }
  expect((await person.request(unread, "GET", "/notifications/unread/count")).body).toEqual({ count: 1 });
});

test.each([
  {},
  { all: false },
  { ids: [] },
  { all: true, group: "x" },
  { ids: "x" },
  { all: true, status: "new" },
])("%j responds 400 and makes no changes", async (body) => {
  const person = await withThree();
  for (const name of ["read", "archive", "delete"] as const) {
    expect((await person.act(name, body)).body.code).toBe("VALIDATION_ERROR");
  }
  expect(await person.statuses()).toEqual(untouched);
});

test("does not update other users' notifications", async () => {
  const owner = await withThree();
  const anonymous = await withThree("pro");
  for (const name of ["read", "archive", "delete"] as const) {
    expect((await anonymous.act(name, { ids: Object.values(owner.ids) })).body).toMatchObject({ updated: 0 });
    await anonymous.act(name, { all: true });
    await anonymous.act(name, { group: "Tidewater" });
  }
  expect(await owner.statuses()).toEqual(untouched);
});

test("updates locked rows once they are free, without keeping other rows locked", async () => {
  const person = await withThree();
  const stored = person.ids.unread;
  let marking: ReturnType<typeof person.act> | undefined;
  await otherTransaction(async (tx) => {
    await tx.query(`SELECT FROM "Notification" WHERE "id" = $1 FOR UPDATE`, [stored]);
    marking = person.act("read", { all: true });
    await expect.poll(async () => (await person.statuses()).other).toBe("read");
    const waiting = await pool().query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    expect(waiting.rowCount).toBe(0);
    // Would deadlock if the request kept the other row locked while waiting for this one.
    await tx.query(`UPDATE "Notification" SET "keyword" = 'Tidewater' WHERE "id" = $1`, [person.ids.other]);
  });
  expect((await marking)?.body).toMatchObject({ updated: 2 });
});

test("marks ids as unread, even archived ones, but not whole groups", async () => {
  const { request: request, ids, statuses } = await withThree();
  const mark = (body: object) =>
    request<{ updated: number }>(unreadMany, "POST", "/notifications/unread", { body });
  const named = [ids.read, ids.archived, ids.other, newId(), "nothing"];
  expect((await mark({ ids: named })).body).toMatchObject({ updated: 2 });
  expect(await statuses()).toEqual({ ...untouched, read: "unread", archived: "unread" });
  expect((await mark({ group: "Tidewater" })).status).toBe(400);
  expect((await mark({ ids: [] })).status).toBe(400);
});
