import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as coverage from "@/app/api/coverage/route";
import * as explain from "@/app/api/keywords/explain/route";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as preview from "@/app/api/keywords/preview/route";
import * as keywords from "@/app/api/keywords/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as list from "@/app/api/notifications/route";
import * as search from "@/app/api/places/search/route";
import * as validate from "@/app/api/places/validate/route";
import type { CoverageResponse } from "@/contract/coverage";
import type { ChoicesResponse, NotificationView } from "@/contract/notification";
import type { PlaceResponse, PlacesResponse } from "@/contract/place-queries";
import type { ExplainResponse, PreviewResponse } from "@/contract/preview";
import type { WatchView } from "@/contract/watch";
import type { Item } from "@/domain/reading/item";
import { pool } from "@/server/platform/database";
import { recordRead } from "@/server/recording/record";
import * as registry from "@/sites/registry";
import { signedIn } from "../support/signed-in";
import { createMatches, getId, getRowRatio } from "../support/stale-statistics";
import { listPlaces } from "@/server/notifications/statements/groups";

let person: Awaited<ReturnType<typeof signedIn>>;
beforeEach(async () => {
  await pool().query(`TRUNCATE "User", "Place", "RecentItem", "Item", "Notification" CASCADE`);
  await pool().query(
    `INSERT INTO "Place" ("site", "name", "displayName", "watchedSince") VALUES ('hackernews', 'all', 'all', now())`,
  );
  person = await signedIn("pro");
});
afterAll(() => vi.restoreAllMocks());

const place = { site: "hackernews", name: "all" };
const updates = { ...place, label: "Hacker News", url: "https://news.ycombinator.com/" };
type StreamReport = { watch: WatchView; errors?: Record<string, string[]> };
const make = (body: object) =>
  person.request<StreamReport>(keywords, "POST", "/keywords", { body: { keyword: "tidewater", ...body } });
const put = (id: string, body: object) =>
  person.request<StreamReport>(keyword, "PUT", `/keywords/${id}`, { params: { id }, body });

const item = (id: number, body: string): Item => ({
  fullname: `hn:${id}`,
  kind: "post",
  site: "hackernews",
  place: "all",
  title: "Tidewater is down",
  body,
  html: null,
  author: "somebody",
  url: `https://news.ycombinator.com/item?id=${id}`,
  createdAt: new Date(Date.now() - 60_000),
  over18: false,
});
const read = (items: Item[]) =>
  recordRead({ items, match: () => [], isNamed: () => true, outcomes: [], gaps: [], now: new Date() });

test.each([
  "https://news.ycombinator.com",
  "news.ycombinator.com/newest",
  "news.ycombinator.com/item?id=8863",
])("resolves a URL of the site to its only place: %s", async (name) => {
  const query = `name=${encodeURIComponent(name)}`;
  const found = await person.request<PlaceResponse>(validate, "GET", `/places/validate?${query}`);
  expect(found.body).toEqual({ exists: true, ...updates });
});

test("finds the place only by its name", async () => {
  const find = async (q: string) =>
    (await person.request<PlacesResponse>(search, "GET", `/places/search?site=hackernews&q=${q}`)).body
      .places;
  expect([await find("hack"), await find("a"), await find("tech")]).toEqual([[updates], [updates], []]);
});

test("a watch on two sites shows both; changing subreddits only affects Reddit", async () => {
  const { status, body } = await make({ places: [place, { site: "reddit", name: "webdev" }] });
  expect([status, body.watch.subreddits]).toEqual([201, ["webdev"]]);
  expect(body.watch.places.map(({ label }) => label)).toEqual(["r/webdev", "Hacker News"]);
  const emptied = await put(body.watch._id, { subreddits: [] });
  expect(emptied.body.watch).toMatchObject({ places: [updates], subreddits: [] });
  const again = await put(body.watch._id, { subreddits: ["node"] });
  expect(again.body.watch.places.map(({ label }) => label)).toEqual(["r/node", "Hacker News"]);
  // The same keyword on another site is a separate watch.
  expect((await make({ subreddits: ["node"] })).status).toBe(201);
});

test("a disabled site cannot be chosen; existing watches keep it and show that it is off", async () => {
  const { _id: id } = (await make({ places: [place] })).body.watch;
  const on = registry.sitesOn().filter((site) => site.id !== "hackernews");
  vi.spyOn(registry, "sitesOn").mockReturnValue(on);
  vi.spyOn(registry, "isOn").mockImplementation((one) => on.some((site) => site.id === one));
  const text = "Hacker News isn't enabled on this server. Choose another place.";
  expect((await make({ keyword: "other", places: [place] })).body.errors).toEqual({ places: [text] });
  expect((await put(id, { places: [{ site: "reddit", name: "webdev" }, place] })).status).toBe(200);
  const { body } = await person.request<CoverageResponse>(coverage, "GET", "/coverage");
  expect(body.places).toMatchObject([{ label: "r/webdev" }, { ...updates, isOn: false }]);
  expect(body.sites).toMatchObject([{ id: "reddit" }, { id: "hackernews", isOn: false }]);
  const requested = await person.request<PlaceResponse>(
    validate,
    "GET",
    "/places/validate?name=news.ycombinator.com",
  );
  expect(requested.body).toMatchObject({ exists: false, reason: "Hacker News isn't enabled on this server" });
  vi.restoreAllMocks();
});

test("shows matches with their site's labels and filters by site", async () => {
  const watch = await createWatch(person.user, { keyword: "tidewater" });
  const fields = { site: "hackernews", place: "all", url: "https://news.ycombinator.com/item?id=1" };
  await createNotification(watch, { item: { ...fields, fullname: "hn:1" } });
  await createNotification(watch, { item: { ...fields, fullname: "hn:2", blankedAt: new Date() } });
  await createNotification(watch, { item: { place: "webdev" } });
  const of = async (query: string) =>
    (await person.request<NotificationView[]>(list, "GET", `/notifications?sort=oldest&${query}`)).body;
  const [whole, blank] = await of("site=hackernews");
  expect(whole!.redditPost).toMatchObject({
    site: "hackernews",
    place: { name: "all", label: "Hacker News", url: updates.url },
    subreddit: "Hacker News",
  });
  expect(blank!.redditPost.title).toBe("[deleted on Hacker News]");
  expect(await of("subreddit=webdev")).toHaveLength(1);
  const offered = await person.request<ChoicesResponse>(
    choices,
    "GET",
    "/notifications/choices?of=place&q=hacker",
  );
  expect(offered.body).toEqual({ choices: ["Hacker News"], places: [updates] });
});

test("previews a draft on all its sites and explains a link", async () => {
  await read([item(1, "again"), item(2, "and again")]);
  const draft = { keyword: "tidewater", places: [place, { site: "reddit", name: "webdev" }] };
  const tried = await person.request<PreviewResponse>(preview, "POST", "/keywords/preview", { body: draft });
  expect(tried.body.preview).toMatchObject({ items: 2, matched: 2 });
  expect(tried.body.preview.examples[0]).toMatchObject({ site: "hackernews", subreddit: "Hacker News" });
  await createWatch(person.user, { keyword: "tidewater", activeSince: new Date(0) });
  await make({ keyword: "tidewater", places: [place] });
  const requested = await person.request<ExplainResponse>(explain, "POST", "/keywords/explain", {
    body: { url: "https://news.ycombinator.com/item?id=1" },
  });
  expect(requested.body.item).toMatchObject({ site: "hackernews", place: { label: "Hacker News" } });
  expect(requested.body.explanations.map(({ places, verdict }) => [places[0]?.label, verdict])).toEqual([
    ["Hacker News", "too-old"],
    ["r/smallbusiness", "place"],
  ]);
});

test("lists the places of many stories as fast with statistics from before them", async () => {
  const user = { id: getId("many1"), pendingBulkUpdates: [] };
  const ratio = await getRowRatio(
    () =>
      createMatches("many", { users: 1, watches: 400, perKeyword: 2, items: 40, isJoined: true, story: "i" }),
    (tx) => listPlaces(tx, user, { among: ["reddit"], whole: ["reddit"], text: "", max: 20 }),
  );
  expect(ratio).toBeLessThan(10);
});
