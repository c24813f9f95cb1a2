import fc from "../support/seeded";
import { expect, test } from "vitest";
import { createWatch } from "../../prisma/factories";
import * as archiveMany from "@/app/api/notifications/archive/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as openOne from "@/app/api/notifications/[id]/open/route";
import * as list from "@/app/api/notifications/route";
import * as stats from "@/app/api/notifications/stats/route";
import * as unread from "@/app/api/notifications/unread/count/route";
import * as usage from "@/app/api/subscriptions/usage/route";
import * as userExport from "@/app/api/users/export/route";
import * as feedOf from "@/app/api/users/feed/route";
import type { ChoicesResponse, GroupedResponse, NotificationView } from "@/contract/notification";
import type { StatsResponse } from "@/contract/stats";
import { getFeed } from "@/server/notifications/feeds";
import { pool, prisma } from "@/server/platform/database";
import { getItem, record, getRule } from "../support/mentions";
import { signedIn } from "../support/signed-in";
import { blank, link, onHackerNews, submission } from "../support/stories";

type Person = Awaited<ReturnType<typeof signedIn>>;

async function withWatch() {
  const person = await signedIn("pro");
  const places = ["reddit:all", "hackernews:all"];
  const watch = await createWatch(person.user, { keyword: "Tidewater", places });
  return { ...person, watch, rules: [getRule(watch)] };
}

async function withStory() {
  const person = await withWatch();
  const [first, second] = [submission({ place: "programming" }), onHackerNews()];
  await record([first], person.rules);
  await record([second], person.rules);
  return { ...person, first, second };
}

const shown = async (person: Person, query = "?status=all") =>
  (await person.request<NotificationView[]>(list, "GET", `/notifications${query}`)).body;

test("shows the other posts if the first is deleted, and a blank mention after the last", async () => {
  const person = await withStory();
  const { first, second } = person;
  const [before] = await shown(person);
  await blank(first.fullname);
  const [mention, ...more] = await shown(person);
  expect(more).toEqual([]);
  expect(mention).toMatchObject({
    _id: before!._id,
    redditPost: { site: "hackernews", title: second.title, url: second.url },
    elsewhere: [],
  });
  const opened = await person.request<{ notification: NotificationView }>(
    openOne,
    "PATCH",
    `/notifications/${mention!._id}/open`,
    { params: { id: mention!._id } },
  );
  expect(opened.body.notification.redditPost).toEqual(mention!.redditPost);
  await record([submission({ title: "Tidewater, a third time" })], person.rules);
  expect((await shown(person))[0]?.elsewhere).toMatchObject([{ title: "Tidewater, a third time" }]);
  const rows = await prisma().notification.findMany({ where: { userId: person.user.id } });
  for (const { fullname } of rows) await blank(fullname);
  expect(await shown(person)).toMatchObject([
    { _id: before!._id, redditPost: { title: "[deleted on Reddit]", content: "" }, elsewhere: [] },
  ]);
});

test("does not show deleted further posts of a story", async () => {
  const person = await withStory();
  await blank(person.second.fullname);
  expect((await shown(person)).map((mention) => mention.elsewhere)).toEqual([[]]);
});

test.each(["/notifications", "/notifications/grouped"])(
  "%s finds a story by each of its places and texts",
  async (path) => {
    const person = await withStory();
    const countOf = async (query: string) => {
      const { headers } = await person.request(
        path.endsWith("grouped") ? grouped : list,
        "GET",
        `${path}?status=all&${query}`,
      );
      return headers.get("x-total-count");
    };
    expect(await countOf("site=reddit")).toBe("1");
    expect(await countOf("subreddit=programming")).toBe("1");
    expect(await countOf("site=hackernews")).toBe("1");
    expect(await countOf("site=hackernews&place=all")).toBe("1");
    expect(await countOf("subreddit=freelance")).toBe("0");
    expect(await countOf("q=elsewhere")).toBe("1");
    await blank(person.first.fullname);
    expect(await countOf("q=elsewhere")).toBe("1");
    expect(await countOf("q=again")).toBe("1");
    await blank(person.second.fullname);
    expect(await countOf("q=again")).toBe("0");
  },
);

test("offers each place of a story as a filter", async () => {
  const person = await withStory();
  const offered = async (of: string) =>
    (await person.request<ChoicesResponse>(choices, "GET", `/notifications/choices?of=${of}`)).body.choices;
  expect((await offered("place")).toSorted()).toEqual(["Hacker News", "r/programming"]);
  expect(await offered("subreddit")).toEqual(["programming"]);
});

test("the feed has one entry with the other places; the export contains every row", async () => {
  const person = await withStory();
  const opened = await person.request<{ url: string }>(feedOf, "POST", "/users/feed");
  const secret = opened.body.url.split("/").at(-1)!;
  const feed = await (await getFeed(new Request(opened.body.url), secret)).text();
  expect(feed.match(/<entry>/g)).toHaveLength(1);
  expect(feed).toContain(`Also on &lt;a href=&quot;${person.second.url}&quot;&gt;Hacker News&lt;/a&gt;`);
  const stored = await person.request<Record<"account" | "notifications", Record<string, unknown>[]>>(
    userExport,
    "GET",
    "/users/export",
  );
  expect(stored.body.account).toMatchObject([{ groupStories: true }]);
  const [follower, lead] = stored.body.notifications;
  expect([lead?.leadId, follower?.leadId]).toEqual([null, lead?._id]);
});

test("a pending bulk update also applies to rows that join its mentions", async () => {
  const person = await withWatch();
  await record([submission()], person.rules);
  const { rows } = await pool().query<{ id: string }>(`SELECT "id" FROM "Notification" WHERE "userId" = $1`, [
    person.user.id,
  ]);
  // As with more notifications than are updated immediately.
  await pool().query(
    `INSERT INTO "PendingBulkUpdate" ("userId", "statuses", "becomes", "upToAt", "upToId", "except", "createdAt")
     VALUES ($1, '{unread,read}', 'archived', now() + interval '1 s', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '{}', now())`,
    [person.user.id],
  );
  await record([onHackerNews()], person.rules);
  expect(await shown(person)).toMatchObject([{ _id: rows[0]!.id, status: "archived" }]);
  const fresh = await createWatch(person.user, { keyword: "tidewater", places: ["reddit:freelance"] });
  await record([submission()], [getRule(fresh)]);
  expect(await shown(person)).toMatchObject([{ _id: rows[0]!.id, status: "unread" }]);
  expect(await prisma().outboxEntry.count({ where: { userId: person.user.id } })).toBe(2);
});

/** Returns the number of mentions shown in all places. */
async function countsOf(person: Person) {
  const groups = await person.request<GroupedResponse>(grouped, "GET", "/notifications/grouped?status=all");
  const counted = await person.request<StatsResponse>(stats, "GET", "/notifications/stats");
  return [
    (await shown(person, "?status=all&limit=100")).length,
    groups.body.pagination.total,
    groups.body.groupedNotifications.reduce((sum, group) => sum + group.count, 0),
    counted.body.stats.total,
    (await person.request<{ notificationCount: number }>(usage, "GET", "/subscriptions/usage")).body
      .notificationCount,
    (await person.request<{ count: number }>(unread, "GET", "/notifications/unread/count")).body.count,
  ];
}

test("every count equals the number of shown mentions, in any order of items", async () => {
  const submitted = fc.record({
    isOnHackerNews: fc.boolean(),
    kind: fc.constantFrom("post" as const, "post" as const, "comment" as const),
    address: fc.constantFrom(
      undefined,
      link,
      `${link}/?utm_source=x`,
      `http://www.example.com/a`,
      "https://example.com/",
    ),
    isOfBoth: fc.boolean(),
  });
  const reads = fc.array(fc.array(submitted, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(reads, async (input) => {
      const person = await withWatch();
      const second = await createWatch(person.user, { keyword: "tidewater", places: ["reddit:all"] });
      for (const read of input) {
        for (const isOfBoth of [false, true]) {
          const items = read
            .filter((one) => one.isOfBoth === isOfBoth)
            .map(({ isOnHackerNews, kind, address }) =>
              isOnHackerNews ? onHackerNews({ kind, link: address }) : submission({ kind, link: address }),
            );
          await record(items, isOfBoth ? [...person.rules, getRule(second)] : person.rules);
        }
      }
      const all = input.flat();
      const isStory = ({ kind, address }: (typeof all)[number]) =>
        kind === "post" && address?.match(/\/(posts|a)/);
      const stories = new Set(all.filter(isStory).map(({ address }) => address?.includes("posts")));
      const expected = stories.size + all.filter((one) => !isStory(one)).length;
      expect(await countsOf(person)).toEqual(Array.from({ length: 6 }, () => expected));
      const matched = (await shown(person, "?status=all&limit=100")).reduce(
        (sum, mention) => sum + 1 + mention.elsewhere.length,
        0,
      );
      expect(matched).toBe(all.length);
      await person.request(archiveMany, "POST", "/notifications/archive", { body: { all: true } });
      const left = await prisma().notification.count({
        where: { userId: person.user.id, status: { not: "archived" } },
      });
      expect(left).toBe(0);
    }),
    { numRuns: 12 },
  );
});

test("an item without a link stays separate from a story", async () => {
  const person = await withStory();
  await record([getItem()], person.rules);
  expect(await shown(person)).toHaveLength(2);
});
