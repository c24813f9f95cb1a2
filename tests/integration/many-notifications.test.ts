import { beforeAll, expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as archive from "@/app/api/notifications/archive/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as remove from "@/app/api/notifications/delete/route";
import * as counts from "@/app/api/notifications/counts/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as read from "@/app/api/notifications/read/route";
import * as popup from "@/app/api/notifications/recent/popup/route";
import * as all from "@/app/api/notifications/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import type { GroupedResponse, NotificationView, TabCounts } from "@/contract/notification";
import { anyOf } from "@/server/notifications/notifications";
import { pool } from "@/server/platform/database";
import { searchedNewest } from "@/server/notifications/statements/search";
import { createManyNotifications } from "../support/many-notifications";
import { explained } from "../support/explained";
import { signedIn } from "../support/signed-in";
import { createMatches, getId, getRowRatio } from "../support/stale-statistics";
import { listNotifications } from "@/server/notifications/statements/notifications";

const stored = 200_000;

let person: Awaited<ReturnType<typeof signedIn>>;
let other: typeof person;
beforeAll(async () => {
  person = await signedIn("pro");
  const watches = [];
  for (const keyword of ["Tidewater", "invoice software", "late payments", "crm"]) {
    watches.push(await createWatch(person.user, { keyword }));
  }
  await createManyNotifications(watches, stored / watches.length);
  // Another user's notifications, so the table doesn't contain just one user.
  other = await signedIn("pro");
  await createManyNotifications([await createWatch(other.user, { keyword: "Tidewater" })], 20_000);
});

/** Sum of the planner's costs, which don't depend on the load of the machine. */
function costOf(plans: readonly string[]): number {
  const costs = plans.map((plan) => Number(/cost=[\d.]+\.\.([\d.]+)/.exec(plan)?.[1]));
  return costs.reduce((sum, cost) => sum + cost, 0);
}

const groups = (query = "") =>
  person.request<GroupedResponse>(grouped, "GET", `/notifications/grouped${query}`);

test("reads groups of a user with 200,000 notifications using only indexes", async () => {
  const plans = await explained(async () => {
    const { body } = await groups();
    expect(body.pagination).toMatchObject({ total: stored, totalPages: 1 });
    expect(body.groupedNotifications.map((group) => [group.count, group.notifications.length])).toEqual(
      Array.from({ length: 4 }, () => [stored / 4, 10]),
    );
  });
  const big = plans.filter((plan) => plan.includes('"Notification"') || plan.includes("Notification_"));
  expect(big.length).toBeGreaterThanOrEqual(2);
  for (const plan of big) expect(plan).not.toMatch(/Seq Scan on "?(?:Notification|Item)/);
  expect(big[0]).toMatch(/Index Only Scan using "Notification_grouped_idx"/);
});

test("reads a page deep in the list without sorting or scanning", async () => {
  const middle = await pool().query<{ id: string; createdAt: Date }>(
    `SELECT "id", "createdAt" FROM "Notification" WHERE "userId" = $1 ORDER BY "createdAt" DESC, "id" DESC OFFSET 100000 LIMIT 1`,
    [person.user.id],
  );
  const { id, createdAt } = middle.rows[0]!;
  const cursor = `${createdAt.getTime().toString(36)}_${id}`;
  const [plan = ""] = (
    await explained(async () => {
      const { body } = await person.request<NotificationView[]>(
        all,
        "GET",
        `/notifications?cursor=${cursor}`,
      );
      expect(body).toHaveLength(20);
    })
  ).filter((one) => one.includes("Limit"));
  expect(plan).toMatch(/Index Scan using "Notification_listed_idx"/);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test("reads starred notifications with their own indexes, in lists and groups", async () => {
  await pool().query(
    `UPDATE "Notification" SET "starredAt" = now() WHERE "id" IN (
       SELECT "id" FROM "Notification" WHERE "userId" = $1 ORDER BY "createdAt" LIMIT 30)`,
    [person.user.id],
  );
  for (const query of ["?status=starred", "?starred=true", "?starred=true&kind=post&site=reddit,bluesky"]) {
    const plans = await explained(async () => {
      expect((await groups(query)).body.pagination.total).toBe(30);
      const { body } = await person.request<NotificationView[]>(all, "GET", `/notifications${query}`);
      expect(body).toHaveLength(20);
    });
    const big = plans.filter((plan) => plan.includes("Notification_starred"));
    expect(big.length).toBeGreaterThanOrEqual(query.includes("kind") ? 2 : 4);
    for (const plan of plans) {
      expect([query, plan]).not.toEqual([
        query,
        expect.stringMatching(/Notification_(?:listed|grouped)_idx|Seq Scan on "?Notification/),
      ]);
    }
  }
});

test("reads replies to followed threads without the other notifications", async () => {
  const thread = { keyword: "A thread", kind: "thread", root: "t3_root" } as const;
  const watch = await createWatch(person.user, thread);
  await pool().query(`UPDATE "UserKeyword" SET "root" = 't3_root' WHERE "userId" = $1 AND "keyword" = $2`, [
    ...[person.user.id, thread.keyword],
  ]);
  await createManyNotifications([watch], 30);
  const plans = await explained(async () => {
    expect((await groups("?status=following")).body.pagination.total).toBe(30);
    const path = "/notifications?status=following";
    expect((await person.request<NotificationView[]>(all, "GET", path)).body).toHaveLength(20);
    const { body } = await person.request<TabCounts>(counts, "GET", "/notifications/counts");
    expect(body.following).toBe(30);
  });
  const own = plans.filter((plan) => plan.includes("CTE followed"));
  expect(own.length).toBeGreaterThanOrEqual(4);
  for (const plan of own) {
    expect(plan).toMatch(/Notification_grouped_idx/);
    expect(plan).not.toMatch(/Notification_listed_idx|Seq Scan on "?Notification/);
  }
  await pool().query(`DELETE FROM "Notification" WHERE "watchId" = $1`, [watch.id]);
});

test.each([
  ["by status", all, "/notifications"],
  ["in any status", all, "/notifications?status=all"],
  ["without results", all, "/notifications?status=archived"],
  ["of a group", all, "/notifications?group=tidewater"],
  ["by text", all, "/notifications?q=Title"],
  ["by kind and sites", all, "/notifications?kind=post&site=reddit,bluesky"],
  ["groups by kind", grouped, "/notifications/grouped?kind=comment"],
  ["starred groups", grouped, "/notifications/grouped?starred=true"],
  ["groups by text", grouped, "/notifications/grouped?q=Title"],
  ["subreddit choices", choices, "/notifications/choices?of=subreddit"],
  ["keyword choices", choices, "/notifications/choices?of=keyword&q=tide"],
  ["the unread count", unread, "/notifications/unread/count"],
  ["popups", popup, "/notifications/recent/popup"],
])("%s: runs no sequential scan of notifications", async (_name, route, path) => {
  const plans = await explained(async () => {
    expect((await other.request(route, "GET", path)).status).toBe(200);
  });
  expect(plans.some((plan) => plan.includes("Notification"))).toBe(true);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on "Notification"/);
});

test("searches the latest 10,000 notifications in lists and groups", async () => {
  // Each watch's notifications are numbered from 1, the latest.
  const newest = searchedNewest / 4;
  for (const [number, found] of [
    [newest - 10, 4],
    [newest + 10, 0],
  ]) {
    const query = `?q=${encodeURIComponent(`Title ${number}`)}`;
    const { body } = await person.request<NotificationView[]>(all, "GET", `/notifications${query}`);
    expect([number, body.filter(({ redditPost }) => redditPost.title === `Title ${number}`).length]).toEqual([
      number,
      found,
    ]);
    const { body: inGroups } = await groups(query);
    expect([number, inGroups.groupedNotifications.length]).toEqual([number, found]);
  }
});

test("bulk updates of 200,000 notifications take effect without updating their rows", async () => {
  const counting = costOf(await explained(() => groups("?status=all")));
  const totals = async () => {
    const found = [];
    for (const status of ["unread", "read", "archived", "all"]) {
      found.push((await groups(`?status=${status}`)).body.pagination.total);
    }
    return found;
  };
  for (const [name, route, after] of [
    ["read", read, [0, stored, 0, stored]],
    ["archive", archive, [0, 0, stored, stored]],
    ["delete", remove, [0, 0, 0, 0]],
  ] as const) {
    const statements = await explained(async () => {
      const body = { all: true };
      const response = await person.request(route, "POST", `/notifications/${name}`, { body });
      expect(response.body).toMatchObject({ updated: stored });
    });
    expect(statements.length).toBeGreaterThan(0);
    expect(statements.filter((statement) => statement.includes('UPDATE "Notification"'))).toEqual([]);
    expect(await totals()).toEqual(after);
    const cost = costOf(statements);
    console.info(`${name} of ${stored}: cost ${Math.round(cost)}, their groups: ${Math.round(counting)}`);
    expect(cost / counting).toBeLessThan(10);
  }
  const plans = await explained(groups);
  for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on "?(?:Notification|Item)/);
});

test("lists as fast with statistics from before mentions with several matches", async () => {
  const page = { isNewestFirst: true, limit: 100, offset: 0, after: null, contentLength: 100 };
  const ratio = await getRowRatio(
    () => createMatches("joined", { users: 1, watches: 2, perKeyword: 2, items: 4_000, isJoined: true }),
    async (tx) => {
      for (let n = 0; n < 10; n += 1)
        expect(
          await listNotifications(tx, anyOf({ id: getId("joined1"), pendingBulkUpdates: [] }), page),
        ).toHaveLength(100);
    },
  );
  expect(ratio).toBeLessThan(10);
});
