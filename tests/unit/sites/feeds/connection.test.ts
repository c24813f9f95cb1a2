import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createGuardedFetch } from "@/adapters/guarded-fetch/guarded-fetch";
import { LocalAddresses } from "@/adapters/guarded-fetch/local-addresses";
import { resolveInside, resolveOutside } from "@/adapters/guarded-fetch/resolve";
import type { ListedSite } from "@/domain/reading/site";
import { getPlace } from "@/sites/feeds/address";
import { createFeeds } from "@/sites/feeds/connection";
import { feedOfPage } from "@/sites/feeds/find-feed";
import { feedParser } from "../../../support/parsers";

const now = Date.parse("2026-11-22T12:00:00Z");
const rss = `<rss><channel><title>A blog</title><item><guid>1</guid><title>One</title><pubDate>2026-11-21T10:00:00Z</pubDate></item><item><guid>2</guid><title>Two</title></item></channel></rss>`;
const page = (head: string) => `<!doctype html><html><head>${head}</head><body>words</body></html>`;
const link = (href: string, type = "application/rss+xml") =>
  `<link rel="alternate" type="${type}" href="${href}">`;
const noMarks = { etag: null, modified: null, movedTo: null };

type StubResponse = [status: number, body?: string, headers?: Record<string, string>];

describe("requests to feeds", () => {
  let responses: Record<string, StubResponse> = {};
  const requested: IncomingMessage[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    requested.push(request);
    const [status, body = "", headers = {}] = responses[request.url!] ?? [404];
    response.writeHead(status, headers).end(body);
  });
  let site: ListedSite;
  let base = "";
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    base = `http://127.0.0.1:${port}`;
    const fetch = createGuardedFetch({
      ...{
        userAgent: "Earshot (a test)",
        timeoutMs: 2_000,
        spacingMs: 0,
        own: [],
        resolveInside,
        resolveOutside,
      },
      local: new LocalAddresses([`127.0.0.1:${port}`]),
    });
    site = createFeeds({ fetch, parse: feedParser, now: () => now });
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => {
    responses = {};
    requested.length = 0;
  });
  const found = { title: "A blog", home: null, items: 2, newestAt: new Date("2026-11-21T10:00:00Z") };
  const place = (path: string) => getPlace(`${base}${path}`)!;

  test.each<[string, Record<string, StubResponse>, string]>([
    ["a feed", { "/": [200, rss] }, "/"],
    ["a feed as any type", { "/": [200, rss, { "content-type": "text/html" }] }, "/"],
    [
      "a page that links to a feed",
      { "/": [200, page(link("/Feed?a=B"))], "/Feed?a=B": [200, rss] },
      "/Feed?a=B",
    ],
    [
      "a page that links to several feeds",
      { "/": [200, page(link("/1") + link("/2"))], "/1": [200, rss] },
      "/1",
    ],
    ["a permanently redirected feed", { "/": [301, "", { location: "/new" }], "/new": [200, rss] }, "/new"],
    ["a temporarily redirected feed", { "/": [302, "", { location: "/new" }], "/new": [200, rss] }, "/"],
  ])("%s is found", async (_name, stands, path) => {
    responses = stands;
    expect(await site.findList(`${base}/`)).toEqual({ ...found, place: place(path) });
  });

  test.each<[string, Record<string, StubResponse>, string]>([
    ["nothing", {}, "The feed no longer exists"],
    ["a page without a feed", { "/": [200, page("")] }, "This is a web page, not a feed"],
    [
      "a page that links to another page",
      { "/": [200, page(link("/a"))], "/a": [200, page(link("/b"))], "/b": [200, rss] },
      "This is a web page, not a feed",
    ],
    ["a page that links to a deleted feed", { "/": [200, page(link("/a"))] }, "The feed no longer exists"],
    [
      "a page that links to a private address",
      { "/": [200, page(link("http://127.0.0.1:1/"))] },
      "This URL isn't allowed",
    ],
    [
      "a page that links to a script",
      { "/": [200, page(link("javascript:alert(1)"))] },
      "This is a web page, not a feed",
    ],
    ["a rate limit", { "/": [429, "", { "retry-after": "60" }] }, "Returned status 429"],
    ["a redirect loop", { "/": [301, "", { location: "/" }] }, "Too many redirects"],
  ])("returns the reason for %s", async (_name, stands, reason) => {
    responses = stands;
    expect(await site.findList(`${base}/`)).toEqual({ reason, isThere: true });
  });

  test("doesn't request invalid URLs", async () => {
    expect(await site.findList("two words")).toEqual({
      reason: "This isn't a feed URL",
      isThere: false,
    });
    expect(await site.findList("http://127.0.0.1/")).toEqual({
      reason: "This URL isn't allowed",
      isThere: true,
    });
    expect(await site.findList("nobody.example")).toEqual({
      reason: "Host not found",
      isThere: false,
    });
    expect(requested).toEqual([]);
  });

  test("sends validators to the new URL of a moved feed", async () => {
    responses = {
      "/a": [301, "", { location: "/b" }],
      "/b": [
        200,
        rss,
        { etag: '"1"', "last-modified": "Sat, 21 Nov 2026 10:00:00 GMT", "cache-control": "max-age=1800" },
      ],
    };
    const first = await site.fetchList(place("/a"), noMarks);
    const marks = { etag: '"1"', modified: "Sat, 21 Nov 2026 10:00:00 GMT", movedTo: `${base}/b` };
    expect(first).toMatchObject({ marks, freshMs: 30 * 60_000, skipped: 0 });
    expect(first.entries!.map(({ item }) => item.url)).toEqual([`${base}/`, `${base}/`]);

    responses["/b"] = [304];
    expect(await site.fetchList(place("/a"), marks)).toMatchObject({ entries: null, marks });
    expect(requested.map(({ url }) => url)).toEqual(["/a", "/b", "/b"]);
    expect(requested.at(-1)!.headers).toMatchObject({
      "if-none-match": '"1"',
      "if-modified-since": marks.modified,
    });

    // If the new URL is gone, falls back to the original.
    responses = { "/a": [200, rss] };
    expect(await site.fetchList(place("/a"), marks)).toMatchObject({ marks: noMarks });
    expect(requested.at(-1)!.headers).not.toHaveProperty("if-none-match");
  });

  describe("a moved feed", () => {
    const marks = { etag: '"1"', modified: null, movedTo: "" };
    beforeEach(() => {
      marks.movedTo = `${base}/b`;
    });

    test.each<[string, StubResponse]>([
      ["is refused", [403]],
      ["fails", [503]],
      ["is a web page now", [200, page("")]],
      ["redirects forever", [302, "", { location: "/b" }]],
    ])("is read at its own URL again if the new one %s", async (_name, there) => {
      responses = { "/a": [301, "", { location: "/c" }], "/b": there, "/c": [200, rss] };
      const list = await site.fetchList(place("/a"), marks);
      expect([list.entries?.length, list.marks.movedTo]).toEqual([2, `${base}/c`]);
      const own = requested.find(({ url }) => url === "/a");
      expect(own?.headers).not.toHaveProperty("if-none-match");
    });

    test("is not read at its own URL after a rate limit", async () => {
      responses = { "/a": [200, rss], "/b": [429] };
      await expect(site.fetchList(place("/a"), marks)).rejects.toMatchObject({ kind: "rate-limited" });
      expect(requested.map(({ url }) => url)).toEqual(["/b"]);
    });

    test.each<[number, number, string]>([
      [503, 404, "unavailable"],
      [404, 503, "unavailable"],
      [404, 410, "missing"],
    ])("is only missing if both URLs are: %d and %d", async (there, own, kind) => {
      responses = { "/a": [own], "/b": [there] };
      await expect(site.fetchList(place("/a"), marks)).rejects.toMatchObject({ kind });
      expect(requested.map(({ url }) => url)).toEqual(["/b", "/a"]);
    });
  });

  test("returns the status of entries by their own pages", async () => {
    responses = {
      "/stands": [200, "x"],
      "/gone": [404],
      "/deleted": [410],
      "/moved": [302, "", { location: "/stands" }],
      "/error": [500],
      "/refused": [403],
    };
    const items = [...Object.keys(responses), "/", "http://127.0.0.1:1/a", "http://127.0.0.1:1/b"].map(
      (path) => ({
        fullname: path,
        url: path.startsWith("/") ? `${base}${path}` : path,
      }),
    );
    expect([...(await site.fetchStatus(items))].sort()).toEqual([
      // Entries without a page link to the front page and count as existing.
      ["/", "present"],
      ["/deleted", "deleted"],
      ["/gone", "deleted"],
      ["/moved", "present"],
      ["/stands", "present"],
    ]);
  });
});

test.each<[string, string | null]>([
  [page(link("/feed")), "https://blog.example/feed"],
  [page('<LINK HREF=/feed REL="home alternate" TYPE=application/atom+xml>'), "https://blog.example/feed"],
  [page(link("/feed", "application/feed+json")), "https://blog.example/feed"],
  [page('<link rel="alternate" hreflang="de" href="/de">'), null],
  [page('<link rel="stylesheet" type="text/css" href="/css">'), null],
  [`<body>${link("/feed")}</body>`, null],
  [`<!-- ${link("/feed")} -->`, null],
  [page(`<meta>`.repeat(60_000) + link("/feed")), null],
  ["<".repeat(1_000_000), null],
  ["", null],
])("feed link of a page: %.60s", (html, expected) => {
  expect(feedOfPage(html, "https://blog.example/")).toBe(expected);
});
