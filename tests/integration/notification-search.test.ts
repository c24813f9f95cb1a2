import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as all from "@/app/api/notifications/route";
import type { GroupedAnswer, NotificationView } from "@/contract/notification";
import { prisma } from "@/server/platform/database";
import { searchedNewest } from "@/server/notifications/statements/notification-row";
import { createManyNotifications } from "../support/many-notifications";
import { signedIn } from "../support/signed-in";

const held = {
  plain: { content: "The tide water office, 100% of it. See https://www.example.com/a/b, they say." },
  comment: { kind: "comment", title: "Rivers", content: "Tidewater, a cheap crm." },
  apart: { content: "A crm that nobody calls cheap is foo -bar AND (more", title: "Office rivers" },
  elsewhere: {
    ...{ site: "hackernews", place: "all", author: "Someone", authorId: "did:plc:one", over18: true },
    ...{ content: "crm/cheap [here](https://sub.example.org/path?x=1)", title: "Show" },
  },
  forum: { site: "discourse", place: "forum.example.com", content: "Untidy rivers." },
} as const;
const names = Object.keys(held);

async function arrange() {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "tide" });
  for (const [name, item] of Object.entries(held))
    await createNotification(watch, { item: { author: name, ...item, url: `https://example.com/${name}` } });
  await prisma().place.upsert({
    where: { site_name: { site: "discourse", name: "forum.example.com" } },
    create: { site: "discourse", name: "forum.example.com", displayName: "x", title: "The Forum" },
    update: { title: "The Forum" },
  });
  const asked = async (q: string) => {
    const query = `?q=${encodeURIComponent(q)}`;
    const { body, status } = await person.ask<NotificationView[]>(all, "GET", `/notifications${query}`);
    expect([q, status]).toEqual([q, 200]);
    const inGroups = await person.ask<GroupedAnswer>(grouped, "GET", `/notifications/grouped${query}`);
    expect([q, inGroups.body.pagination.total]).toEqual([q, body.length]);
    return body;
  };
  const found = async (q: string) =>
    (await asked(q)).map(({ redditPost }) => redditPost.url.split("/").at(-1)!).sort();
  return { asked, found };
}

test("a list is searched in the language of watches, and whatever stood in a text is found as before", async () => {
  const { found } = await arrange();
  for (const [q, expected] of [
    // As it is written, whatever else it could mean.
    ["tide water", ["comment", "plain"]],
    ["100%", ["plain"]],
    ["foo -bar AND (more", ["apart"]],
    ["-bar", names],
    ["AND", ["apart"]],
    ["https://www.example.com/a/b", ["plain"]],
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

test("signs of patterns are looked for as they stand", async () => {
  const { found } = await arrange();
  for (const q of ["_00%", ".*", "[a]*x*", '"(crm" NEAR/3 "c.m"', "\\", "crm+*", "link:example.c_m"])
    expect([q, await found(q)]).toEqual([q, []]);
});

test("each word that a search looks for is marked", async () => {
  const { asked } = await arrange();
  const marked = async (q: string) =>
    (await asked(q)).map(({ passage }) =>
      passage.text.filter(({ isHeard }) => isHeard).map(({ text }) => text),
    );
  expect(await marked('"nobody calls" OR chea* -tidewater rivers')).toEqual([["nobody calls", "cheap"]]);
});

test("a search goes back ten thousand at once, and on from there", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "tide" });
  await createManyNotifications([watch], searchedNewest + 50);
  const old = await createNotification(watch, {
    createdAt: new Date(Date.now() - 80 * 86_400_000),
    item: { title: "Halyard" },
  });
  const asked = (query: string) =>
    person.ask<GroupedAnswer>(grouped, "GET", `/notifications/grouped?q=halyard${query}`);
  const newest = await asked("");
  const { total, searchedTo } = newest.body.pagination;
  expect([total, newest.headers.get("x-searched-to")]).toEqual([0, searchedTo]);
  const list = await person.ask<NotificationView[]>(all, "GET", "/notifications?q=halyard");
  expect(list.headers.get("x-searched-to")).toBe(searchedTo);

  const older = await asked(`&until=${searchedTo}`);
  expect(older.body.pagination).toMatchObject({ total: 1 });
  expect(older.body.pagination).not.toHaveProperty("searchedTo");
  expect(older.body.groupedNotifications[0]!.notifications[0]!._id).toBe(old.notification.id);
  expect((await asked("&until=yesterday")).status).toBe(400);
});
