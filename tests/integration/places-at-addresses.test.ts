import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as coverage from "@/app/api/coverage/route";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as keywords from "@/app/api/keywords/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as notifications from "@/app/api/notifications/route";
import * as search from "@/app/api/places/search/route";
import * as validate from "@/app/api/places/validate/route";
import type { CoverageResponse } from "@/contract/coverage";
import type { GroupedResponse, NotificationView } from "@/contract/notification";
import type { PlaceResponse, PlacesResponse } from "@/contract/place-queries";
import type { WatchListResponse, WatchView } from "@/contract/watch";
import { pool, prisma } from "@/server/platform/database";
import { getFeed } from "@/server/notifications/feeds";
import { setFeedSecret } from "@/server/notifications/statements/feeds";
import { log } from "@/server/platform/log";
import { scrapeMetrics } from "@/server/operation/metrics";
import { tokenHash } from "@/server/platform/tokens";
import { failReads, syncReads } from "@/server/reading/statements/reads";
import { startSandbox, type StartedSandbox } from "../../sandbox/server";
import { signedIn } from "../support/signed-in";
import "../support/parallel-connections";
import { warmThreads } from "../support/warm-threads";

let sandbox: StartedSandbox;
let base = "";
let person: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  sandbox = await startSandbox({ stream: false, historyHours: 0 });
  base = `http://127.0.0.1:${sandbox.placesPort}/feeds`;
  process.env.LOCAL_ADDRESSES = `127.0.0.1:${sandbox.placesPort}`;
  await warmThreads();
});
beforeEach(async () => {
  sandbox.sandbox.reset();
  await prisma().watch.deleteMany();
  await prisma().place.deleteMany();
  await prisma().placeLookup.deleteMany();
  await prisma().budget.deleteMany();
  person = await signedIn("pro");
});
afterAll(() => sandbox.close());

const request = async (name: string, who = person) =>
  (await who.request<PlaceResponse>(validate, "GET", `/places/validate?name=${encodeURIComponent(name)}`))
    .body;
const find = async (q: string, who = person) =>
  (await who.request<PlacesResponse>(search, "GET", `/places/search?site=feeds&q=${encodeURIComponent(q)}`))
    .body.places;
type StreamReport = { watch: WatchView; errors?: Record<string, string[]> };
const make = (names: readonly string[], who = person, word = "tidewater") =>
  who.request<StreamReport>(keywords, "POST", "/keywords", {
    body: { keyword: word, places: names.map((name) => ({ site: "feeds", name })) },
  });
/** Returns the latest watch and the stored name of its only place. */
async function storedPlace() {
  const watch = await prisma().watch.findFirstOrThrow({ orderBy: { id: "desc" } });
  return { watch, stored: watch.places[0]!.replace(/^feeds:/, "") };
}
const many = (host: string, count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => `https://${host}/feed/${from + n}`);

test("resolves a feed URL, or a page that links to a feed, to its title and contents", async () => {
  for (let n = 0; n < 3; n += 1) sandbox.feeds.world.write("tidings", { title: `Number ${n}` });
  const expected = {
    ...{ exists: true, site: "feeds", name: `${base}/tidings/feed` },
    ...{ label: "Tidings of the harbour", url: `${base}/tidings` },
    found: { items: 3, newestAt: expect.stringMatching(/Z$/) },
  };
  expect(await request(`${base}/tidings/feed`)).toEqual(expected);
  expect(await request(`${base}/tidings`)).toEqual(expected);
});

test("returns the reason if there is no feed, and no site for an unknown host", async () => {
  const none = await request(`${base}/nothing/feed`);
  expect(none).toMatchObject({
    exists: false,
    site: "feeds",
    url: null,
    reason: "The feed no longer exists",
  });
  sandbox.failures.set({ mode: "html", status: 200, service: "feeds" });
  expect(await request(`${base}/tidings/feed`)).toMatchObject({ reason: "This is a web page, not a feed" });
  const inside = await request("http://169.254.169.254/latest/meta-data");
  expect(inside).toMatchObject({ exists: false, reason: "This URL isn't allowed" });
  const ours = await request("http://localhost:3000/feed");
  expect(ours).toMatchObject({ exists: false, reason: "This URL isn't allowed" });
  expect(await request("blog.nobody.example")).toMatchObject({ exists: false, site: null });
});

test("labels a watch with its feed title, hidden from users who don't know the URL", async () => {
  await request(`${base}/ledger/feed`);
  const made = await make([`${base}/Ledger/feed`, `${base}/ledger/feed`]);
  expect(made.status).toBe(201);
  expect(made.body.watch.places.map(({ label }) => label)).toEqual([
    `127.0.0.1:${sandbox.placesPort}`,
    "The ledger",
  ]);
  const { watches } = (await person.request<WatchListResponse>(keywords, "GET", "/keywords")).body;
  expect(watches[0]!.places[1]!.label).toBe("The ledger");
  expect((await find("edger")).map(({ label }) => label)).toEqual([
    `127.0.0.1:${sandbox.placesPort}`,
    "The ledger",
  ]);

  const other = await signedIn("pro");
  expect(await find("edger", other)).toEqual([]);
  expect(await find("127.0.0.1", other)).toEqual([]);
  expect((await find("github", other)).map(({ label }) => label)).toEqual(["The GitHub Blog"]);
  const result = await other.request<WatchListResponse>(keywords, "GET", "/keywords");
  expect(JSON.stringify(result.body)).not.toContain("ledger");
});

test("shows the feed title with matches everywhere", async () => {
  await request(`${base}/kettle/feed`);
  await make([`${base}/kettle/feed`]);
  const { watch, stored } = await storedPlace();
  await createNotification(watch, { item: { site: "feeds", place: stored, title: "tidewater" } });
  const { body } = await person.request<NotificationView[]>(notifications, "GET", "/notifications");
  const place = { name: `${base}/kettle/feed`, label: "Kettle notes", url: `${base}/kettle` };
  expect(body[0]!.redditPost).toMatchObject({ site: "feeds", place, subreddit: "Kettle notes" });
  await setFeedSecret(person.user.id, tokenHash("of-this-test"));
  const atom = await (await getFeed(new Request("http://localhost:3000/"), "of-this-test")).text();
  expect(atom).toContain("Kettle notes");
  const groups = await person.request<GroupedResponse>(grouped, "GET", "/notifications/grouped");
  expect(groups.body.groupedNotifications[0]!.places).toEqual([{ site: "feeds", ...place }]);
});

test("shows a feed's error in coverage, only to its watchers", async () => {
  await make([`${base}/tidings/feed`]);
  const now = new Date();
  await syncReads(pool(), now);
  const failed = {
    site: "feeds",
    places: [(await storedPlace()).stored],
    error: "Timed out",
    now,
    nextAttemptAt: null,
  };
  await failReads(pool(), { ...failed, kind: "post" });
  const seen = async (who: typeof person) =>
    (await who.request<CoverageResponse>(coverage, "GET", "/coverage")).body;
  expect((await seen(person)).places).toMatchObject([{ health: "ok", reason: "Timed out" }]);
  expect(await seen(person)).toMatchObject({ sites: [{ id: "feeds", status: "ok" }] });
  expect(JSON.stringify(await seen(await signedIn("pro")))).not.toContain("tidings");
});

test("keeps feed URLs out of logs and metrics", async () => {
  const said: unknown[] = [];
  for (const level of ["error", "warn", "info", "debug"] as const)
    vi.spyOn(log(), level).mockImplementation((...parts: unknown[]) => void said.push(parts));
  await request(`${base}/tidings/feed?token=hushhush`);
  await request(`${base}/nothing/feed?token=hushhush`);
  await make([`${base}/tidings/feed?token=hushhush`]);
  await syncReads(pool(), new Date());
  expect(JSON.stringify(said) + (await (await scrapeMetrics()).text())).not.toMatch(/hushhush|tidings/);
  vi.restoreAllMocks();
});

test("Free allows ten distinct feeds over all watches; existing ones can stay", async () => {
  const free = await signedIn("free");
  expect((await make(many("one.example", 6), free, "one")).status).toBe(201);
  expect((await make(many("one.example", 10), free, "two")).status).toBe(201);
  const refused = await make(many("one.example", 1, 10), free, "three");
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { places: ["You can watch up to 10 places added by URL (more on Pro). Remove one first."] },
  ]);
  // Created while the account was on Pro.
  const watch = await createWatch(free.user, {
    keyword: "four",
    places: many("two.example", 20).map((name) => `feeds:${name}`),
  });
  const put = (names: readonly string[]) =>
    free.request<StreamReport>(keyword, "PUT", `/keywords/${watch.id}`, {
      params: { id: watch.id },
      body: { places: names.map((name) => ({ site: "feeds", name })) },
    });
  expect((await put(many("two.example", 19))).status).toBe(200);
  expect((await put(many("two.example", 20))).status).toBe(400);
});

test("Pro allows 200 feeds", async () => {
  for (let n = 0; n < 4; n += 1)
    expect((await make(many(`host${n}.example`, 50), person, `word ${n}`)).status).toBe(201);
  const refused = await make(["https://more.example/feed"], person, "more");
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { places: ["You can watch up to 200 places added by URL. Remove one first."] },
  ]);
});

test("a host can have any number of feeds; above 100 they are read less often", async () => {
  const others = await Promise.all(Array.from({ length: 4 }, () => signedIn("pro")));
  const made = await Promise.all(others.map((who, n) => make(many("busy.example", 30, n * 30), who)));
  expect(made.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  await syncReads(pool(), new Date());
  const mine = await make(many("busy.example", 1, 500));
  expect(mine.status).toBe(201);
  const { stored } = await storedPlace();
  await syncReads(pool(), new Date());
  const seen = async () => (await person.request<CoverageResponse>(coverage, "GET", "/coverage")).body.places;
  expect((await seen())[0]).not.toHaveProperty("slowdown");
  await prisma().place.updateMany({ where: { name: stored }, data: { slowdown: 1.5 } });
  expect(await seen()).toMatchObject([{ slowdown: 1.5 }]);
});
