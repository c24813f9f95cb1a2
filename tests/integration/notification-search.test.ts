import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as all from "@/app/api/notifications/route";
import type { GroupedResponse, NotificationView } from "@/contract/notification";
import { notificationExport } from "@/contract/notification-query";
import { partedPlace } from "@/domain/reading/place";
import { findAccount } from "@/server/accounts/statements/accounts";
import { searchedParts } from "@/server/notifications/notification-query";
import { listExported } from "@/server/notifications/statements/notifications";
import { pool, prisma, transaction } from "@/server/platform/database";
import { hidePlaces } from "@/server/places/hidden-places";
import { searchedNewest } from "@/server/notifications/statements/search";
import { createManyNotifications } from "../support/many-notifications";
import { signedIn } from "../support/signed-in";

const stored = {
  plain: { content: "The tide water office, 100% of it. See https://www.example.com/a/b, they say." },
  comment: { kind: "comment", title: "Rivers", content: "Tidewater, a cheap crm." },
  apart: { content: "A crm that nobody calls cheap is foo -bar AND (more", title: "Office rivers" },
  elsewhere: {
    ...{ site: "hackernews", place: "all", author: "Someone", authorId: "did:plc:one", over18: true },
    ...{ content: "crm/cheap [here](https://sub.example.org/path?x=1)", title: "Show" },
  },
  markup: { content: "The **quill** [ledger](https://ledger.example/) app", title: "Marked" },
  forum: { site: "discourse", place: "forum.example.com", content: "Untidy rivers." },
  question: { site: "stackexchange", place: "serverfault", content: "A mooring." },
  publisher: { site: "news", place: "feed.example", content: "Berth." },
  typed: { content: "I don’t see any late\nberths of the user\\_name at hel‑lo." },
  community: { site: "lemmy", place: "rust@programming.dev", content: "A mooring." },
} as const;
const feedUrl = "https://feed.example/secret.xml";
const names = [...Object.keys(stored), "entry"];

async function arrange() {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "tide" });
  for (const [name, item] of Object.entries(stored))
    await createNotification(watch, { item: { author: name, ...item, url: `https://example.com/${name}` } });
  const now = new Date();
  const [feed] = await transaction((tx) => hidePlaces(tx, [`feeds:${feedUrl}`], { now }));
  const { site, name: place } = partedPlace(feed!);
  await createNotification(watch, {
    item: { author: "entry", site, place, content: "A mooring.", url: "https://example.com/entry" },
  });
  const looked = { displayName: "x", health: "ok", fetchedAt: now, title: "The Feed" } as const;
  const lookup = { site, name: place, ...looked };
  const where = { site_name: { site, name: place } };
  await prisma().placeLookup.upsert({ where, create: lookup, update: lookup });
  await prisma().place.upsert({
    where: { site_name: { site: "discourse", name: "forum.example.com" } },
    create: { site: "discourse", name: "forum.example.com", displayName: "x", title: "The Forum" },
    update: { title: "The Forum" },
  });
  const requested = async (q: string) => {
    const query = `?q=${encodeURIComponent(q)}`;
    const { body, status } = await person.request<NotificationView[]>(all, "GET", `/notifications${query}`);
    expect([q, status]).toEqual([q, 200]);
    const inGroups = await person.request<GroupedResponse>(grouped, "GET", `/notifications/grouped${query}`);
    expect([q, inGroups.body.pagination.total]).toEqual([q, body.length]);
    return body;
  };
  const found = async (q: string) =>
    (await requested(q)).map(({ redditPost }) => redditPost.url.split("/").at(-1)!).sort();
  return { requested, found };
}

test("ignores case in every script, and only completes whole words", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "tide" });
  await createNotification(watch, { item: { title: "МОСКВА", content: "Ask MÜLLER about the étide." } });
  for (const [q, total] of [
    ["москва", 1],
    ["Моск*", 1],
    ["müller", 1],
    ["tid*", 0],
  ] as const) {
    const query = `?q=${encodeURIComponent(q)}`;
    const { body } = await person.request<NotificationView[]>(all, "GET", `/notifications${query}`);
    expect([q, body.length]).toEqual([q, total]);
  }
});

test("supports the expression language of watches, and still finds literal text", async () => {
  const { found } = await arrange();
  for (const [q, expected] of [
    // Literally.
    ["tide water", ["comment", "plain"]],
    ["100%", ["plain"]],
    ["foo -bar AND (more", ["apart"]],
    ["-bar", names],
    ["AND", ["apart"]],
    ["https://www.example.com/a/b", ["plain"]],
    // Without markup.
    ['"the quill ledger"', ["markup"]],
    ["quill ledger app", ["markup"]],
    ['marked -"quill ledger"', []],
    // As an expression.
    ["office crm", ["apart"]],
    ['tidewater OR "tide water"', ["comment", "plain"]],
    ["crm -cheap*", []],
    ["rivers -crm", ["forum"]],
    ["tid*", ["comment", "plain"]],
    ["title:rivers", ["apart"]],
    ["body:rivers", ["forum"]],
    ["crm NEAR/2 cheap", ["comment", "elsewhere"]],
    ["cheap NEAR/4 crm", ["apart", "comment", "elsewhere"]],
    ["author:SOMEONE", ["elsewhere"]],
    ["author:did:plc:one", ["elsewhere"]],
    ['in:"the forum"', ["forum"]],
    ["in:forum.example.com -tidy", []],
    ['in:"hacker news"', ["elsewhere"]],
    ['in:"server fault"', ["question"]],
    ['mooring -in:"server fault"', ["community", "entry"]],
    ['in:"!rust@programming.dev"', ["community"]],
    [`in:${feedUrl}`, ["entry"]],
    [`mooring -in:${feedUrl}`, ["community", "question"]],
    ["in:https://feed.example/other.xml", []],
    ["berth in:feed.example", ["publisher"]],
    ['in:"the feed"', ["entry"]],
    ["site:discourse", ["forum"]],
    ["rivers type:comment", ["comment"]],
    ["is:nsfw", ["elsewhere"]],
    ["link:example.com/a", ["plain"]],
    ["link:example.com/a/b", ["plain"]],
    ["link:example.org", ["elsewhere"]],
    ["link:ample.com", []],
    ["link:example.com/x", []],
    ["flair:question", []],
    ["(crm OR rivers) -(cheap OR office)", ["forum"]],
  ] as const)
    expect([q, await found(q)]).toEqual([q, [...expected].sort()]);
});

test("finds other spellings of quotes, hyphens and spaces, and escaped punctuation", async () => {
  const { found } = await arrange();
  for (const q of [
    "don't",
    "don’t",
    "don’* ",
    '"late berths"',
    "any  late",
    "user_name",
    "user\\_name",
    "hel-lo",
    "title:nothing OR hel–lo",
    '"late berths" NEAR/3 "user_name"',
  ])
    expect([q, await found(q)]).toEqual([q, ["typed"]]);
  for (const q of ["dont", "user-name", "helo", "title:don't"]) expect([q, await found(q)]).toEqual([q, []]);
});

test("searches pattern characters literally", async () => {
  const { found } = await arrange();
  for (const q of ["_00%", ".*", "[a]*x*", '"(crm" NEAR/3 "c.m"', "\\w", "crm+*", "link:example.c_m"])
    expect([q, await found(q)]).toEqual([q, []]);
});

test("highlights each searched word", async () => {
  const { requested } = await arrange();
  const marked = async (q: string) =>
    (await requested(q)).map(({ passage: snippet }) =>
      snippet.text.filter(({ isHeard }) => isHeard).map(({ text }) => text),
    );
  expect(await marked('"nobody calls" OR chea* -tidewater rivers')).toEqual([["nobody calls", "cheap"]]);
});

test("searches 10,000 notifications at a time and can continue from there", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "tide" });
  await createManyNotifications([watch], searchedNewest + 50);
  const old = await createNotification(watch, {
    createdAt: new Date(Date.now() - 80 * 86_400_000),
    item: { title: "Halyard" },
  });
  const requested = (query: string) =>
    person.request<GroupedResponse>(grouped, "GET", `/notifications/grouped?q=halyard${query}`);
  const newest = await requested("");
  const { total, searchedTo } = newest.body.pagination;
  expect([total, newest.headers.get("x-searched-to")]).toEqual([0, searchedTo]);
  const list = await person.request<NotificationView[]>(all, "GET", "/notifications?q=halyard");
  expect(list.headers.get("x-searched-to")).toBe(searchedTo);

  const older = await requested(`&until=${searchedTo}`);
  expect(older.body.pagination).toMatchObject({ total: 1 });
  expect(older.body.pagination).not.toHaveProperty("searchedTo");
  expect(older.body.groupedNotifications[0]!.notifications[0]!._id).toBe(old.notification.id);
  expect((await requested("&until=yesterday")).status).toBe(400);
});

test("searches page by page through equal times without repeating or skipping any", async () => {
  const { user } = await signedIn("pro");
  const watch = await createWatch(user, { keyword: "tide" });
  // Numbers of rows with the same time: less than a page, exactly one, and over two pages.
  const moments = [1, 2, 4, 1, 11, 1, 3].flatMap((count, at) => Array<number>(count).fill(at));
  const now = Date.now();
  const titles = moments.map((_, at) => (at % 3 === 0 ? "Ropes" : "Halyard"));
  const halyards: string[] = [];
  for (const [at, title] of titles.entries()) {
    const createdAt = new Date(now - 86_400_000 * (moments[at]! + 1));
    const { notification } = await createNotification(watch, { createdAt, item: { title } });
    if (title === "Halyard") halyards.push(notification.id);
  }
  const account = (await findAccount(pool(), user.id))!;
  const wanted = await prisma().notification.findMany({
    where: { id: { in: halyards } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const ids = wanted.map(({ id }) => id);
  expect(ids.length).toBe(15);
  for (const sort of ["newest", "oldest"] as const) {
    const expected = sort === "newest" ? ids : ids.toReversed();
    for (const max of [1, 4, 5, 100]) {
      const parts = await searchedParts(account, notificationExport.parse({ q: "halyard", sort }), max);
      const listed: string[] = [];
      for (const filter of parts) {
        const page = { isNewestFirst: sort === "newest", limit: 100, offset: 0, after: null };
        for (const { id } of await listExported(pool(), filter, { ...page, contentLength: 10 }))
          listed.push(id);
      }
      expect([sort, max, listed]).toEqual([sort, max, expected]);
      expect(parts.length > 1).toBe(max < 100);
    }
  }
});
