import { beforeAll, expect, test } from "vitest";
import { createNotification, createSession, createUser, createWatch } from "../../prisma/factories";
import * as archive from "@/app/api/notifications/[id]/archive/route";
import * as read from "@/app/api/notifications/[id]/read/route";
import * as one from "@/app/api/notifications/[id]/route";
import * as unread from "@/app/api/notifications/[id]/unread/route";
import * as all from "@/app/api/notifications/route";
import { notificationListResponse, type NotificationView } from "@/contract/notification";
import { prisma } from "@/server/platform/database";
import { newId } from "@/server/platform/ids";
import { call } from "../support/request";

const marks = { read: read.PATCH, unread: unread.PATCH, archive: archive.PATCH };

async function signedIn(plan: "free" | "pro" = "free") {
  const user = await createUser({ plan });
  const { bearer } = await createSession(user);
  return {
    user,
    list: (query = "") => call<NotificationView[]>(all.GET, "GET", `/api/notifications${query}`, { bearer }),
    mark: (id: string, as: keyof typeof marks) =>
      call<{ notification: NotificationView }>(marks[as], "PATCH", `/api/notifications/${id}/${as}`, {
        bearer,
        params: { id },
      }),
    remove: (id: string) =>
      call(one.DELETE, "DELETE", `/api/notifications/${id}`, { bearer, params: { id } }),
  };
}
const getRow = (id: string) => prisma().notification.findUniqueOrThrow({ where: { id } });

test("a notification contains its item", async () => {
  const { user, list } = await signedIn();
  const watch = await createWatch(user);
  const { notification, item } = await createNotification(watch, { item: { kind: "comment", over18: true } });
  const response = await list();
  expect(response.headers.get("x-total-count")).toBe("1");
  expect(response.headers.get("x-next-cursor")).toBeNull();
  expect(response.body).toEqual([
    {
      _id: notification.id,
      createdAt: notification.createdAt.toISOString(),
      status: "unread",
      matchedKeyword: "invoice software",
      highlights: [{ keyword: "invoice software", caseSensitive: false, wholeWordOnly: false }],
      openedAt: null,
      starredAt: null,
      snoozedUntil: null,
      elsewhere: [],
      replyTo: null,
      passage: {
        title: [{ text: item.title, isHeard: false }],
        text: [
          { text: "I need ", isHeard: false },
          { text: "invoice software", isHeard: true },
          { text: " that works offline.", isHeard: false },
        ],
        hasMore: false,
        matchedIn: "shown",
      },
      thread: {
        ...{ watchId: null, isFollowed: false, read: null, total: null },
        ...{ endedAt: null, mutedUntil: null, since: null },
      },
      watchId: watch.id,
      watchIds: [watch.id],
      redditPost: {
        title: item.title,
        site: "reddit",
        place: {
          name: "smallbusiness",
          label: "r/smallbusiness",
          url: "https://www.reddit.com/r/smallbusiness/",
        },
        subreddit: "smallbusiness",
        content: item.content,
        url: item.url,
        author: "careful_owner",
        kind: "comment",
        createdAt: item.createdAt.toISOString(),
        over18: true,
      },
    },
  ]);
});

test("lists truncate content at 5,000 characters; a single notification has all of it", async () => {
  const { user, list, mark } = await signedIn();
  const content = "🎧".repeat(6_000);
  const { notification } = await createNotification(await createWatch(user), { item: { content } });
  expect([...(await list()).body[0]!.redditPost.content]).toHaveLength(5_000);
  expect((await mark(notification.id, "read")).body.notification.redditPost.content).toBe(content);
});

test("does not show or find content of posts deleted on Reddit", async () => {
  const { user, list } = await signedIn("pro");
  await createNotification(await createWatch(user), { item: { title: "left over", blankedAt: new Date() } });
  expect((await list()).body[0]!.redditPost).toMatchObject({
    title: "[deleted on Reddit]",
    content: "",
    author: null,
  });
  expect((await list("?q=left")).body).toEqual([]);
});

test("moves between lists when read, unread or archived", async () => {
  const { user, list, mark } = await signedIn();
  const { notification } = await createNotification(await createWatch(user));
  const places = async () => {
    const found: string[] = [];
    for (const status of ["unread", "read", "archived", "all"]) {
      if ((await list(`?status=${status}`)).body.length > 0) found.push(status);
    }
    return found;
  };
  expect(await places()).toEqual(["unread", "all"]);
  expect((await mark(notification.id, "read")).body.notification.status).toBe("read");
  expect(await places()).toEqual(["read", "all"]);
  await mark(notification.id, "archive");
  expect(await places()).toEqual(["archived", "all"]);
  await mark(notification.id, "unread");
  expect(await places()).toEqual(["unread", "all"]);
});

test("deleting leaves an empty tombstone that is not sent", async () => {
  const { user, list, mark, remove } = await signedIn();
  const watch = await createWatch(user);
  const outbox = [{ channel: "email" as const, dueAt: new Date(), frequency: "hourly" as const }];
  const { notification } = await createNotification(watch, { outbox });
  expect((await remove(notification.id)).status).toBe(204);
  expect(await getRow(notification.id)).toMatchObject({
    watchId: watch.id,
    keyword: "",
  });
  expect(await prisma().outboxEntry.count({ where: { notificationId: notification.id } })).toBe(0);
  expect((await list("?status=all")).headers.get("x-total-count")).toBe("0");
  expect((await remove(notification.id)).status).toBe(404);
  expect((await mark(notification.id, "read")).status).toBe(404);
});

test("paging by number and cursor returns every row once, in both directions", async () => {
  const { user, list } = await signedIn();
  const watch = await createWatch(user);
  // Three rows per time, ordered by id.
  const made = [];
  for (let n = 0; n < 12; n += 1) {
    const createdAt = new Date(1_000_000 + Math.floor(n / 3));
    made.push((await createNotification(watch, { createdAt })).notification.id);
  }
  for (const sort of ["newest", "oldest"]) {
    const expected = sort === "oldest" ? made : made.toReversed();
    const byPage: string[] = [];
    for (const page of [1, 2, 3]) {
      byPage.push(...(await list(`?limit=5&sort=${sort}&page=${page}`)).body.map((one) => one._id));
    }
    expect(byPage).toEqual(expected);
    const byCursor: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const response = await list(`?limit=5&sort=${sort}${cursor && `&cursor=${cursor}`}`);
      byCursor.push(...response.body.map((one) => one._id));
      cursor = response.headers.get("x-next-cursor");
    }
    expect(byCursor).toEqual(expected);
  }
  expect((await list("?page=4&limit=5")).body).toEqual([]);
});

test.each([
  "?page=0",
  "?page=101",
  "?limit=101",
  "?limit=-1",
  "?sort=best",
  "?status=new",
  "?cursor=x",
  "?cursor=zz_x",
])("%s responds 400", async (query) => {
  const { list } = await signedIn();
  expect((await list(query)).status).toBe(400);
});

test("a group contains all spellings of a keyword", async () => {
  const { user, list } = await signedIn("pro");
  await createNotification(await createWatch(user, { keyword: "Tidewater" }));
  await createNotification(await createWatch(user, { keyword: "tidewater", subreddits: ["all"] }));
  await createNotification(await createWatch(user, { keyword: "late payments" }));
  expect((await list("?group=TIDEWATER")).headers.get("x-total-count")).toBe("2");
  expect((await list("?group=nothing")).body).toEqual([]);
});

test("search requires Pro", async () => {
  const free = await signedIn();
  for (const query of ["?q=x", "?keyword=x", "?subreddit=x"]) {
    expect((await free.list(query)).body).toMatchObject({ code: "PRO_REQUIRED" });
  }
  const pro = await signedIn("pro");
  const watch = await createWatch(pro.user);
  await createNotification(watch, { item: { title: "100% sure_thing", place: "Freelance" } });
  await createNotification(watch, { item: { title: "1000 surething", content: "nothing" } });
  const count = async (query: string) => (await pro.list(query)).body.length;
  expect(await count("?q=SURE")).toBe(2);
  expect(await count("?q=100%25")).toBe(1);
  expect(await count("?q=sure_t")).toBe(1);
  expect(await count("?q=%5C")).toBe(0);
  expect(await count("?subreddit=r/freelance")).toBe(1);
  expect(await count("?keyword=Invoice%20Software&subreddit=smallbusiness")).toBe(1);
});

test("responds 404 alike to foreign, missing and malformed ids", async () => {
  const owner = await signedIn();
  const anonymous = await signedIn("pro");
  const { notification } = await createNotification(await createWatch(owner.user));
  for (const id of [notification.id, newId(), "x"]) {
    for (const as of ["read", "unread", "archive"] as const)
      expect((await anonymous.mark(id, as)).status).toBe(404);
    expect((await anonymous.remove(id)).status).toBe(404);
  }
  expect((await anonymous.list("?status=all")).body).toEqual([]);
  expect(await getRow(notification.id)).toMatchObject({ status: "unread", deletedAt: null });
});

let responded: unknown;
beforeAll(async () => {
  const { user, list } = await signedIn();
  await createNotification(await createWatch(user));
  responded = (await list()).body;
});
test("the response matches its contract", () => {
  expect(() => notificationListResponse.parse(responded)).not.toThrow();
});
