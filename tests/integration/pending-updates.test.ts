import { dropResponses } from "../support/after-responses";
import { beforeEach, expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as explain from "@/app/api/keywords/explain/route";
import * as archiveOne from "@/app/api/notifications/[id]/archive/route";
import * as one from "@/app/api/notifications/[id]/route";
import * as unreadOne from "@/app/api/notifications/[id]/unread/route";
import * as archive from "@/app/api/notifications/archive/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as read from "@/app/api/notifications/read/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import type { ExplainResponse } from "@/contract/preview";
import { pool, prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { inBackground } from "@/server/platform/work";
import { applyAllPendingUpdates } from "@/server/mentions/pending-updates";
import { listMailTotals } from "@/server/delivery/statements/messages";
import { applyPendingUpdatesIn } from "@/server/mentions/pending-updates";
import { getItem, record, getRule } from "../support/mentions";
import { createManyNotifications } from "../support/many-notifications";
import { everyView } from "../support/notification-views";
import { openStatementLog } from "../support/statement-log";
import { signedIn } from "../support/signed-in";
import { waitForBlockedQuery } from "../support/blocked-query";
import { otherTransaction } from "../support/other-transaction";
import "../support/parallel-connections";
import { createMatches, getId, getRowRatio } from "../support/stale-statistics";
import { carryOut } from "@/server/mentions/statements/pending-updates";
import { markNotifications } from "@/server/notifications/statements/status-updates";

/** As if their undo had expired. */
const applyAll = () => inBackground(() => applyAllPendingUpdates(() => true, new Date()));

const acts = { read, archive, delete: remove };
type Act = keyof typeof acts;
const existing = 2_400;

beforeEach(dropResponses);

/** Creates more notifications for each of two keywords than are updated immediately. */
async function withMany() {
  const person = await signedIn("pro");
  const watches = [];
  for (const keyword of ["Tidewater", "late payments"])
    watches.push(await createWatch(person.user, { keyword }));
  await createManyNotifications(watches, existing);
  const [watch, late] = watches;
  return {
    ...person,
    watch: watch!,
    late: late!,
    act: (name: Act, body: object) =>
      person.request<{ updated: number }>(acts[name], "POST", `/notifications/${name}`, { body }),
    one: (method: "PATCH" | "DELETE", route: Parameters<typeof person.request>[0], id: string, verb = "") =>
      person.request(route, method, `/notifications/${id}${verb}`, { params: { id } }),
    views: () => everyView(person, [watch!.id, late!.id]),
    unread: async () => (await person.request(unread, "GET", "/notifications/unread/count")).body.count,
    /** Returns the number of rows by status or deletion. */
    stored: async () => {
      const { rows } = await pool().query<{ ending: string; count: number }>(
        `SELECT CASE WHEN "deletedAt" IS NULL THEN "status"::text ELSE 'deleted' END AS ending, count(*)::int AS count
         FROM "Notification" WHERE "userId" = $1 GROUP BY 1`,
        [person.user.id],
      );
      return Object.fromEntries(rows.map(({ ending, count }) => [ending, count]));
    },
    pending: () => prisma().pendingBulkUpdate.count({ where: { userId: person.user.id } }),
  };
}

test.each<[Act, object, number, object]>([
  ["read", { all: true }, 2 * existing, { read: 2 * existing }],
  ["archive", { all: true }, 2 * existing, { archived: 2 * existing }],
  ["delete", { all: true, status: "unread" }, 2 * existing, { deleted: 2 * existing }],
  ["delete", { group: "TIDEWATER" }, existing, { deleted: existing, unread: existing }],
])(
  "%s %j: responds without updating rows, takes effect everywhere, then updates them",
  async (name, body, updated, stored) => {
    const person = await withMany();
    const { during } = await openStatementLog();
    const statements = await during(async () => {
      expect((await person.act(name, body)).body).toMatchObject({ updated });
    });
    expect(statements.filter((text) => text.includes('UPDATE "Notification"'))).toEqual([]);
    expect(await person.stored()).toEqual({ unread: 2 * existing });
    const result = await person.views();
    expect(result.unread).toEqual({ count: 2 * existing - updated });

    const chunks = await during(applyAll);
    expect(chunks.filter((text) => text.includes('UPDATE "Notification"')).length).toBeGreaterThan(1);
    expect(await person.stored()).toEqual(stored);
    expect(await person.views()).toEqual(result);
    expect(await person.pending()).toBe(0);
    expect(await person.act(name, body)).toMatchObject({ body: { updated: 0 } });
  },
);

test("the next run finishes an interrupted bulk update, with consistent lists throughout", async () => {
  const person = await withMany();
  await person.act("archive", { all: true });
  const result = await person.views();
  dropResponses();
  let steps = 0;
  await applyAllPendingUpdates(() => (steps += 1) <= 1, new Date());
  expect(Object.keys(await person.stored()).sort()).toEqual(["archived", "unread"]);
  expect(await person.views()).toEqual(result);
  await applyAll();
  expect(await person.stored()).toEqual({ archived: 2 * existing });
  expect(await person.views()).toEqual(result);
});

test("an account whose update fails doesn't keep others waiting", async () => {
  const [broken, other] = [await withMany(), await withMany()];
  for (const { act } of [broken, other]) await act("read", { all: true });
  await pool().query(
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
     CREATE TRIGGER refuse BEFORE UPDATE ON "Notification" FOR EACH ROW WHEN (NEW."userId" = '${broken.user.id}') EXECUTE FUNCTION refuse()`,
  );
  try {
    await expect(applyAll()).rejects.toThrow("refused");
  } finally {
    await pool().query(`DROP FUNCTION refuse() CASCADE`);
  }
  expect([await broken.pending(), await other.pending()]).toEqual([1, 0]);
  await applyAll();
  expect(await broken.pending()).toBe(0);
});

test("concurrent runs apply an update once and wait for locked rows", async () => {
  const person = await withMany();
  await person.act("read", { all: true });
  const { id } = await prisma().notification.findFirstOrThrow({ where: { userId: person.user.id } });
  let carrying: Promise<unknown> | undefined;
  await otherTransaction(async (tx) => {
    await tx.query(`SELECT FROM "Notification" WHERE "id" = $1 FOR UPDATE`, [id]);
    carrying = Promise.all([applyAll(), applyAll()]);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await person.pending()).toBe(1);
  });
  await carrying;
  expect(await person.stored()).toEqual({ read: 2 * existing });
});

test("updating a single notification overrides earlier pending updates", async () => {
  const person = await withMany();
  const [a, b, c, d] = await prisma().notification.findMany({
    where: { userId: person.user.id },
    orderBy: { createdAt: "desc" },
    take: 4,
  });
  await person.act("read", { all: true });
  await person.act("archive", { group: "tidewater" });
  expect(await person.pending()).toBe(2);
  expect((await person.one("PATCH", unreadOne, a!.id, "/unread")).body).toMatchObject({
    notification: { _id: a!.id, status: "unread" },
  });
  await person.one("PATCH", archiveOne, b!.id, "/archive");
  expect((await person.one("DELETE", one, c!.id)).status).toBe(204);
  expect((await person.act("read", { ids: [d!.id] })).body).toMatchObject({ updated: 1 });
  const result = await person.views();
  expect(result.unread).toEqual({ count: 1 });
  await applyAll();
  expect(await person.views()).toEqual(result);
  const results = await prisma().notification.findMany({
    where: { id: { in: [a!.id, b!.id, c!.id, d!.id] } },
    orderBy: { createdAt: "desc" },
  });
  expect(results.map((row) => (row.deletedAt === null ? row.status : "deleted"))).toEqual([
    "unread",
    "archived",
    "deleted",
    "read",
  ]);
});

test("a notification with a pending deletion cannot be updated, emailed or explained", async () => {
  const person = await withMany();
  const fullname = "t3_goingnow";
  const { notification } = await createNotification(person.watch, { item: { fullname } });
  const delivery = await prisma().delivery.create({
    data: {
      id: newId(),
      userId: person.user.id,
      destinationId: person.user.id,
      channel: "email",
      dedupeKey: "x",
      nextAttemptAt: new Date(),
    },
  });
  await prisma().deliveryEntry.create({ data: { deliveryId: delivery.id, notificationId: notification.id } });
  await person.act("delete", { group: "tidewater" });
  expect((await person.one("PATCH", unreadOne, notification.id, "/unread")).status).toBe(404);
  expect((await person.act("read", { ids: [notification.id] })).body).toMatchObject({ updated: 0 });
  const url = "https://www.reddit.com/r/smallbusiness/comments/goingnow/";
  const { body } = await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", {
    body: { url },
  });
  expect(body.explanations.find(({ watchId }) => watchId === person.watch.id)?.verdict).toBe("deleted");
  await applyPendingUpdatesIn([delivery.id]);
  expect(await listMailTotals(pool(), [delivery.id], new Date())).toEqual([]);
});

test("applies pending updates in order", async () => {
  const person = await withMany();
  // Notifications read before are deleted. The second update marks others as read, and those stay.
  const watch = { watchId: person.watch.id };
  await prisma().notification.updateMany({ where: watch, data: { status: "read" } });
  expect((await person.act("delete", { all: true, status: "read" })).body).toMatchObject({
    updated: existing,
  });
  expect((await person.act("read", { all: true })).body).toMatchObject({ updated: existing });
  expect((await person.act("archive", { group: "late payments", status: "unread" })).body).toMatchObject({
    updated: 0,
  });
  expect(await person.pending()).toBe(2);
  const result = await person.views();
  await applyAll();
  expect(await person.stored()).toEqual({ deleted: existing, read: existing });
  expect(await person.views()).toEqual(result);
});

test('keeps later matches unread, including late recordings and those after "until"', async () => {
  const person = await withMany();
  const beganAt = new Date(Date.now() - 30_000);
  await person.act("read", { all: true });
  const rule = getRule(person.watch);
  await record([getItem()], [rule], beganAt);
  expect(await person.unread()).toBe(1);
  await applyAll();
  expect(await person.unread()).toBe(1);

  const until = new Date().toISOString();
  await record([getItem()], [rule], new Date(Date.now() + 60_000));
  expect((await person.act("delete", { group: "tidewater", until })).body).toMatchObject({
    updated: existing + 1,
  });
  expect(await person.unread()).toBe(1);
  await applyAll();
  expect(await person.unread()).toBe(1);
});

test("waits for a recording in progress and includes its notification", async () => {
  const person = await withMany();
  const item = getItem();
  let marking: ReturnType<typeof person.act> | undefined;
  await otherTransaction(async (tx) => {
    await tx.query(`SELECT FROM "User" WHERE "id" = $1 FOR KEY SHARE`, [person.user.id]);
    const { id, userId, watchId, userKeywordId } = await prisma().notification.findFirstOrThrow({
      where: { userId: person.user.id },
    });
    expect(id).not.toBe("");
    await tx.query(
      `INSERT INTO "Notification" ("id", "userId", "watchId", "fullname", "site", "place", "keyword", "userKeywordId", "createdAt")
       VALUES ($1, $2, $3, $4, 'reddit', 'sub1', 'Tidewater', $5, now() - interval '5 s')`,
      [newId(), userId, watchId, item.fullname, userKeywordId],
    );
    marking = person.act("read", { all: true });
    await waitForBlockedQuery();
  });
  expect((await marking)?.body).toMatchObject({ updated: 2 * existing + 1 });
  expect(await person.unread()).toBe(0);
});

test("changes notifications by id as fast with statistics from before them", async () => {
  const [userId, now] = [getId("many1"), new Date()];
  const ids = Array.from({ length: 1_000 }, (_, n) => getId(`many1-1-${n + 1}`));
  const update = {
    ...{
      id: "1",
      userKeywordId: null,
      statuses: ["unread" as const],
      becomes: "read" as const,
      undoId: null,
    },
    ...{ upToAt: new Date(now.getTime() + 60_000), upToId: newId(), except: [], createdAt: now },
  };
  const selection = { userId, marks: [], groupFolded: null, ids, statuses: ["unread" as const], until: null };
  const ratio = await getRowRatio(
    () => createMatches("many", { users: 1, items: 5_000 }),
    async (tx) => {
      expect(await carryOut(tx, userId, update, { ids })).toMatchObject({ changed: 1_000 });
      await markNotifications(tx, selection, "archived", now, newId());
      expect(
        await markNotifications(tx, { ...selection, statuses: ["read"] }, "unread", now, newId()),
      ).toEqual({ updated: 1_000, leftOut: 0 });
    },
  );
  expect(ratio).toBeLessThan(10);
});
