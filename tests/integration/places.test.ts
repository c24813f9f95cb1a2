import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as keywords from "@/app/api/keywords/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as list from "@/app/api/notifications/route";
import * as search from "@/app/api/places/search/route";
import * as validate from "@/app/api/places/validate/route";
import * as sites from "@/app/api/sites/route";
import type { ChoicesResponse, GroupedResponse, NotificationView } from "@/contract/notification";
import type { PlaceResponse, PlacesResponse, SitesResponse } from "@/contract/place-queries";
import type { WatchView } from "@/contract/watch";
import { prisma } from "@/server/platform/database";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { call } from "../support/request";
import { signedIn } from "../support/signed-in";

let sandbox: StartedSandbox;
let person: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  const url = `${sandbox.url}/reddit`;
  Object.assign(process.env, { REDDIT_AUTH_URL: url, REDDIT_API_URL: url });
});
beforeEach(async () => {
  sandbox.sandbox.reset();
  await prisma().placeLookup.deleteMany();
  await prisma().budget.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

type StreamReport = { watch: WatchView; errors?: Record<string, string[]> };
const webdev = { site: "reddit", name: "webdev", label: "r/webdev", url: "https://www.reddit.com/r/webdev/" };
const make = (body: object) =>
  person.request<StreamReport>(keywords, "POST", "/keywords", { body: { keyword: "tidewater", ...body } });
const put = (id: string, body: object) =>
  person.request<StreamReport>(keyword, "PUT", `/keywords/${id}`, { params: { id }, body });

test("lists sites without authentication", async () => {
  const { status, body } = await call<SitesResponse>(sites.GET, "GET", "/api/sites");
  expect(status).toBe(200);
  expect(body.sites).toContainEqual({
    id: "reddit",
    name: "Reddit",
    placeWord: "subreddit",
    hasAll: true,
    isOn: true,
  });
});

test.each([
  ["site=reddit&name=webdev", { exists: true, ...webdev }],
  ["name=https://old.reddit.com/r/webdev/comments/1a2b/x/", { exists: true, ...webdev }],
  ["name=www.reddit.com/r/webdev", { exists: true, ...webdev }],
  ["site=reddit&name=ALL", { exists: true, name: "all", label: "r/all" }],
  ["site=reddit&name=nobody_took_this", { exists: false, reason: "This subreddit doesn't exist on Reddit" }],
  ["site=reddit&name=ab", { exists: false, reason: "This subreddit doesn't exist on Reddit" }],
  ["name=https://elsewhere.example/", { exists: false, site: null, url: null }],
  ["site=elsewhere&name=webdev", { exists: false, site: null }],
])("resolves a place by name or URL: %s", async (query, expected) => {
  const found = await person.request<PlaceResponse>(validate, "GET", `/places/validate?${query}`);
  expect(found).toMatchObject({ status: 200, body: expected });
});

test("searches places of a site by prefix; an unknown site has none", async () => {
  const find = async (query: string) =>
    (await person.request<PlacesResponse>(search, "GET", `/places/search?${query}`)).body.places;
  expect(await find("site=reddit&q=r/webd")).toContainEqual(webdev);
  expect(await find("site=elsewhere&q=webd")).toEqual([]);
  expect((await person.request(search, "GET", "/places/search?q=webd")).status).toBe(400);
});

test("places and subreddits define the same watch, and both are returned", async () => {
  const places = [{ site: "reddit", name: "r/webdev" }];
  const { status, body } = await make({ places });
  expect([status, body.watch.places, body.watch.subreddits]).toEqual([201, [webdev], ["webdev"]]);
  expect(await make({ subreddits: ["WebDev"] })).toMatchObject({
    status: 409,
    body: { code: "KEYWORD_EXISTS" },
  });
  const changed = await put(body.watch._id, { places: [{ site: "reddit", name: "all" }] });
  expect(changed.body.watch).toMatchObject({ subreddits: ["all"], places: [{ name: "all" }] });
  const retained = await put(body.watch._id, { notes: "n" });
  expect(retained.body.watch.subreddits).toEqual(["all"]);
});

test.each<[string, object, string]>([
  ["both fields", { subreddits: ["webdev"], places: [{ site: "reddit", name: "webdev" }] }, "places"],
  ["no place", { places: [] }, "places"],
  ["an unknown site", { places: [{ site: "elsewhere", name: "all" }] }, "places"],
  ["a bad name", { places: [{ site: "reddit", name: "ab" }] }, "places"],
  ["51", { places: Array.from({ length: 51 }, (_, n) => ({ site: "reddit", name: `name${n}` })) }, "places"],
])("rejects new and changed watches with %s", async (_name, body, field) => {
  const watch = await createWatch(person.user, { keyword: "kettle" });
  for (const { status, body: result } of [await make(body), await put(watch.id, body)]) {
    expect([status, Object.keys(result.errors ?? {})]).toEqual([400, [field]]);
  }
});

test("filters lists and choices by site and place", async () => {
  const watch = await createWatch(person.user, { keyword: "tidewater" });
  await createNotification(watch, { item: { place: "webdev" } });
  await createNotification(watch, { item: { place: "freelance" } });
  const found = async (query: string) =>
    (await person.request<NotificationView[]>(list, "GET", `/notifications?${query}`)).body.length;
  expect(await found("site=reddit")).toBe(2);
  expect(await found("site=reddit&place=r/WebDev")).toBe(1);
  expect(await found("site=elsewhere")).toBe(0);
  expect(await found("site=constructor&place=x")).toBe(0);
  for (const query of ["place=webdev", "site=reddit&subreddit=webdev"]) {
    expect((await person.request(list, "GET", `/notifications?${query}`)).status).toBe(400);
  }
  const offered = async (q: string) =>
    (await person.request<ChoicesResponse>(choices, "GET", `/notifications/choices?of=place&q=${q}`)).body;
  expect(await offered("r/web")).toEqual({ choices: ["r/webdev"], places: [webdev] });
  expect((await offered("reddit")).choices).toEqual(["r/freelance", "r/webdev"]);
  const [group] = (await person.request<GroupedResponse>(grouped, "GET", "/notifications/grouped")).body
    .groupedNotifications;
  expect(group!.places.map(({ label }) => label).sort()).toEqual(["r/freelance", "r/webdev"]);
  expect(group!.subreddits.toSorted()).toEqual(["freelance", "webdev"]);
  const free = await signedIn("free");
  const refused = await free.request(list, "GET", "/notifications?site=reddit");
  expect(refused).toMatchObject({ status: 403, body: { code: "PRO_REQUIRED" } });
});
