import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as archive from "@/app/api/notifications/[id]/archive/route";
import * as one from "@/app/api/notifications/[id]/route";
import * as archiveMany from "@/app/api/notifications/archive/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as list from "@/app/api/notifications/route";
import * as stats from "@/app/api/notifications/stats/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import * as keywords from "@/app/api/keywords/route";
import * as watchStats from "@/app/api/keywords/[id]/stats/route";
import * as preferences from "@/app/api/users/notifications/route";
import type { GroupedResponse, NotificationView } from "@/contract/notification";
import type { Item } from "@/domain/reading/item";
import type { StatsResponse } from "@/contract/stats";
import { getMention } from "@/server/notifications/notifications";
import { prisma } from "@/server/platform/database";
import { getItem, record, getRule, withTwoWatches } from "../support/mentions";
import { signedIn } from "../support/signed-in";
import { hours, link, onHackerNews, submission } from "../support/stories";
import "../support/parallel-connections";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

type Person = Awaited<ReturnType<typeof signedIn>>;

async function withWatch() {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, {
    keyword: "Tidewater",
    places: ["reddit:all", "hackernews:all"],
  });
  return { ...person, watch, rules: [getRule(watch)] };
}

const shown = async (person: Person, query = "?status=all") =>
  (await person.request<NotificationView[]>(list, "GET", `/notifications${query}`)).body;
const getRows = (person: Person) =>
  prisma().notification.findMany({ where: { userId: person.user.id }, orderBy: { id: "asc" } });
const countOutbox = (person: Person) => prisma().outboxEntry.count({ where: { userId: person.user.id } });

test("emails can link to any post of a story", async () => {
  const person = await withWatch();
  await record([submission({ place: "programming" })], person.rules);
  await record([onHackerNews()], person.rules);
  const [lead, follower] = await getRows(person);
  expect(follower!.leadId).toBe(lead!.id);
  for (const { fullname } of [lead!, follower!]) {
    const { notification } = await getMention({ id: person.user.id, pendingBulkUpdates: [] }, fullname);
    expect(notification._id).toBe(lead!.id);
  }
});

test("posts with the same link are one mention with other places, and two matches", async () => {
  const person = await withWatch();
  const first = submission({ place: "programming" });
  const second = onHackerNews({ link: `http://www.example.com/posts/Tidewater/?utm_source=hn#top` });
  await record([first], person.rules);
  await record([second], person.rules);
  const [lead] = await getRows(person);
  const mentions = await shown(person);
  expect(mentions).toMatchObject([
    {
      _id: lead!.id,
      watchIds: [person.watch.id],
      redditPost: { site: "reddit", subreddit: "programming", title: first.title },
      elsewhere: [
        {
          site: "hackernews",
          place: { name: "all", label: "Hacker News", url: "https://news.ycombinator.com/" },
          title: second.title,
          url: second.url,
          createdAt: second.createdAt.toISOString(),
        },
      ],
    },
  ]);
  const groups = await person.request<GroupedResponse>(grouped, "GET", "/notifications/grouped");
  const [group] = groups.body.groupedNotifications;
  expect(group).toMatchObject({ count: 1, subreddits: ["programming", "Hacker News"] });
  expect(group?.notifications).toEqual(mentions);
  expect((await person.request(unread, "GET", "/notifications/unread/count")).body.count).toBe(1);
  const counted = await person.request<StatsResponse>(stats, "GET", "/notifications/stats");
  expect(counted.body.stats).toMatchObject({ total: 1, today: 1 });
  const params = { params: { id: person.watch.id } };
  const matched = await person.request<StatsResponse>(
    watchStats,
    "GET",
    `/keywords/${person.watch.id}/stats`,
    params,
  );
  expect(matched.body.stats).toMatchObject({ total: 1, today: 1 });
  const { body } = await person.request<{ watches: { matchCount: number }[] }>(keywords, "GET", "/keywords");
  expect(body.watches.map(({ matchCount }) => matchCount)).toEqual([2]);
});

test("groups posts of one read, with several watches of the keyword", async () => {
  const person = await withTwoWatches();
  await record([submission(), onHackerNews(), submission()], [getRule(person.named), getRule(person.all)]);
  const [mention, ...more] = await shown(person);
  expect(more).toEqual([]);
  expect(mention?.elsewhere).toHaveLength(2);
  expect(mention?.watchIds.toSorted()).toEqual([person.named.id, person.all.id].toSorted());
  expect(await getRows(person)).toHaveLength(6);
});

test.each<[string, Partial<Item>, Partial<Item>]>([
  ["comments", {}, { kind: "comment" }],
  ["another address", {}, { link: `${link}/2` }],
  ["no address", {}, { link: undefined }],
  ["bare hosts", { link: "https://example.com/" }, { link: "https://example.com" }],
])("keeps separate mentions for %s", async (_name, first, second) => {
  const person = await withWatch();
  await record([submission(first)], person.rules);
  await record([onHackerNews(second)], person.rules);
  const mentions = await shown(person);
  expect(mentions.map(({ elsewhere }) => elsewhere)).toEqual([[], []]);
});

test("other keywords and users have separate mentions", async () => {
  const person = await withWatch();
  const other = await withWatch();
  const late = await createWatch(person.user, { keyword: "is down" });
  const rules = [...person.rules, getRule(late), ...other.rules];
  await record([submission()], rules);
  await record([onHackerNews()], rules);
  expect((await shown(person)).map((mention) => mention.elsewhere.length)).toEqual([1, 1]);
  expect((await shown(other)).map((mention) => mention.elsewhere.length)).toEqual([1]);
});

test.each([
  [hours(72), 1],
  [hours(72) + 1, 2],
])("groups posts within 72 hours of the first: after %d ms %d mentions", async (after, count) => {
  const person = await withWatch();
  const now = new Date();
  await record([submission()], person.rules, new Date(now.getTime() - after));
  await record([onHackerNews()], person.rules, now);
  expect(await shown(person)).toHaveLength(count);
});

test("concurrent recordings of two sites create one mention", async () => {
  const person = await withWatch();
  for (let round = 0; round < 10; round += 1) {
    const address = `${link}/${round}`;
    await Promise.all([
      record([submission({ link: address })], person.rules),
      record([onHackerNews({ link: address })], person.rules),
    ]);
  }
  expect(await shown(person)).toHaveLength(10);
  expect(await getRows(person)).toHaveLength(20);
});

test.each([
  ["archived", archive, "PATCH", "/archive"],
  ["deleted", one, "DELETE", ""],
] as const)(
  "%s stays so if its watch matches the story again, without a message",
  async (ending, route, method, verb) => {
    const person = await withWatch();
    await record([submission()], person.rules);
    const [lead] = await getRows(person);
    await person.request(route, method, `/notifications/${lead!.id}${verb}`, { params: { id: lead!.id } });
    const before = await countOutbox(person);
    await record([onHackerNews()], person.rules);
    const rows = await getRows(person);
    expect(rows.map((row) => (row.deletedAt === null ? row.status : "deleted"))).toEqual([ending, ending]);
    expect(await countOutbox(person)).toBe(before);
    expect(await shown(person)).toHaveLength(ending === "deleted" ? 0 : 1);
  },
);

test("a match of another watch makes an archived mention unread and replaces a deleted one", async () => {
  const person = await withTwoWatches();
  await record([submission()], [getRule(person.named)]);
  const [lead] = await getRows(person);
  const call = { params: { id: lead!.id } };
  await person.request(archive, "PATCH", `/notifications/${lead!.id}/archive`, call);
  await record([onHackerNews()], [getRule(person.all)]);
  expect(await shown(person)).toMatchObject([{ _id: lead!.id, status: "unread" }]);
  expect(await countOutbox(person)).toBe(2);

  await record([submission({ link: `${link}/2` })], [getRule(person.named)]);
  const other = (await shown(person)).find(({ _id }) => _id !== lead!.id)!;
  await person.request(one, "DELETE", `/notifications/${other._id}`, { params: { id: other._id } });
  await record([onHackerNews({ link: `${link}/2` })], [getRule(person.named), getRule(person.all)]);
  const [newest] = await shown(person);
  expect(newest).toMatchObject({ status: "unread", elsewhere: [], redditPost: { site: "hackernews" } });
  expect(await shown(person)).toHaveLength(2);
});

test("updates by any row of a mention affect the whole story", async () => {
  const person = await withWatch();
  await record([submission()], person.rules);
  await record([onHackerNews()], person.rules);
  const statuses = async () =>
    (await getRows(person)).map((row) => (row.deletedAt === null ? row.status : "deleted"));
  const [lead, follower] = await getRows(person);
  const params = { params: { id: follower!.id } };
  const marked = await person.request<{ notification: NotificationView }>(
    archive,
    "PATCH",
    `/notifications/${follower!.id}/archive`,
    params,
  );
  expect(marked.body.notification).toMatchObject({ _id: lead!.id, elsewhere: [{ site: "hackernews" }] });
  expect(await statuses()).toEqual(["archived", "archived"]);
  await prisma().notification.updateMany({ where: { userId: person.user.id }, data: { status: "unread" } });
  const body = { ids: [follower!.id, lead!.id] };
  expect((await person.request(archiveMany, "POST", "/notifications/archive", { body })).body).toMatchObject({
    updated: 1,
  });
  expect(await statuses()).toEqual(["archived", "archived"]);
  await person.request(one, "DELETE", `/notifications/${follower!.id}`, params);
  expect(await statuses()).toEqual(["deleted", "deleted"]);
  expect(await countOutbox(person)).toBe(0);
});

test("groupStories off keeps new posts separate; turning it on groups later ones", async () => {
  const person = await withWatch();
  const choose = async (groupStories: boolean) =>
    (
      await person.request<{ user: object }>(preferences, "PUT", "/users/notifications", {
        body: { groupStories },
      })
    ).body.user;
  expect(await choose(false)).toMatchObject({ notificationPreferences: { groupStories: false } });
  await record([submission()], person.rules);
  await record([onHackerNews()], person.rules);
  expect((await shown(person)).map(({ elsewhere }) => elsewhere)).toEqual([[], []]);
  expect(await choose(true)).toMatchObject({
    notificationPreferences: { groupStories: true, emailNotifications: true, emailFrequency: "realtime" },
  });
  await record([submission(), onHackerNews()], person.rules);
  expect((await shown(person)).map((mention) => mention.elsewhere.length)).toEqual([1, 0, 0]);
});

test("does not group items without a story", async () => {
  const person = await withWatch();
  await record([getItem(), getItem()], person.rules);
  expect(await shown(person)).toHaveLength(2);
  expect((await getRows(person)).map(({ storyKey }) => storyKey)).toEqual([null, null]);
});
