import { expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as download from "@/app/api/notifications/export/[token]/route";
import * as exported from "@/app/api/notifications/export/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as all from "@/app/api/notifications/route";
import type { ExportAddress, GroupedResponse, NotificationView } from "@/contract/notification";
import { prisma } from "@/server/platform/database";
import { createManyNotifications } from "../support/many-notifications";
import { signedIn } from "../support/signed-in";

const starredAt = new Date();
/** The stored notifications by name. */
const stored = {
  ledger: { item: { site: "reddit", place: "smallbusiness" }, starredAt },
  shoebox: { item: { site: "reddit", place: "SmallBusiness", kind: "comment" } },
  breakfast: { item: { site: "reddit", place: "freelance", title: "The tide is late" } },
  launch: { item: { site: "hackernews", place: "all", kind: "comment" }, starredAt },
  question: { item: { site: "hackernews", place: "all", title: "The tide is late" } },
  forum: { item: { site: "discourse", place: "forum.example.com" }, status: "archived", starredAt },
  blank: { item: { site: "bluesky", place: "all", kind: "comment", blankedAt: new Date() } },
} as const;

async function arrange(plan: "free" | "pro" = "pro") {
  const person = await signedIn(plan);
  const tide = await createWatch(person.user, { keyword: "Tidewater" });
  const late = await createWatch(person.user, { keyword: "late payments" });
  for (const [name, { item, ...row }] of Object.entries(stored)) {
    const watch = name === "forum" || name === "question" ? late : tide;
    await createNotification(watch, { ...row, item: { ...item, url: `https://example.com/${name}` } });
  }
  const named = (found: readonly NotificationView[]) =>
    found.map(({ redditPost }) => redditPost.url.split("/").at(-1)!).sort();
  const list = async (query: string) => {
    const { body, status, headers } = await person.request<NotificationView[]>(
      all,
      "GET",
      `/notifications?${query}`,
    );
    expect([query, status]).toEqual([query, 200]);
    expect([query, headers.get("x-total-count")]).toEqual([query, String(body.length)]);
    return named(body);
  };
  const groups = async (query: string) => {
    const { body } = await person.request<GroupedResponse>(grouped, "GET", `/notifications/grouped?${query}`);
    const found = named(body.groupedNotifications.flatMap(({ notifications }) => notifications));
    expect([query, body.pagination.total]).toEqual([query, found.length]);
    return found;
  };
  return { ...person, list, groups };
}

test("all filters and combinations narrow lists and groups alike", async () => {
  const { list, groups } = await arrange();
  for (const [query, expected] of [
    ["keyword=tidewater", ["ledger", "shoebox", "breakfast", "launch", "blank"]],
    ["keyword=nothing", []],
    ["subreddit=smallbusiness", ["ledger", "shoebox"]],
    ["site=hackernews&place=all", ["launch", "question"]],
    ["site=hackernews", ["launch", "question"]],
    ["site=hackernews,bluesky", ["launch", "question", "blank"]],
    ["site=reddit,nowhere", ["ledger", "shoebox", "breakfast"]],
    ["site=nowhere", []],
    ["kind=post", ["ledger", "breakfast", "question"]],
    ["kind=comment", ["shoebox", "launch", "blank"]],
    ["starred=true", ["ledger", "launch"]],
    ["status=all&starred=true", ["ledger", "launch", "forum"]],
    ["status=starred&starred=true&kind=post", ["ledger", "forum"]],
    ["status=archived&starred=true", ["forum"]],
    ["kind=comment&starred=true", ["launch"]],
    ["site=reddit,hackernews&kind=comment", ["shoebox", "launch"]],
    ["keyword=tidewater&site=reddit&kind=post", ["ledger", "breakfast"]],
    ["keyword=late payments&starred=true", []],
    ["q=tide is late&kind=post", ["breakfast", "question"]],
    ["q=tide is late&kind=comment", []],
    ["q=tide is late&kind=post&site=hackernews&keyword=late payments", ["question"]],
    ["keyword=tidewater&site=hackernews&kind=comment&starred=true&status=unread", ["launch"]],
  ] as const) {
    expect([query, await list(query)]).toEqual([query, [...expected].sort()]);
    expect([query, await groups(query)]).toEqual([query, [...expected].sort()]);
  }
});

test("the star filter is available on every plan, others require Pro", async () => {
  const { list, groups, request } = await arrange("free");
  expect(await list("starred=true")).toEqual(["launch", "ledger"]);
  expect(await groups("starred=true")).toEqual(["launch", "ledger"]);
  for (const query of ["kind=post", "site=reddit", "site=reddit,bluesky", "keyword=a", "subreddit=a"])
    for (const [route, path] of [
      [all, "/notifications"],
      [grouped, "/notifications/grouped"],
      [exported, "/notifications/export"],
    ] as const)
      expect([query, await request(route, "GET", `${path}?${query}`)]).toMatchObject([
        query,
        { status: 403, body: { code: "PRO_REQUIRED" } },
      ]);
});

test.each([
  "kind=story",
  "kind=",
  "starred=false",
  "starred=",
  "site=reddit,hackernews&place=all",
  "place=all",
])("rejects %s", async (query) => {
  const { request } = await signedIn("pro");
  expect(await request(all, "GET", `/notifications?${query}`)).toMatchObject({
    status: 400,
    body: { code: "VALIDATION_ERROR" },
  });
});

test("exports the same notifications as the list with these filters", async () => {
  const { request } = await arrange();
  const body = { format: "json", status: "unread", kind: "comment", starred: "true" };
  const { url } = (await request<ExportAddress>(exported, "POST", "/notifications/export", { body })).body;
  const token = url.split("/").at(-1)!;
  const path = `/notifications/export/${token}`;
  const file = await request<NotificationView[]>(download, "GET", path, { params: { token } });
  expect(file.body.map(({ redditPost }) => redditPost.url)).toEqual(["https://example.com/launch"]);
});

test("searches by kind 10,000 at a time, but finds all starred ones immediately", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "tide" });
  await createManyNotifications([watch], 10_050);
  const old = await createNotification(watch, {
    createdAt: new Date(Date.now() - 80 * 86_400_000),
    starredAt,
    item: { kind: "comment" },
  });
  const requested = async (query: string) =>
    (await person.request<GroupedResponse>(grouped, "GET", `/notifications/grouped?${query}`)).body
      .pagination;
  await prisma()
    .$executeRaw`UPDATE "Item" SET "kind" = 'post' WHERE "fullname" <> ${old.notification.fullname}`;
  const newest = await requested("kind=comment");
  expect(newest).toMatchObject({ total: 0, searchedTo: expect.any(String) });
  expect(await requested(`kind=comment&until=${newest.searchedTo}`)).toMatchObject({ total: 1 });
  expect(await requested("starred=true")).toMatchObject({ total: 1 });
  expect(await requested("kind=comment&starred=true")).toMatchObject({ total: 1 });
});
