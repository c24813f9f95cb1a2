import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as grouped from "@/app/api/notifications/grouped/route";
import { groupedResponse, type GroupedResponse } from "@/contract/notification";
import { prisma } from "@/server/platform/database";
import { signedIn } from "../support/signed-in";

type Person = Awaited<ReturnType<typeof signedIn>>;
const groups = (person: Person, query = "") =>
  person.request<GroupedResponse>(grouped, "GET", `/notifications/grouped${query}`);
const getKeys = (response: { body: GroupedResponse }) =>
  response.body.groupedNotifications.map((group) => group._id);
const at = (second: number) => new Date(1_700_000_000_000 + second * 1000);

test("a group contains all spellings of a keyword, its count and the latest ten", async () => {
  const person = await signedIn();
  const one = await createWatch(person.user, { keyword: "Tidewater" });
  const other = await createWatch(person.user, { keyword: "TIDEWATER", subreddits: ["all"] });
  const made: string[] = [];
  for (let n = 0; n < 12; n += 1) {
    const { notification } = await createNotification(n % 2 === 0 ? one : other, {
      createdAt: at(n),
      item: { place: n < 2 ? "Freelance" : "smallbusiness" },
    });
    made.push(notification.id);
  }
  const { body, status } = await groups(person);
  expect(status).toBe(200);
  expect(groupedResponse.parse(body)).toEqual(body);
  expect(body.pagination).toEqual({ page: 1, limit: 20, total: 12, totalPages: 1, hasMore: false });
  const [group] = body.groupedNotifications;
  expect(group).toMatchObject({
    _id: "Tidewater",
    count: 12,
    subreddits: ["smallbusiness", "Freelance"],
    latestNotification: at(11).toISOString(),
  });
  expect(group?.notifications.map((one) => one._id)).toEqual(made.toReversed().slice(0, 10));
});

test("pages groups by their latest notification and counts notifications in total", async () => {
  const person = await signedIn("pro");
  for (let n = 0; n < 5; n += 1) {
    const watch = await createWatch(person.user, { keyword: `keyword ${n}` });
    await createNotification(watch, { createdAt: at(n) });
    await createNotification(watch, { createdAt: at(n - 100) });
  }
  const first = await groups(person, "?limit=2");
  expect(getKeys(first)).toEqual(["keyword 4", "keyword 3"]);
  expect(first.body.pagination).toEqual({ page: 1, limit: 2, total: 10, totalPages: 3, hasMore: true });
  expect(first.headers.get("x-total-count")).toBe("10");
  expect((await groups(person, "?limit=2&page=3")).body.pagination.hasMore).toBe(false);
  expect(getKeys(await groups(person, "?limit=2&sort=oldest"))).toEqual(["keyword 0", "keyword 1"]);
  for (const query of ["?limit=2", "?limit=2&page=3", "?limit=2&sort=oldest"])
    expect((await groups(person, query)).body.latestNotification).toBe(at(4).toISOString());
  const past = await groups(person, "?limit=2&page=4");
  expect(past.body).toMatchObject({
    groupedNotifications: [],
    pagination: { page: 4, total: 10, totalPages: 3, hasMore: false },
  });
  const walked: string[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const page = await groups(person, `?limit=2${cursor && `&cursor=${cursor}`}`);
    walked.push(...getKeys(page));
    cursor = page.headers.get("x-next-cursor");
  }
  expect(walked).toEqual(["keyword 4", "keyword 3", "keyword 2", "keyword 1", "keyword 0"]);
});

test("groups by tab, without deleted notifications or empty groups", async () => {
  const person = await signedIn();
  const watch = await createWatch(person.user);
  await createNotification(watch, { status: "read", createdAt: at(3) });
  await createNotification(watch, { status: "archived", createdAt: at(2) });
  await createNotification(watch, { createdAt: at(1) });
  await createNotification(watch, { createdAt: at(9), deletedAt: new Date(), place: "" });
  const counts = async (query: string) =>
    (await groups(person, query)).body.groupedNotifications.map((group) => [
      group.count,
      group.notifications.length,
    ]);
  expect(await counts("")).toEqual([[1, 1]]);
  expect(await counts("?status=read")).toEqual([[1, 1]]);
  expect(await counts("?status=all")).toEqual([[3, 3]]);
  const all = (await groups(person, "?status=all")).body.groupedNotifications[0];
  expect(all?.notifications.map((one) => one.status)).toEqual(["read", "archived", "unread"]);
  await prisma().notification.updateMany({ where: { watchId: watch.id }, data: { deletedAt: new Date() } });
  expect((await groups(person, "?status=all")).body.pagination).toMatchObject({ total: 0, totalPages: 0 });
});

test("search narrows groups, counts and contents, and requires Pro", async () => {
  const free = await signedIn();
  for (const query of ["?q=x", "?keyword=x", "?subreddit=x"]) {
    const response = await free.request(grouped, "GET", `/notifications/grouped${query}`);
    expect([response.status, response.body.code]).toEqual([403, "PRO_REQUIRED"]);
  }
  const person = await signedIn("pro");
  const one = await createWatch(person.user, { keyword: "one" });
  const two = await createWatch(person.user, { keyword: "two" });
  await createNotification(one, { item: { title: "Needle", place: "Freelance" } });
  await createNotification(one, { item: { title: "Hay" } });
  await createNotification(two, { item: { title: "Hay" } });
  const found = async (query: string) =>
    (await groups(person, query)).body.groupedNotifications.map((group) => [group._id, group.count]);
  expect(await found("?q=needle")).toEqual([["one", 1]]);
  expect(await found("?subreddit=r/FREELANCE")).toEqual([["one", 1]]);
  expect(await found("?keyword=ONE")).toEqual([["one", 2]]);
  expect(await found("?group=two&q=hay")).toEqual([["two", 1]]);
  expect(await found("?group=two&keyword=one")).toEqual([]);
});

test.each(["page=101", "page=0", "limit=101", "limit=0", "sort=best", "status=new", "cursor=x"])(
  "?%s responds 400",
  async (query) => {
    const person = await signedIn();
    expect((await groups(person, `?${query}`)).status).toBe(400);
  },
);

test("does not return other users' groups", async () => {
  const owner = await signedIn();
  await createNotification(await createWatch(owner.user));
  const anonymous = await signedIn("pro");
  for (const query of ["", "?status=all", "?group=invoice software", "?q=invoice"]) {
    expect((await groups(anonymous, query)).body.groupedNotifications).toEqual([]);
  }
});
