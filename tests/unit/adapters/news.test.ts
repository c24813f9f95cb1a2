import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { getArticle, getFullname, pathOfMinute, getPublisher } from "@/sites/news/address";
import { parseFile, type ReadFile } from "@/sites/news/articles";
import { createNews } from "@/sites/news/connection";
import { facts } from "@/sites/news/facts";
import { headlineKey } from "@/sites/news/headline";
import { parseList } from "@/sites/news/list";
import { startSandbox } from "../../../sandbox/server";

const minuteMs = Date.UTC(2026, 7, 17, 2, 7);
const usual = {
  date: "2026-08-17T02:07:00.000Z",
  url: "https://www.example.com/world/story?utm_source=x#top",
  domain: "www.example.com",
  outletName: "Example News",
  title: "Widget maker opens plant",
  desc: "The company said on Monday &amp; later ...",
  lang: "en",
  author: "Jo Doe",
};

function read(lines: readonly unknown[], compress = true): ReadFile {
  const text = lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n");
  const bytes = compress ? gzipSync(`${text}\n`) : Buffer.from(`${text}\n`);
  const file = parseFile({ bytes, minuteMs });
  if ("reason" in file) throw new Error(file.reason);
  return file;
}

describe("a file", () => {
  test("becomes items with headline, description, outlet, author and link", () => {
    const { items } = read([usual]);
    expect(items).toEqual([
      {
        fullname: getFullname("https://example.com/world/story"),
        kind: "post",
        site: "news",
        place: "example.com",
        title: "Widget maker opens plant",
        body: "The company said on Monday & later ...",
        html: null,
        author: "Jo Doe",
        url: usual.url,
        link: usual.url,
        headline: "widget maker opens plant",
        createdAt: new Date(minuteMs),
        over18: false,
        flair: "Example News",
      },
    ]);
    expect(facts.getContent(items[0]!)).toContain(
      "News by the [GDELT Project](https://www.gdeltproject.org/)",
    );
  });

  test("can be inflated already, with only a URL and a title, and with wrong types", () => {
    const bare = { url: "https://m.paper.example/a", title: "<b>Bold</b> &amp; plain" };
    const odd = {
      ...usual,
      url: "https://x.example/1",
      outletName: 7,
      author: ["a"],
      desc: null,
      date: "soon",
    };
    const { items, skipped } = read([bare, odd], false);
    expect(items.map(({ title, place, author, flair }) => [title, place, author, flair])).toEqual([
      ["Bold & plain", "paper.example", null, undefined],
      ["Widget maker opens plant", "x.example", null, undefined],
    ]);
    expect(skipped).toBe(0);
  });

  test("skips and counts invalid lines, missing titles, other URLs and archive articles", () => {
    const old = { ...usual, url: "https://a.example/1", date: "2023-01-01T00:00:00Z" };
    const aged = { ...usual, url: "https://a.example/2", date: "2026-08-15T20:00:00Z" };
    const lines = [
      "{",
      "[]",
      "7",
      { ...usual, title: "" },
      { ...usual, url: "javascript:alert(1)" },
      old,
      aged,
    ];
    const { items, skipped, old: left } = read([...lines, usual, usual]);
    expect([items.length, skipped, left.length]).toEqual([2, 5, 1]);
    expect(items[0]).toMatchObject({ flair: "Example News · older article, seen now" });
    expect(items[0]!.createdAt).toEqual(new Date(minuteMs));
  });

  test("is refused if it was cut off or inflates to too much", () => {
    const whole = gzipSync(Array.from({ length: 500 }, (_, n) => JSON.stringify({ ...usual, n })).join("\n"));
    expect(parseFile({ bytes: whole.subarray(0, whole.length / 2), minuteMs })).toHaveProperty("reason");
    expect(parseFile({ bytes: Buffer.from('{"url":"https://a.example/'), minuteMs })).toHaveProperty(
      "reason",
    );
    const bomb = gzipSync(Buffer.alloc(80 * 1024 * 1024, " "));
    expect(parseFile({ bytes: bomb, minuteMs })).toEqual({ reason: "It is too large" });
  });
});

test.each([
  ["https://www.paper.example/a?utm_source=x&id=7#c", "https://paper.example/a?id=7"],
  ["https://amp.paper.example/a", "https://paper.example/a/"],
  ["https://paper.example/a/amp", "https://paper.example/a"],
  ["https://paper.example/a?amp=1", "http://paper.example/a"],
])("%s is the same article as %s", (one, other) => {
  expect(getArticle(one)).toBe(getArticle(other));
});

test("names publishers by their domain", () => {
  expect(["WWW.BBC.co.uk", "m.paper.example", "www.de", "news.paper.example"].map(getPublisher)).toEqual([
    ...["bbc.co.uk", "paper.example", "www.de", "news.paper.example"],
  ]);
  expect(facts.strippedName(" https://www.paper.example/world/2026 ")).toBe("paper.example");
  expect([facts.strippedName("News"), facts.getLabel("all"), facts.getLabel("paper.example")]).toEqual([
    ...["all", "News", "paper.example"],
  ]);
  expect(pathOfMinute(minuteMs / 60_000)).toBe("/20260817020700.gal.json.gz");
});

test("outlets with the same headline tell the same story", () => {
  const one = headlineKey("Widget maker “opens” plant, again!", { name: "A", domain: "a.example" });
  const outlets = [
    ["Widget maker opens plant again - Harbour Herald", "Harbour Herald", "harbour-herald.example"],
    ["Widget Maker Opens Plant Again | The Courier", "thecourier.example", "thecourier.example"],
    ["widget maker opens plant again", "", "x.example"],
  ] as const;
  for (const [title, name, domain] of outlets) expect(headlineKey(title, { name, domain })).toBe(one);
  expect(headlineKey("Widget maker opens plant - Union disagrees", { name: "A", domain: "a.example" })).toBe(
    "widget maker opens plant union disagrees",
  );
  expect(headlineKey("Weather forecast", { name: "A", domain: "a.example" })).toBeNull();
});

describe("the list", () => {
  const nowMs = minuteMs + 60_000;
  const rss = (items: string) =>
    `<?xml version="1.0"?><rss version="2.0"><channel><title>x</title><lastBuildDate>17 Aug 2026 02:07:00 +0000</lastBuildDate>${items}</channel></rss>`;

  test("states its time and its articles", () => {
    const item = `<item><title>A &amp;amp; B</title><link>https://paper.example/a?x=1&amp;y=2</link><pubDate>17 Aug 2026 02:06:00 +0000</pubDate></item>`;
    const list = parseList({ text: rss(`${item}<item><title/><link>x</link></item>`), nowMs })!;
    expect(list.builtMs).toBe(minuteMs);
    expect(list.items).toMatchObject([
      { title: "A & B", url: "https://paper.example/a?x=1&y=2", createdAt: new Date(minuteMs - 60_000) },
    ]);
  });

  test("is null for other documents", () => {
    expect(parseList({ text: "<html><title>Sign in</title></html>", nowMs })).toBeNull();
    expect(parseList({ text: "", nowMs })).toBeNull();
  });
});

test("uses the second host if the first one can't be reached", async () => {
  const sandbox = await startSandbox({ clock: "manual", startMs: minuteMs, stream: false, historyHours: 0 });
  const site = createNews({
    // Nothing listens there, as with a certificate that isn't valid.
    hosts: ["https://127.0.0.1:9", `${sandbox.url}/news`],
    userAgent: "Earshot (a test)",
    parse: {
      file: (input) => Promise.resolve(parseFile(input)),
      list: (input) => Promise.resolve(parseList(input)),
    },
    now: () => minuteMs,
  });
  expect((await site.fetchLatest(null)).list).toMatchObject({ builtAt: new Date(minuteMs), items: [] });
  expect((await site.fetchFile(minuteMs / 60_000)).file).toBeNull();
  await sandbox.close();
});
