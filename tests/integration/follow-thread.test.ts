import { beforeEach, expect, test } from "vitest";
import { createSession, createUser, createWatch } from "../../prisma/factories";
import { GET as listKeywords } from "@/app/api/keywords/route";
import { DELETE as remove, GET as getKeyword, PUT as update } from "@/app/api/keywords/[id]/route";
import { POST as follow } from "@/app/api/notifications/[id]/follow/route";
import { GET as listReplies } from "@/app/api/notifications/[id]/replies/route";
import { GET as countTabs } from "@/app/api/notifications/counts/route";
import { GET as grouped } from "@/app/api/notifications/grouped/route";
import { groupedResponse, repliesResponse, tabCountsResponse } from "@/contract/notification";
import { watchListResponse, watchResponse } from "@/contract/watch";
import type { Item } from "@/domain/reading/item";
import { freeThreadLimit } from "@/domain/plans/plans";
import { applyFreeLimits } from "@/server/billing/free-limits";
import { retain } from "@/server/operation/retention";
import { pool } from "@/server/platform/database";
import { syncReads } from "@/server/reading/statements/reads";
import { recordRead } from "@/server/recording/record";
import { WatchSet } from "@/server/recording/watch-set";
import { call } from "../support/request";

const now = new Date();

beforeEach(async () => {
  await pool().query(
    `TRUNCATE "User", "Place", "RecentItem", "Item", "Notification", "OutboxEntry", "WatchTotal", "Thread", "UserKeyword" CASCADE`,
  );
});

const post = (name: string, rest: Partial<Item> = {}): Item => ({
  ...{ fullname: `t3_${name}`, kind: "post", site: "reddit", place: "WebDev", title: `Tidewater ${name}` },
  ...{ body: "a text", html: null, author: "somebody", createdAt: new Date(), over18: false },
  url: `https://www.reddit.com/r/webdev/comments/${name}/x/`,
  ...rest,
});
const reply = (name: string, root: string, rest: Partial<Item> = {}): Item =>
  post(name, { fullname: `t1_${name}`, kind: "comment", root: `t3_${root}`, body: "I agree", ...rest });

async function record(...items: Item[]): Promise<void> {
  const matcher = await new WatchSet().current(new Date());
  const match = (one: Item) => matcher.match(one);
  await recordRead({ items, match, isNamed: () => true, outcomes: [], gaps: [], now: new Date() });
}

async function begin(plan: "free" | "pro" = "free") {
  const user = await createUser({ plan });
  await createWatch(user, { keyword: "tidewater", places: ["reddit:webdev"], activeSince: new Date(0) });
  const { bearer } = await createSession(user);
  return { user, bearer };
}

async function notificationOf(fullname: string): Promise<string> {
  const { rows } = await pool().query<{ id: string }>(
    `SELECT "id" FROM "Notification" WHERE "fullname" = $1 ORDER BY "createdAt" LIMIT 1`,
    [fullname],
  );
  return rows[0]!.id;
}
async function followOf(bearer: string, fullname: string) {
  const id = await notificationOf(fullname);
  return call(follow, "POST", `/api/notifications/${id}/follow`, { bearer, params: { id } });
}
async function followed(bearer: string, fullname: string) {
  const response = await followOf(bearer, fullname);
  expect(response.status).toBe(201);
  return watchResponse.parse(response.body).watch;
}
async function groupsOf(bearer: string, status = "all") {
  const response = await call(grouped, "GET", `/api/notifications/grouped?status=${status}`, { bearer });
  return groupedResponse.parse(response.body).groupedNotifications;
}
async function listed(bearer: string, query = "") {
  const response = await call(listKeywords, "GET", `/api/keywords${query}`, { bearer });
  return watchListResponse.parse(response.body);
}

test("a followed thread is a watch of its own, and its replies are one group with their count", async () => {
  const { bearer } = await begin();
  await record(post("a"), reply("before", "a", { body: "nothing" }));
  const watch = await followed(bearer, "t3_a");
  expect(watch).toMatchObject({
    ...{ kind: "thread", keyword: "Tidewater a", expression: "thread:t3_a", subreddits: ["WebDev"] },
    thread: { root: "t3_a", title: "Tidewater a", read: 1, endedAt: null, group: expect.any(String) },
  });
  await record(reply("one", "a"), reply("two", "a"), reply("other", "b"));
  await record(reply("one", "a"));
  const groups = await groupsOf(bearer);
  const group = groups.find(({ thread }) => thread !== null)!;
  expect(group).toMatchObject({
    ...{ _id: watch.thread!.group, count: 2 },
    thread: {
      ...{ title: "Tidewater a", watchId: watch._id, isFollowed: true, read: 3 },
      since: watch.createdAt,
    },
  });
  expect(group.notifications.map(({ matchedKeyword, highlights }) => [matchedKeyword, highlights])).toEqual([
    ["Tidewater a", []],
    ["Tidewater a", []],
  ]);
  const own = groups.find(({ _id }) => _id === "tidewater")!;
  expect(own.notifications[0]!.thread).toMatchObject({ watchId: watch._id, isFollowed: true, read: 3 });
  const only = await call(grouped, "GET", `/api/notifications/grouped?status=all&group=${group._id}`, {
    bearer,
  });
  expect(groupedResponse.parse(only.body).groupedNotifications.map(({ count }) => count)).toEqual([2]);
});

async function repliesOf(bearer: string, fullname: string, query = "") {
  const id = await notificationOf(fullname);
  const address = `/api/notifications/${id}/replies${query}`;
  const response = await call(listReplies, "GET", address, { bearer, params: { id } });
  expect(response.status).toBe(200);
  return repliesResponse.parse(response.body);
}

test("the replies of a thread are listed page by page, with their counts and the comments they reply to", async () => {
  const { bearer } = await begin();
  await record(post("a"), reply("early", "a"));
  expect(await repliesOf(bearer, "t3_a")).toMatchObject({
    ...{ count: 1, total: 0, unread: 0, authors: 0, replies: [], nextCursor: null },
    thread: { isFollowed: false, watchId: null },
  });
  await followed(bearer, "t3_a");
  await record(reply("one", "a", { parent: "t3_a", author: "ostrich_ledger" }));
  await record(reply("two", "a", { parent: "t1_one", body: "Agreed, tidewater" }));
  await record(reply("three", "a", { parent: "t1_unknown" }), reply("other", "b"));
  const first = await repliesOf(bearer, "t3_a", "?limit=2");
  const shown = ({ replies }: typeof first) =>
    replies.map(({ redditPost, replyTo }) => [redditPost.author, replyTo]);
  expect(first).toMatchObject({
    ...{ count: 4, total: 3, unread: 3, authors: 2, nextCursor: expect.any(String) },
    thread: { isFollowed: true, read: 4 },
  });
  expect(shown(first)).toEqual([
    ["somebody", null],
    ["somebody", "ostrich_ledger"],
  ]);
  const second = await repliesOf(bearer, "t3_a", `?limit=2&cursor=${first.nextCursor}`);
  expect(shown(second)).toEqual([["ostrich_ledger", null]]);
  expect(second.nextCursor).toBeNull();
  // The same thread from a reply that a keyword matched.
  expect(await repliesOf(bearer, "t1_two")).toMatchObject({ total: 3, thread: { isFollowed: true } });
  // Replies name their post while it is stored.
  expect(first.root).toBeNull();
  const rootOf = async () => (await repliesOf(bearer, "t1_one")).root;
  expect(await rootOf()).toMatchObject({ title: "Tidewater a", author: "somebody", content: "a text" });
  await pool().query(`UPDATE "Item" SET "blankedAt" = now() WHERE "fullname" = 't3_a'`);
  expect(await rootOf()).toBeNull();
});

test("when a thread was last checked is only shown to users who follow it", async () => {
  const [follower, other] = [await begin(), await begin()];
  await record(post("a"));
  await followed(follower.bearer, "t3_a");
  await syncReads(pool(), now);
  await pool().query(`UPDATE "PlaceRead" SET "readAt" = now()`);
  const checkedBy = async ({ bearer, user }: typeof other) => {
    const { rows } = await pool().query<{ id: string }>(
      `SELECT "id" FROM "Notification" WHERE "userId" = $1`,
      [user.id],
    );
    const { id } = rows[0]!;
    const { body } = await call(listReplies, "GET", `/api/notifications/${id}/replies`, {
      bearer,
      params: { id },
    });
    return repliesResponse.parse(body).checkedAt;
  };
  expect(await checkedBy(follower)).toEqual(expect.any(String));
  expect(await checkedBy(other)).toBeNull();
});

test("only threads have replies, and only the user's own notifications", async () => {
  const { bearer, user } = await begin();
  await createWatch(user, {
    ...{ keyword: "tidewater", places: ["feeds:https://example.com/feed.xml"], activeSince: new Date(0) },
  });
  const feed = { fullname: "feed:1", site: "feeds", place: "https://example.com/feed.xml" };
  await record(post("a"), post("f", feed));
  const id = await notificationOf("feed:1");
  const none = await call(listReplies, "GET", `/api/notifications/${id}/replies`, { bearer, params: { id } });
  expect([none.status, none.body]).toMatchObject([409, { code: "NOT_SUPPORTED" }]);
  const other = (await createSession(await createUser())).bearer;
  const own = await notificationOf("t3_a");
  const foreign = await call(listReplies, "GET", `/api/notifications/${own}/replies`, {
    ...{ bearer: other, params: { id: own } },
  });
  expect(foreign.status).toBe(404);
});

test("the Following tab lists replies to followed threads until they are archived or the thread is unfollowed", async () => {
  const { bearer } = await begin();
  await record(post("a"), post("b"));
  const watch = await followed(bearer, "t3_a");
  await followed(bearer, "t3_b");
  await record(reply("one", "a"), reply("two", "a"), reply("three", "b"));
  const counts = async () => {
    const { body } = await call(countTabs, "GET", "/api/notifications/counts", { bearer });
    const { following } = tabCountsResponse.parse(body);
    const groups = await groupsOf(bearer, "following");
    return [following, groups.map(({ count }) => count).toSorted()];
  };
  expect(await counts()).toEqual([3, [1, 2]]);
  await pool().query(`UPDATE "Notification" SET "status" = 'read' WHERE "fullname" = 't1_one'`);
  await pool().query(`UPDATE "Notification" SET "status" = 'archived' WHERE "fullname" = 't1_two'`);
  expect(await counts()).toEqual([2, [1, 1]]);
  // A thread that ended because it was quiet stays.
  await pool().query(`UPDATE "Watch" SET "isActive" = false, "endedAt" = now() WHERE "root" = 't3_b'`);
  expect(await counts()).toEqual([2, [1, 1]]);
  await call(remove, "DELETE", `/api/keywords/${watch._id}`, { bearer, params: { id: watch._id } });
  expect(await counts()).toEqual([1, [1]]);
});

test("the Following tab lists replies again that are just being moved back from the archive", async () => {
  const { bearer, user } = await begin();
  await record(post("a"));
  await followed(bearer, "t3_a");
  await record(reply("one", "a"), reply("two", "a"));
  const total = async () => (await groupsOf(bearer, "following")).reduce((sum, { count }) => sum + count, 0);
  await pool().query(`UPDATE "Notification" SET "status" = 'archived' WHERE "fullname" LIKE 't1%'`);
  expect(await total()).toBe(0);
  await pool().query(
    `INSERT INTO "PendingBulkUpdate" ("userId", "statuses", "becomes", "upToAt", "upToId", "except", "createdAt")
     VALUES ($1, '{archived}', 'read', now(), 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{}', now())`,
    [user.id],
  );
  expect(await total()).toBe(2);
});

test("threads with the same title have separate groups, also from a keyword with that text", async () => {
  const { bearer } = await begin();
  await record(post("a", { title: "Tidewater" }), post("b", { title: "tidewater" }));
  for (const name of ["t3_a", "t3_b"]) await followed(bearer, name);
  await record(reply("one", "a"), reply("two", "b"), reply("three", "b"));
  const counts = (await groupsOf(bearer)).map(({ count, thread }) => [thread?.title ?? null, count]);
  expect(counts.toSorted()).toEqual(
    [
      [null, 2],
      ["Tidewater", 1],
      ["tidewater", 2],
    ].toSorted(),
  );
});

test("following again changes nothing, and a reply belongs to the same thread", async () => {
  const { bearer } = await begin();
  await record(post("a"), reply("one", "a", { body: "tidewater" }));
  const watch = await followed(bearer, "t3_a");
  expect(await followed(bearer, "t3_a")).toMatchObject({ _id: watch._id, updatedAt: watch.updatedAt });
  expect((await followed(bearer, "t1_one"))._id).toBe(watch._id);
  expect(await listed(bearer, "?kind=thread")).toMatchObject({ total: 1, active: 1 });
});

test("threads don't count as keywords, and have their own limit", async () => {
  const { bearer } = await begin();
  const names = Array.from({ length: freeThreadLimit + 1 }, (_, n) => `p${n}`);
  await record(...names.map((name) => post(name)));
  const watches = [];
  for (const name of names.slice(0, -1)) watches.push(await followed(bearer, `t3_${name}`));
  const refused = await followOf(bearer, `t3_${names.at(-1)!}`);
  expect([refused.status, refused.body]).toMatchObject([409, { code: "LIMIT_REACHED" }]);
  expect(await listed(bearer)).toMatchObject({ total: 1, active: 1, watches: [{ kind: "keyword" }] });
  expect((await listed(bearer, "?kind=thread")).total).toBe(freeThreadLimit);
  const { _id: id } = watches[0]!;
  expect((await call(remove, "DELETE", `/api/keywords/${id}`, { bearer, params: { id } })).status).toBe(204);
  await followed(bearer, `t3_${names.at(-1)!}`);
});

test("Pro follows more, and the end of Pro pauses the newest threads", async () => {
  const { bearer, user } = await begin("pro");
  const names = Array.from({ length: 5 }, (_, n) => `p${n}`);
  await record(...names.map((name) => post(name)));
  for (const name of names) await followed(bearer, `t3_${name}`);
  await pool().query(`DELETE FROM "Subscription" WHERE "userId" = $1`, [user.id]);
  await applyFreeLimits(now, 10);
  expect(await listed(bearer, "?kind=thread")).toMatchObject({ total: 5, active: freeThreadLimit });
  expect(await listed(bearer)).toMatchObject({ total: 1, active: 1 });
});

test("sites without threads, and deleted posts, can't be followed", async () => {
  const { bearer } = await begin();
  await createWatch((await pool().query(`SELECT * FROM "User"`)).rows[0] as never, {
    ...{ keyword: "tidewater", places: ["feeds:https://example.com/feed.xml"], activeSince: new Date(0) },
  });
  await record(
    post("a"),
    post("f", { fullname: "feed:1", site: "feeds", place: "https://example.com/feed.xml" }),
  );
  await pool().query(`UPDATE "Item" SET "blankedAt" = now() WHERE "fullname" = 't3_a'`);
  for (const fullname of ["t3_a", "feed:1"]) {
    const refused = await followOf(bearer, fullname);
    expect([refused.status, refused.body]).toMatchObject([409, { code: "NOT_SUPPORTED" }]);
  }
  const params = { id: "01999999-9999-7999-8999-999999999999" };
  const unknown = await call(follow, "POST", `/api/notifications/${params.id}/follow`, { bearer, params });
  expect(unknown.status).toBe(404);
});

test("the search of a thread can't be changed; alerts can be muted, and unfollowing keeps its replies", async () => {
  const { bearer } = await begin();
  await record(post("a"));
  const { _id: id } = await followed(bearer, "t3_a");
  const change = (body: object) =>
    call(update, "PUT", `/api/keywords/${id}`, { bearer, params: { id }, body });
  for (const body of [{ keyword: "x" }, { expression: null }, { filters: {} }, { subreddits: ["pics"] }])
    expect(await change(body)).toMatchObject({ status: 409, body: { code: "NOT_SUPPORTED" } });
  const muted = watchResponse.parse((await change({ mutedUntil: "forever" })).body);
  expect(muted.watch.mutedUntil).toBe("forever");
  await record(reply("one", "a"));
  await call(remove, "DELETE", `/api/keywords/${id}`, { bearer, params: { id } });
  const group = (await groupsOf(bearer)).find(({ thread }) => thread !== null)!;
  expect(group).toMatchObject({
    count: 1,
    thread: { title: "Tidewater a", watchId: null, isFollowed: false },
  });
  await record(reply("two", "a"));
  expect((await groupsOf(bearer)).find(({ thread }) => thread !== null)!.count).toBe(1);
  const again = await followed(bearer, "t3_a");
  expect(again._id).not.toBe(id);
  await record(reply("three", "a"));
  expect((await groupsOf(bearer)).find(({ thread }) => thread !== null)!.count).toBe(2);
});

test("retention deletes threads without followers, and stopped ones after 90 days", async () => {
  const { bearer } = await begin();
  await record(post("a"), post("b"), post("c"));
  const [a, b] = [await followed(bearer, "t3_a"), await followed(bearer, "t3_b")];
  await followed(bearer, "t3_c");
  await call(remove, "DELETE", `/api/keywords/${a._id}`, { bearer, params: { id: a._id } });
  const endedAt = new Date(now.getTime() - 91 * 24 * 3_600_000);
  await pool().query(`UPDATE "Watch" SET "isActive" = false, "endedAt" = $2 WHERE "id" = $1`, [
    b._id,
    endedAt,
  ]);
  await retain(new Date(), () => true);
  expect((await pool().query(`SELECT "root" FROM "Thread"`)).rows).toEqual([{ root: "t3_c" }]);
  const read = await call(getKeyword, "GET", `/api/keywords/${b._id}`, { bearer, params: { id: b._id } });
  expect(read.status).toBe(404);
});

test("a stopped thread can be followed again, and then matches new replies only", async () => {
  const { bearer } = await begin();
  await record(post("a"));
  const { _id: id } = await followed(bearer, "t3_a");
  await pool().query(`UPDATE "Watch" SET "isActive" = false, "endedAt" = now() WHERE "id" = $1`, [id]);
  await record(reply("one", "a"));
  const again = await followed(bearer, "t3_a");
  expect(again).toMatchObject({ _id: id, isActive: true, thread: { endedAt: null, read: 1 } });
  await record(reply("two", "a", { createdAt: new Date(Date.now() + 1_000) }));
  expect((await groupsOf(bearer)).find(({ thread }) => thread !== null)).toMatchObject({ count: 1 });
});
