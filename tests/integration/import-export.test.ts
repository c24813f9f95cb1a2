import XLSX from "@e965/xlsx";
import { parseCsv } from "hucre/csv";
import { afterEach, expect, test, vi } from "vitest";
import { createNotification, createWatch } from "../../prisma/factories";
import * as watchFile from "@/app/api/keywords/export/route";
import * as watchImport from "@/app/api/keywords/import/route";
import * as keywords from "@/app/api/keywords/route";
import * as exported from "@/app/api/notifications/export/route";
import * as download from "@/app/api/notifications/export/[token]/route";
import type { ExportAddress, ExportedNotification } from "@/contract/notification";
import type { WatchListResponse } from "@/contract/watch";
import type { ImportResponse } from "@/contract/watch-import";
import { pool, prisma } from "@/server/platform/database";
import { documented } from "../support/documented";
import { explained } from "../support/explained";
import { createManyNotifications } from "../support/many-notifications";
import { signedIn } from "../support/signed-in";
import { testSettings } from "../support/settings";
import "../support/parallel-connections";

afterEach(() => vi.useRealTimers());

const at = (path: string) => `${testSettings.APP_URL}/api${path}`;
type Person = Awaited<ReturnType<typeof signedIn>>;

async function file(person: Person, handler: typeof exported.GET, path: string): Promise<Response> {
  return documented(handler)(new Request(at(path), { headers: { authorization: person.bearer } }));
}
const matchesOf = async (person: Person, query: string) =>
  (await (
    await file(person, exported.GET, `/notifications/export?${query}`)
  ).json()) as ExportedNotification[];

const hostile = [
  "=1+1",
  "+1",
  "-2+3",
  "@SUM(A1)",
  "\t=1",
  "\r=1",
  "'=1",
  'say "=1"',
  "fine, really",
  "two\nlines",
];

test("exports filtered matches as CSV and JSON without spreadsheet formulas", async () => {
  const person = await signedIn("pro");
  const watch = await createWatch(person.user, { keyword: "=invoice" });
  for (const [n, title] of hostile.entries())
    await createNotification(watch, {
      status: n % 2 === 0 ? "unread" : "read",
      createdAt: new Date(1_700_000_000_000 + n),
      item: { title, content: `${title} in text`, author: "a" },
    });
  await createNotification(watch, {
    status: "archived",
    item: { title: "gone", author: "who", blankedAt: new Date() },
  });
  await createNotification(watch, { deletedAt: new Date(), item: { title: "deleted" } });

  const response = await file(person, exported.GET, "/notifications/export?format=csv&sort=oldest");
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="earshot-matches.csv"');
  const text = await response.text();
  const book = XLSX.read(new TextEncoder().encode(text), { type: "array", raw: false });
  const sheet = book.Sheets[book.SheetNames[0]!]!;
  const cells = Object.entries(sheet).filter(([name]) => !name.startsWith("!")) as [
    string,
    XLSX.CellObject,
  ][];
  expect(cells.length).toBeGreaterThan(100);
  expect(cells.filter(([, cell]) => cell.f !== undefined)).toEqual([]);
  const [titles, ...rows] = parseCsv(text) as string[][];
  expect(titles).toContain("Title");
  const column = titles!.indexOf("Title");
  expect(rows.map((row) => row[column])).toEqual([
    ...[
      "'=1+1",
      "'+1",
      "'-2+3",
      "'@SUM(A1)",
      "'\t=1",
      "'\r=1",
      "''=1",
      'say "=1"',
      "fine, really",
      "two\nlines",
    ],
    "[deleted on Reddit]",
  ]);
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  expect(text).not.toContain("who");

  const getTitles = async (query: string) =>
    (await matchesOf(person, `format=json&sort=oldest&${query}`)).map(({ redditPost }) => redditPost.title);
  expect(await getTitles("")).toEqual([...hostile, "[deleted on Reddit]"]);
  expect(await getTitles("status=read")).toEqual(hostile.filter((_, n) => n % 2 === 1));
  expect(await getTitles("q=really")).toEqual(["fine, really"]);
  expect(await getTitles("keyword=nothing")).toEqual([]);
  const free = await signedIn();
  expect((await file(free, exported.GET, "/notifications/export?q=x")).status).toBe(403);
});

test("exports pages without gaps and stops when the client disconnects", async () => {
  const person = await signedIn();
  const watch = await createWatch(person.user, { keyword: "many" });
  await createManyNotifications([watch], 1_234);
  const all = await matchesOf(person, "format=json");
  expect([all.length, new Set(all.map(({ _id }) => _id)).size]).toEqual([1_234, 1_234]);

  const response = await file(person, exported.GET, "/notifications/export");
  const spied = vi.spyOn(pool(), "query");
  const reader = response.body!.getReader();
  await reader.read();
  await reader.read();
  const requested = spied.mock.calls.length;
  await new Promise((resolve) => setTimeout(resolve, 50));
  // No pages are fetched while the client doesn't read.
  expect(spied.mock.calls.length).toBe(requested);
  await reader.cancel();
  expect(await reader.closed.then(() => "ended")).toBe("ended");
  expect(spied.mock.calls.length).toBe(requested);
  spied.mockRestore();
  // The prefetched page has arrived and its connection is free again.
  await expect.poll(() => pool().idleCount).toBe(pool().totalCount);
});

test("uses the item index for each page, even if a sequential scan looks cheaper", async () => {
  const person = await signedIn();
  await createManyNotifications([await createWatch(person.user, { keyword: "many" })], 30_000);
  const plans = await explained(async () =>
    expect(await matchesOf(person, "format=json")).toHaveLength(30_000),
  );
  const pages = plans.filter((plan) => plan.includes("Item_pkey"));
  expect(pages.length).toBeGreaterThan(30);
  for (const plan of pages) expect(plan).not.toContain('Seq Scan on "Item" i');
});

test("a download link works only once, for a minute and while its session is active", async () => {
  const person = await signedIn();
  await createNotification(await createWatch(person.user), { item: { title: "one of mine" } });
  const open = async () =>
    (
      await person.request<ExportAddress>(exported, "POST", "/notifications/export", {
        body: { format: "json" },
      })
    ).body;
  const read = ({ url }: ExportAddress) =>
    documented(download.GET)(new Request(url), {
      params: Promise.resolve({ token: url.split("/").at(-1)! }),
    });

  const first = await open();
  expect(first.url).not.toContain(person.user.id);
  const response = await read(first);
  expect([response.status, response.headers.get("cache-control")]).toEqual([200, "no-store"]);
  expect(await response.text()).toContain("one of mine");
  expect((await read(first)).status).toBe(404);
  for (const end of [".", ".2", "~", "="])
    expect((await read({ ...first, url: `${first.url}${end}` })).status).toBe(404);
  // The same in another process, even if the rate limit store is down: in-process counts don't matter.
  Reflect.deleteProperty(globalThis, "earshotOwnLimiters");
  expect((await read(first)).status).toBe(404);
  // With concurrent requests, the link works only once.
  const raced = await open();
  const all = await Promise.all(Array.from({ length: 8 }, () => read(raced)));
  expect(all.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(7).fill(404)]);
  await Promise.all(all.map((one) => one.text()));

  const late = await open();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(late.expiresAt) + 1 });
  expect((await read(late)).status).toBe(404);
  vi.useRealTimers();
  expect((await read({ ...late, url: `${late.url.slice(0, -4)}AAAA` })).status).toBe(404);
  expect((await read({ ...late, url: at("/notifications/export/x") })).status).toBe(404);
  const ended = await open();
  await prisma().session.updateMany({ where: { userId: person.user.id }, data: { endedAt: new Date() } });
  expect((await read(ended)).status).toBe(404);
});

const imported = (person: Person, body: object) =>
  person.request<ImportResponse>(watchImport, "POST", "/keywords/import", { body });
const list = async (person: Person) => {
  const { body } = await person.request<WatchListResponse>(
    keywords,
    "GET",
    "/keywords?limit=100&sort=oldest",
  );
  return body.watches;
};
/** Everything a file can transfer to another account. */
const retained = (watches: WatchListResponse["watches"]) =>
  watches.map(({ keyword, expression, places, isActive, tags, notes, filters, notificationSettings }) => {
    const { browserNotification, emailNotification, frequency, spikeNotification } = notificationSettings;
    return {
      keyword,
      expression,
      places,
      isActive,
      tags,
      notes,
      filters,
      browserNotification,
      emailNotification,
      frequency,
      spikeNotification,
    };
  });

test("exported watches are identical after an import", async () => {
  const one = await signedIn("pro");
  const drafts = [
    { keyword: "acme" },
    { keyword: "'=acme", notes: '-two\nlines, "quoted"', tags: ["a, b", 'c"d', "=e"] },
    { keyword: "+plus", subreddits: ["SaaS", "startups"], isActive: false },
    {
      keyword: "either",
      expression: '"acme corp" OR (globex -jobs) foo:bar',
      filters: { wholeWordOnly: true },
    },
    {
      keyword: "everywhere",
      places: [
        { site: "hackernews", name: "all" },
        { site: "reddit", name: "SaaS" },
      ],
    },
    { keyword: "feed; x", places: [{ site: "feeds", name: "https://blog.example/feed?a=1,2;3" }] },
    {
      keyword: "by mail",
      notificationSettings: { browserNotification: false, emailNotification: true, frequency: "daily" },
    },
    { keyword: "spikes", notificationSettings: { spikeNotification: true } },
    { keyword: "posts", filters: { includeComments: false, matchTitlesOnly: true, caseSensitive: true } },
    { keyword: "site:reddit.com AND it" },
  ];
  for (const body of drafts) {
    const { status } = await one.request(keywords, "POST", "/keywords", { body });
    expect([body.keyword, status]).toEqual([body.keyword, 201]);
  }
  const text = await (await file(one, watchFile.GET, "/keywords/export")).text();
  const cells = (parseCsv(text) as string[][]).slice(1).flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);
  const other = await signedIn("pro");
  const { body } = await imported(other, { text, commit: true });
  expect([body.problems, body.existing, body.watches.length]).toEqual([[], [], drafts.length]);
  expect(retained(await list(other))).toEqual(retained(await list(one)));
  // A second import adds no watches.
  const again = await imported(other, { text });
  expect([again.body.watches, again.body.existing.length]).toEqual([[], drafts.length]);
  // An export without watches has only the header.
  const empty = await (await file(await signedIn("pro"), watchFile.GET, "/keywords/export")).text();
  expect((await imported(other, { text: empty })).body).toMatchObject({ watches: [], problems: [] });
});

test("a preview makes no changes, and the import creates exactly its watches", async () => {
  const person = await signedIn();
  await person.request(keywords, "POST", "/keywords", { body: { keyword: "there already" } });
  const text = "there already\nacme\nACME\nacme OR globex\nhooli\ninitech\n";
  const { body: preview } = await imported(person, { text });
  expect(preview).toMatchObject({
    watches: [
      { line: 2, keyword: "acme", expression: null },
      { line: 5, keyword: "hooli" },
    ],
    existing: [
      { line: 1, keyword: "there already" },
      { line: 3, keyword: "ACME" },
    ],
    problems: [{ line: 4, text: "acme OR globex", message: "Expressions require Pro." }],
    overLimit: [{ line: 6, keyword: "initech" }],
    isCommitted: false,
  });
  expect(await list(person)).toHaveLength(1);

  // The previewed import is no longer possible and fails.
  const { body: one } = await person.request<{ watch: { _id: string } }>(keywords, "POST", "/keywords", {
    body: { keyword: "hooli" },
  });
  const refused = await imported(person, { text, commit: true, preview: preview.preview });
  expect([refused.status, refused.body]).toMatchObject([400, { code: "VALIDATION_ERROR" }]);
  expect(await list(person)).toHaveLength(2);
  await prisma().watch.delete({ where: { id: one.watch._id } });

  const made = await imported(person, { text, commit: true, preview: preview.preview });
  const ids = [expect.any(String), expect.any(String)];
  expect(made.body).toEqual({ ...preview, isCommitted: true, ids });
  expect((await list(person)).map(({ keyword }) => keyword)).toEqual(["there already", "acme", "hooli"]);
});

test("concurrent imports create each watch once, all or none", async () => {
  const person = await signedIn("pro");
  const text = Array.from({ length: 1_200 }, (_, n) => `keyword ${n}`).join("\n");
  const all = await Promise.all(Array.from({ length: 3 }, () => imported(person, { text, commit: true })));
  // One import creates all. The others either fail, if they checked before it finished, or find the watches
  // there.
  const became = all.map(({ status, body }) =>
    status === 200
      ? `${body.watches.length} made, ${body.existing.length} there, ${body.problems.length} not`
      : status,
  );
  expect(became.filter((one) => one === "1200 made, 0 there, 0 not")).toHaveLength(1);
  expect(became.filter((one) => one === 400 || one === "0 made, 1200 there, 0 not")).toHaveLength(2);
  expect(await prisma().watch.count({ where: { userId: person.user.id } })).toBe(1_200);
  const totals = await pool().query(
    `SELECT count(*)::int AS count FROM "WatchTotal" t JOIN "Watch" w ON w."id" = t."watchId" WHERE w."userId" = $1`,
    [person.user.id],
  );
  expect(totals.rows).toEqual([{ count: 1_200 }]);
});

test("accepts a file's raw bytes with options in the query", async () => {
  const person = await signedIn("pro");
  const send = (query: string, body: Uint8Array<ArrayBuffer>, type = "text/csv") =>
    documented(watchImport.POST)(
      new Request(at(`/keywords/import${query}`), {
        method: "POST",
        headers: { authorization: person.bearer, "content-type": type },
        body,
      }),
    );
  const bytes = new Uint8Array(Buffer.from("\uFEFFKeyword;Notes\r\nGröße;x\r\n", "utf16le"));
  const response = await send("?commit=true", bytes, "application/octet-stream");
  expect([response.status, await response.json()]).toMatchObject([
    200,
    { watches: [{ line: 2, keyword: "Größe" }] },
  ]);
  expect(await list(person)).toHaveLength(1);
  expect((await send("", new Uint8Array([0x47, 0xf6, 0xdf]))).status).toBe(400);
  expect((await send("", new Uint8Array(5 * 1024 * 1024 + 1))).status).toBe(413);
  const lines = new TextEncoder().encode(Array.from({ length: 50_001 }, (_, n) => n).join("\n"));
  expect((await send("", lines)).status).toBe(400);
  const nul = (await (await send("", new TextEncoder().encode("a\u0000b\nfine"))).json()) as ImportResponse;
  expect([nul.problems, nul.watches]).toMatchObject([[{ line: 1 }], [{ line: 2 }]]);
});

test("applies the plan's place limit to imports", async () => {
  const person = await signedIn();
  await prisma().watch.deleteMany({ where: { userId: person.user.id } });
  const places = Array.from({ length: 11 }, (_, n) => `feeds:https://blog.example/${n}`).join(" ");
  const { body } = await imported(person, {
    text: `Keyword,Places\nacme,${places}\nglobex,feeds:https://blog.example/1\n`,
  });
  expect([body.problems, body.watches]).toMatchObject([[{ line: 2 }], [{ line: 3 }]]);
  // Created while the account was on Pro.
  await createWatch(person.user, { keyword: "hooli", places: places.split(" ") });
  const text = "Keyword,Places\nacme,reddit:webdev\nglobex,feeds:https://blog.example/1\n";
  const over = await imported(person, { text, commit: true });
  expect([over.body.problems, over.body.watches]).toMatchObject([[{ line: 3 }], [{ line: 2 }]]);
});
