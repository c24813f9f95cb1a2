import { describe, expect, test } from "vitest";
import { parseFeed } from "@/sites/feeds/parse";
import { toMarkdown, toText } from "@/sites/feeds/markup";

const now = new Date("2026-11-22T12:00:00Z");
const base = "https://blog.example/feed";

const read = (body: string | Buffer, contentType: string | null = null) =>
  parseFeed({ body: Buffer.from(body as string), contentType, base }, now);
const one = async (body: string | Buffer, contentType?: string) => (await read(body, contentType)).entries[0];
const rss = (inner: string, more = "") =>
  `<?xml version="1.0"?><rss version="2.0"${more}><channel>${inner}</channel></rss>`;
const atom = (inner: string) => `<feed xmlns="http://www.w3.org/2005/Atom">${inner}</feed>`;

describe("formats", () => {
  test("RSS 2.0: the list and its entries, the newest first", async () => {
    const feed = await read(
      rss(`<title>A &amp; B</title><link>https://blog.example/</link><ttl>30</ttl>
        <image><title>not this</title><link>https://else.example/</link></image>
        <item><title>Old</title><guid>1</guid><pubDate>Fri, 20 Nov 2026 10:00:00 GMT</pubDate></item>
        <item><title>New &lt;b&gt;one&lt;/b&gt;</title><guid isPermaLink="false">2</guid><link>/new</link>
          <pubDate>Sat, 21 Nov 2026 10:00:00 +0100</pubDate><dc:creator>Ann</dc:creator>
          <description>short</description><content:encoded><![CDATA[<p>the <b>whole</b></p>]]></content:encoded></item>`),
    );
    expect(feed).toMatchObject({
      title: "A & B",
      home: "https://blog.example/",
      freshMinutes: 30,
      skipped: 0,
    });
    expect(feed.entries.map(({ id }) => id)).toEqual(["2", "1"]);
    expect(feed.entries[0]).toMatchObject({
      ...{ link: "https://blog.example/new", author: "Ann", content: "<p>the <b>whole</b></p>" },
      publishedAt: new Date("2026-11-21T09:00:00Z"),
    });
    expect(toText(feed.entries[0]!.title)).toBe("New one");
  });

  test("Atom: the link to the page, plain titles, authors, markup of its own", async () => {
    const feed = await read(
      atom(`<title>Notes</title><link rel="self" href="https://blog.example/feed"/><link href="https://blog.example/"/>
        <author><name>Everybody</name></author>
        <entry><title>if a &lt;b&gt; c</title><id>urn:1</id><link rel="edit" href="/edit"/><link rel="alternate" href="/1"/>
          <published>2026-11-21T10:00:00Z</published><updated>2026-11-22T10:00:00Z</updated>
          <author><name>Ann</name><uri>https://ann.example</uri></author>
          <source><title>Elsewhere</title><id>urn:else</id></source>
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a &lt; <b>b</b> <a href="/x">c</a></div></content></entry>`),
    );
    expect(feed).toMatchObject({ title: "Notes", home: "https://blog.example/" });
    expect(feed.entries[0]).toMatchObject({
      ...{ id: "urn:1", link: "https://blog.example/1", author: "Ann" },
      publishedAt: new Date("2026-11-21T10:00:00Z"),
    });
    expect(toText(feed.entries[0]!.title)).toBe("if a <b> c");
    expect(toMarkdown(feed.entries[0]!.content, base)).toBe("a < **b** [c](<https://blog.example/x>)");
  });

  test("RDF, with prefixes that mean what they say", async () => {
    const feed = await read(
      `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:x="urn:else">
        <channel><title>Old</title><link>https://blog.example/</link></channel>
        <item><title>One</title><link>https://blog.example/1</link><d:date>2026-11-21</d:date><x:title>no</x:title><d:creator>Ann</d:creator></item></r:RDF>`,
    );
    expect(feed.entries).toMatchObject([
      { id: "https://blog.example/1", author: "Ann", publishedAt: new Date("2026-11-21T00:00:00Z") },
    ]);
  });

  test("JSON Feed", async () => {
    const feed = await read(
      JSON.stringify({
        version: "https://jsonfeed.org/version/1.1",
        ...{ title: "J", home_page_url: "https://blog.example/" },
        items: [
          { id: 7, url: "/7", title: "Seven", content_text: "a < b", authors: [{ name: "Ann" }] },
          null,
          5,
        ],
      }),
    );
    expect(feed).toMatchObject({ title: "J", skipped: 2 });
    expect(feed.entries).toMatchObject([
      { id: "7", link: "https://blog.example/7", author: "Ann", content: "a &lt; b", publishedAt: null },
    ]);
  });
});

describe("charsets: by mark, header, declaration", () => {
  const title = "Grüße – 漢字";
  const text = rss(`<item><title>${title}</title></item>`);
  const latin = rss("<item><title>Grüße</title></item>");
  const japanese = Buffer.from(rss("<item><title>A#$</title></item>")).map((byte) =>
    byte === 0x23 ? 0x83 : byte === 0x24 ? 0x65 : byte,
  );
  const declared = (label: string) => latin.replace("?>", ` encoding="${label}"?>`);
  test.each<[string, Buffer, string | undefined, string]>([
    ["UTF-8", Buffer.from(text), undefined, title],
    [
      "UTF-8 with a mark against a header that lies",
      Buffer.from(`\uFEFF${text}`),
      "text/xml; charset=latin1",
      title,
    ],
    ["UTF-16, little", Buffer.from(`\uFEFF${text}`, "utf16le"), undefined, title],
    ["UTF-16, big", Buffer.from(`\uFEFF${text}`, "utf16le").swap16(), undefined, title],
    ["UTF-16 without a mark", Buffer.from(text, "utf16le"), undefined, title],
    ["Latin by the header", Buffer.from(latin, "latin1"), "text/xml; charset=ISO-8859-1", "Grüße"],
    ["Latin by its declaration", Buffer.from(declared("iso-8859-1"), "latin1"), "text/xml", "Grüße"],
    ["Latin by nobody", Buffer.from(latin, "latin1"), undefined, "Grüße"],
    [
      "a header before the declaration",
      Buffer.from(declared("iso-8859-1")),
      "text/xml; charset=utf-8",
      "Grüße",
    ],
    ["UTF-16 declared in single bytes", Buffer.from(declared("utf-16")), undefined, "Grüße"],
    ["a charset that nobody knows", Buffer.from(declared("klingon")), 'text/xml; charset="x-none"', "Grüße"],
    ["Japanese", Buffer.from(japanese), "text/xml; charset=shift_jis", "Aテ"],
  ])("%s", async (_name, body, type, expected) => {
    expect((await one(body, type))?.title).toBe(expected);
  });
});

describe("entries", () => {
  test.each<[string, string, object]>([
    [
      "a page for an id",
      "<guid>https://blog.example/1</guid><title>x</title>",
      { link: "https://blog.example/1" },
    ],
    ["no id", "<link>https://blog.example/1</link>", { id: "https://blog.example/1" }],
    ["no id and no link", "<title>x</title>", { link: null, title: "x" }],
    ["a script for a link", "<title>x</title><link>javascript:alert(1)</link>", { link: null }],
    ["a password in a link", "<title>x</title><link>https://a:b@blog.example/</link>", { link: null }],
    [
      "a time with a day of any language",
      "<title>x</title><pubDate>Sa, 21 Nov 2026 10:00:00 GMT</pubDate>",
      { publishedAt: new Date("2026-11-21T10:00:00Z") },
    ],
    ["a time that is none", "<title>x</title><pubDate>yesterday</pubDate>", { publishedAt: null }],
    ["a time of 1970", "<title>x</title><pubDate>1970-01-01T00:00:00Z</pubDate>", { publishedAt: null }],
    ["a time in a year", "<title>x</title><pubDate>2027-11-21T10:00:00Z</pubDate>", { publishedAt: null }],
    ["a time in an hour", "<title>x</title><pubDate>2026-11-22T13:00:00Z</pubDate>", { publishedAt: now }],
    [
      "a changed one without its first time",
      "<title>x</title><updated>2026-11-21T10:00:00Z</updated>",
      { publishedAt: new Date("2026-11-21T10:00:00Z") },
    ],
  ])("%s", async (_name, inner, expected) => {
    expect(await one(rss(`<item>${inner}</item>`))).toMatchObject(expected);
  });

  test("an id that all of them have is none", async () => {
    const items = [1, 2, 3].map((n) => `<item><guid>same</guid><link>/${n}</link></item>`);
    const { entries } = await read(rss(items.join("")));
    expect(entries.map(({ id }) => id)).toEqual([1, 2, 3].map((n) => `https://blog.example/${n}`));
  });

  test("an entry that says nothing is counted, an entry twice is one", async () => {
    const feed = await read(
      rss(
        "<item/><item><guid>1</guid></item><item><guid>a</guid><link>/a</link></item><item><link>/b</link></item><item><link>/b</link></item>",
      ),
    );
    expect(feed.skipped).toBe(2);
    expect(feed.entries.map(({ id }) => id)).toEqual(["a", "https://blog.example/b"]);
  });
});

test.each<[string, string]>([
  ["<p>one</p><p>two<br>three</p>", "one\n\ntwo  \nthree"],
  ["<ul><li>a</li><li>b</li></ul>", "- a\n\n- b"],
  ["<h2>Head</h2>text", "#### Head\n\ntext"],
  ["<pre><code>let a = `b`;\n  c</code></pre>", "```\nlet a = `b`;\n  c\n```"],
  ["a <b>b</b> <i> c </i><code>d</code>", "a **b** *c* `d`"],
  ['<a href="/x">[y]</a> <a href="javascript:x">z</a>', "[\\[y\\]](<https://blog.example/x>) z"],
  ["a<script>b</script><style>c</style>d", "ad"],
  ["&lt;img src=x onerror=alert(1)&gt;", "\\<img src=x onerror=alert(1)>"],
  ['<img src="x" alt="a picture">', "a picture"],
  ["1. one", "1\\. one"],
  ["&nbsp;&copy;&#x1F600;", "©😀"],
  ["<b>open <i>both", "open *both*"],
])("%s is shown as %s", (html, markdown) => {
  expect(toMarkdown(html, base)).toBe(markdown);
});
