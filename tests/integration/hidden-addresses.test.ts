import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import * as profile from "@/app/api/users/profile/route";
import * as account from "@/app/api/users/export/route";
import * as coverage from "@/app/api/coverage/route";
import * as keywordsFile from "@/app/api/keywords/export/route";
import * as imported from "@/app/api/keywords/import/route";
import * as preview from "@/app/api/keywords/preview/route";
import * as keyword from "@/app/api/keywords/[id]/route";
import * as keywords from "@/app/api/keywords/route";
import * as choices from "@/app/api/notifications/choices/route";
import * as grouped from "@/app/api/notifications/grouped/route";
import * as list from "@/app/api/notifications/route";
import * as search from "@/app/api/places/search/route";
import * as validate from "@/app/api/places/validate/route";
import * as views from "@/app/api/views/route";
import type { CoverageResponse } from "@/contract/coverage";
import type { ChoicesResponse, GroupedResponse, NotificationView } from "@/contract/notification";
import type { SavedViewsResponse } from "@/contract/notification-query";
import type { PlaceResponse, PlacesResponse } from "@/contract/place-queries";
import type { PreviewResponse } from "@/contract/preview";
import type { WatchListResponse, WatchView } from "@/contract/watch";
import { env } from "@/env";
import { isHiddenName } from "@/domain/reading/hidden-name";
import { getHealth } from "@/server/operation/health";
import { retain } from "@/server/operation/retention";
import { pool, prisma } from "@/server/platform/database";
import { Budget } from "@/server/reading/budget";
import { poll } from "@/server/reading/poll";
import { connected } from "@/server/reading/site";
import { WatchSet } from "@/server/recording/watch-set";
import { sites } from "@/sites/registry";
import { factoryPassword } from "../../prisma/factories";
import { signedIn } from "../support/signed-in";

/** A part of each URL, used to find leaks. */
const secret = "hushhush0123456789";
type Person = Awaited<ReturnType<typeof signedIn>>;
let origin = "";
let person: Person;
/** A host with feeds at /NAME/feed: their entries, redirects and requests. */
const host = {
  entries: [] as { feed: string; title: string; link: string }[],
  moved: new Map<string, string>(),
  requested: [] as string[],
};
const server = createServer((request, response) => {
  const [, feed = ""] = /^\/(\w+)\/feed/.exec(request.url ?? "") ?? [];
  host.requested.push(feed);
  const movedTo = host.moved.get(feed);
  if (movedTo !== undefined) return void response.writeHead(301, { location: movedTo }).end();
  const items = host.entries
    .filter((entry) => entry.feed === feed)
    .map(
      ({ title, link }, at) =>
        `<item><title>${title}</title><link>${link}</link><guid>${feed}-${at}</guid></item>`,
    );
  const text = `<rss version="2.0"><channel><title>The ${feed}</title><link>${address(feed)}</link>${items.join("")}</channel></rss>`;
  response.writeHead(200, { "content-type": "application/rss+xml" }).end(text);
});
const write = (feed: string, title: string, link = `${origin}/posts/${host.entries.length}`) =>
  void host.entries.push({ feed, title, link });

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const { port } = server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  process.env.LOCAL_ADDRESSES = `127.0.0.1:${port}`;
});
beforeEach(async () => {
  Object.assign(host, { entries: [], requested: [] });
  host.moved.clear();
  await pool().query(
    `TRUNCATE "User", "Place", "PlaceLookup", "PlaceAddress", "RecentItem", "Item", "Notification", "Gap", "Budget", "ListRead" CASCADE`,
  );
  person = await signedIn("pro");
});
afterAll(() => new Promise((done) => server.close(done)));

const address = (name: string) => `${origin}/${name}/feed?token=${secret}`;
const feeds = (...names: string[]) => names.map((name) => ({ site: "feeds", name: address(name) }));
type StreamReport = { watch: WatchView };
const make = (body: object, who: Person = person) =>
  who.request<StreamReport>(keywords, "POST", "/keywords", { body });
const watchFeed = async (name: string, who: Person = person, word = "tidewater") =>
  (await make({ keyword: word, places: feeds(name) }, who)).body.watch;
const stored = () => prisma().placeAddress.findMany({ orderBy: { id: "asc" } });

async function pollOnce() {
  const clock = () => new Date();
  const time = { clock, deadline: new Date(Date.now() + 60_000), faults: [] };
  const site = connected("feeds");
  const budget = new Budget({
    ...{ ...sites.feeds!.allowance(), window: site.window, clock },
    sleep: async () => undefined,
  });
  await pool().query(`UPDATE "ListRead" SET "nextReadAt" = now() - interval '1 minute'`);
  await pool().query(`UPDATE "PlaceRead" SET "nextAttemptAt" = NULL`);
  return poll(time, [{ ...time, faults: [], site, budget }], {
    ...{ watches: new WatchSet(), intervalMs: 60_000 },
    sendMessages: async () => undefined,
  });
}

/** Every value of every table as text, bytes too. */
async function wholeDatabase(): Promise<string> {
  const { rows: columns } = await pool().query<{ table: string; name: string; type: string }>(
    `SELECT c.table_name AS "table", c.column_name AS "name", c.udt_name AS "type" FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name) WHERE table_schema = 'public' AND t.table_type = 'BASE TABLE'`,
  );
  const texts = [];
  for (const { table, name, type } of columns) {
    const value = type === "bytea" ? `encode("${name}", 'escape')` : `"${name}"::text`;
    const { rows } = await pool().query<{ text: string | null }>(`SELECT ${value} AS text FROM "${table}"`);
    texts.push(...rows.map(({ text }) => `${table}.${name} ${text}`));
  }
  return texts.join("\n");
}
const leaks = async () =>
  (await wholeDatabase()).split("\n").filter((row) => /hushhush|tidings\/feed/.test(row));

test("a feed's address is in no column in clear, and its user sees it everywhere", async () => {
  const found = await person.request<PlaceResponse>(
    validate,
    "GET",
    `/places/validate?name=${encodeURIComponent(address("tidings"))}`,
  );
  expect(found.body).toMatchObject({ exists: true, name: address("tidings"), label: "The tidings" });
  const watch = await watchFeed("tidings");
  expect(watch.places).toMatchObject(feeds("tidings"));
  await pollOnce();
  write("tidings", "Tidewater is down");
  expect(await pollOnce()).toMatchObject({ notifications: 1 });
  host.moved.set("tidings", address("ledger"));
  await pollOnce();
  const filters = { status: "all", site: "feeds", place: address("tidings") };
  const saved = await person.request(views, "POST", "/views", { body: { name: "Mine", filters } });
  expect(saved.body.view).toMatchObject({ filters });
  expect(await leaks()).toEqual([]);
  const send = <T>(route: Parameters<Person["request"]>[0], path: string) =>
    person.request<T>(route, "GET", path);
  const named = expect.objectContaining({ name: address("tidings") });
  const place = `site=feeds&place=${encodeURIComponent(address("tidings"))}`;
  expect((await send<WatchListResponse>(keywords, "/keywords")).body.watches[0]!.places).toEqual([named]);
  for (const path of ["/notifications", `/notifications?${place}`]) {
    const { body } = await send<NotificationView[]>(list, path);
    expect([path, body.map(({ redditPost }) => redditPost.place)]).toEqual([path, [named]]);
  }
  const groups = await send<GroupedResponse>(grouped, `/notifications/grouped?${place}`);
  expect(groups.body.groupedNotifications).toMatchObject([{ places: [named] }]);
  expect((await send<CoverageResponse>(coverage, "/coverage")).body.places).toMatchObject([named]);
  expect((await send<SavedViewsResponse>(views, "/views")).body.views[0]!.filters.place).toBe(
    address("tidings"),
  );
  const offered = await send<ChoicesResponse>(choices, "/notifications/choices?of=place");
  expect(offered.body.places).toEqual([named]);
  expect((await send<PlacesResponse>(search, "/places/search?site=feeds&q=tidings")).body.places).toEqual([
    named,
  ]);
  for (const [file, path] of [
    [account, "/users/export"],
    [keywordsFile, "/keywords/export"],
  ] as const) {
    const { body } = await send(file, path);
    expect([path, JSON.stringify(body)]).toEqual([path, expect.stringContaining(address("tidings"))]);
    expect(JSON.stringify(body)).not.toContain("/~");
  }
  const tried = { body: { keyword: "tidewater", places: feeds("tidings") } };
  const forecast = await person.request<PreviewResponse>(preview, "POST", "/keywords/preview", tried);
  expect(forecast.body.preview).toMatchObject({
    matched: 1,
    examples: [{ place: { name: address("tidings") } }],
  });
  expect(await leaks()).toEqual([]);
});

test("it is deleted with the last watch that names it, however that ends", async () => {
  const other = await signedIn("pro");
  const mine = await watchFeed("tidings");
  const theirs = await watchFeed("tidings", other);
  expect(await stored()).toHaveLength(1);
  expect(mine.places).toEqual(theirs.places);
  const remove = (id: string, who: Person) =>
    who.request(keyword, "DELETE", `/keywords/${id}`, { params: { id } });
  await remove(mine._id, person);
  expect(await stored()).toHaveLength(1);
  await remove(theirs._id, other);
  expect(await stored()).toEqual([]);

  const changed = await watchFeed("tidings");
  const params = { id: changed._id };
  const put = (body: object) =>
    person.request<StreamReport>(keyword, "PUT", `/keywords/${changed._id}`, { params, body });
  expect((await put({ notes: "the same places" })).status).toBe(200);
  expect(
    (await put({ places: [...feeds("tidings"), { site: "reddit", name: "webdev" }] })).body.watch.places,
  ).toHaveLength(2);
  expect(await stored()).toHaveLength(1);
  await put({ places: [{ site: "reddit", name: "webdev" }] });
  expect(await stored()).toEqual([]);

  await watchFeed("ledger");
  await person.request(profile, "DELETE", "/users/profile", { body: { password: factoryPassword } });
  expect(await stored()).toEqual([]);
  expect(await leaks()).toEqual([]);
});

test("matches stay with their user after the address is deleted, and can be filtered", async () => {
  const watch = await watchFeed("tidings");
  await pollOnce();
  write("tidings", "Tidewater is down");
  await pollOnce();
  await person.request(keyword, "DELETE", "/keywords/x", { params: { id: watch._id } });
  const send = async (path: string) => (await person.request<NotificationView[]>(list, "GET", path)).body;
  const { place } = await prisma().notification.findFirstOrThrow();
  expect(isHiddenName(place)).toBe(true);
  expect(await send(`/notifications?site=feeds&place=${encodeURIComponent(place)}`)).toHaveLength(1);
  expect(await send(`/notifications?site=feeds&place=${encodeURIComponent(address("tidings"))}`)).toEqual([]);
});

test("another user's hidden name gives no access", async () => {
  await watchFeed("tidings");
  const { name } = (await stored())[0]!;
  const thief = await signedIn("pro");
  const used = await make({ keyword: "tidewater", places: [{ site: "feeds", name }] }, thief);
  expect(used.body.watch.places).toMatchObject([{ name }]);
  expect(JSON.stringify(used.body)).not.toContain(secret);
  const rows = await stored();
  expect(rows).toHaveLength(2);
  const watches = await prisma().watch.findMany({ where: { userId: thief.user.id } });
  expect(watches[0]!.places).toEqual([`feeds:${rows.find((row) => row.name !== name)!.name}`]);
});

test("an import stores all addresses of its file, and detects existing ones", async () => {
  await watchFeed("tidings");
  const line = (word: string, name: string) => `${word},feeds:${address(name)}
`;
  const text = `Keyword,Places
${line("tidewater", "tidings")}${line("ledger", "ledger")}${line("ledger", "ledger")}`;
  const send = (commit: boolean, more: object = {}) =>
    person.request<{ watches: { places: object[] }[]; existing: object[]; preview: string }>(
      imported,
      "POST",
      "/keywords/import",
      { body: { text, commit, ...more } },
    );
  const first = await send(false);
  expect(first.body.watches.map(({ places }) => places)).toEqual([feeds("ledger")]);
  expect(first.body.existing).toHaveLength(2);
  expect(await stored()).toHaveLength(1);
  const done = await send(true, { preview: first.body.preview });
  expect(done.status).toBe(200);
  expect(await stored()).toHaveLength(2);
  expect((await send(false)).body.existing).toHaveLength(3);
  expect(await leaks()).toEqual([]);
});

test("two users who add and remove the same address in parallel leave no watch without it", async () => {
  const both = [person, await signedIn("pro")];
  for (let round = 0; round < 15; round++) {
    const mine = await watchFeed("tidings", both[round % 2]);
    const [, made] = await Promise.all([
      both[round % 2]!.request(keyword, "DELETE", "/keywords/x", { params: { id: mine._id } }),
      make({ keyword: "tidewater", places: feeds("tidings") }, both[(round + 1) % 2]),
    ]);
    expect(made.status).toBe(201);
    const { rows } = await pool().query<{ missing: string }>(
      `SELECT p AS missing FROM "Watch" w, unnest(w."places") AS p WHERE p LIKE 'feeds:%'
         AND NOT EXISTS (SELECT FROM "PlaceAddress" a WHERE 'feeds:' || a."name" = p)`,
    );
    expect(rows).toEqual([]);
    await prisma().watch.deleteMany();
  }
});

test("retention deletes an address a day after its last lookup, successful or not", async () => {
  await person.request(validate, "GET", `/places/validate?name=${encodeURIComponent(address("tidings"))}`);
  const dayMs = 86_400_000;
  const later = (ms: number) => retain(new Date(Date.now() + ms), () => true);
  await later(dayMs - 60_000);
  expect(await stored()).toHaveLength(1);
  await later(dayMs + 60_000);
  expect(await stored()).toEqual([]);
  await watchFeed("tidings");
  await later(40 * dayMs);
  expect(await stored()).toHaveLength(1);
});

test("with a new key addresses are found, read and encrypted again, and health counts the rest", async () => {
  const keys = env().ENCRYPTION_KEY;
  const named = ({ places }: WatchView) => places.map(({ name }) => name);
  const encrypted = async () => (await getHealth()).checks.encryption;
  try {
    const watch = await watchFeed("tidings");
    host.moved.set("tidings", address("ledger"));
    await pollOnce();
    const before = await prisma().listRead.findFirstOrThrow();
    expect(before.movedTo).toMatch(/^[\w-]{8}\./);
    Object.assign(env(), { ENCRYPTION_KEY: [randomBytes(32).toString("base64url"), ...keys] });
    expect(named(await watchFeed("tidings", await signedIn("pro")))).toEqual(named(watch));
    expect(await stored()).toHaveLength(1);
    expect(await encrypted()).toEqual({ ok: true, detail: "1 still encrypted with an old key" });
    await retain(new Date(), () => true);
    expect(await encrypted()).toEqual({ ok: true });
    Object.assign(env(), { ENCRYPTION_KEY: env().ENCRYPTION_KEY.slice(0, 1) });
    expect(named(await watchFeed("tidings", await signedIn("pro")))).toEqual(named(watch));
    const after = await prisma().listRead.findFirstOrThrow();
    expect(after.movedTo).not.toBe(before.movedTo);
    host.requested = [];
    await pollOnce();
    expect(host.requested).toEqual(["ledger"]);

    // Without a valid key the place reports an error and isn't read.
    Object.assign(env(), { ENCRYPTION_KEY: [randomBytes(32).toString("base64url")] });
    host.requested = [];
    await pollOnce();
    expect(host.requested).toEqual([]);
    expect(await prisma().placeRead.findFirst({ where: { kind: "post" } })).toMatchObject({
      lastError: "Its URL can't be decrypted",
    });
  } finally {
    Object.assign(env(), { ENCRYPTION_KEY: keys });
  }
});

test("an entry with a link to its feed is shown without the address", async () => {
  await watchFeed("tidings");
  await pollOnce();
  write("tidings", "tidewater", `${address("tidings")}#v1`);
  expect([await pollOnce(), await leaks()]).toMatchObject([{ notifications: 1 }, []]);
  expect(await prisma().item.findFirstOrThrow()).toMatchObject({ url: `${origin}/` });
});
