import { describe, expect, test } from "vitest";
import { atom, entry, item, items, json, now, read, rss } from "./read-feed";

const one = (body: string | Uint8Array) => items(body)[0];

test("declared entities stay as text", () => {
  const declared = '<!ENTITY a "b"><!ENTITY f SYSTEM "file:///etc/hosts">';
  expect(one(`<!DOCTYPE x [${declared}]>${rss("<item><title>&a; &f; &amp;</title></item>")}`)!.title).toBe(
    "&a; &f; &",
  );
});

describe("formats", () => {
  test("parses RSS 2.0 with the latest entry first", () => {
    const feed = read(
      rss(
        `<image><title>not this</title><link>https://else.example/</link></image>
        <item><title>Old</title><guid>1</guid><pubDate>Fri, 04 Dec 2026 10:00:00 GMT</pubDate></item>
        <item><title>New &lt;b&gt;one&lt;/b&gt;</title><guid isPermaLink="false">2</guid><link>/new</link>
          <pubDate>Sat, 05 Dec 2026 10:00:00 +0100</pubDate><dc:creator>Ann</dc:creator>
          <content:encoded><![CDATA[<p>the <b>whole</b></p>]]></content:encoded></item>`,
        "<link>https://blog.example/home/</link><ttl>30</ttl>",
      ),
    );
    expect(feed).toMatchObject({
      called: { title: "A blog", home: "https://blog.example/home/" },
      ...{ freshMinutes: 30, skipped: 0 },
    });
    expect(feed.entries.map(({ item: { title } }) => title)).toEqual(["New one", "Old"]);
    expect(feed.entries[0]).toMatchObject({
      publishedAt: new Date("2026-12-05T09:00:00Z"),
      item: { link: "https://blog.example/new", author: "Ann", body: "the **whole**" },
    });
  });

  test("parses Atom links, plain titles and XHTML", () => {
    const feed = read(
      atom(`<title>Notes &amp; more</title><link rel="self" href="https://blog.example/feed"/><link href="https://blog.example/"/>
        <entry><title>if a &lt;b&gt; c</title><id>urn:1</id><link rel="edit" href="/edit"/><link rel="alternate" href="/1"/>
          <published>2026-12-01T10:00:00Z</published><updated>2026-12-02T10:00:00Z</updated>
          <source><title>Elsewhere</title><id>urn:else</id></source>
          <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">a &lt; <b>b</b> <a href="/x">c</a>
            <svg xmlns="http://www.w3.org/2000/svg"><desc>d</desc></svg></div></content></entry>
        <entry><id>urn:2</id><title>After</title></entry>`),
    );
    expect(feed.called).toEqual({ title: "Notes & more", home: "https://blog.example/" });
    expect(feed.entries.map(({ item: { title } }) => title)).toEqual(["After", "if a <b> c"]);
    expect(feed.entries[1]).toMatchObject({
      publishedAt: new Date("2026-12-01T10:00:00Z"),
      item: { url: "https://blog.example/1", body: "a < **b** [c](https://blog.example/x) d" },
    });
  });

  test("parses RDF with custom prefixes", () => {
    const feed = read(
      `<r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:d="http://purl.org/dc/elements/1.1/" xmlns:x="urn:else">
        <channel r:about="urn:c"><title>Old</title><link>https://blog.example/</link><items/></channel>
        <item r:about="urn:1"><title>One</title><link>https://blog.example/1</link><d:date>2026-12-01</d:date><x:title>no</x:title><d:creator>Ann</d:creator></item></r:RDF>`,
    );
    expect(feed.called.title).toBe("Old");
    expect(feed.entries).toMatchObject([
      { by: "id", publishedAt: new Date("2026-12-01T00:00:00Z"), item: { title: "One", author: "Ann" } },
    ]);
  });

  test("parses JSON Feed", () => {
    const feed = read(
      json([{ id: 7, url: "/7", title: "if a <b>", content_text: "a < b" }, null, 5], {
        home_page_url: "https://blog.example/",
      }),
    );
    expect(feed).toMatchObject({ called: { title: "J" }, skipped: 2 });
    expect(feed.entries).toMatchObject([
      {
        by: "id",
        publishedAt: null,
        item: { title: "if a <b>", url: "https://blog.example/7", body: "a < b" },
      },
    ]);
  });

  test.each([
    ["in capitals", item("<title>A</title>").toUpperCase()],
    [
      "in an unknown namespace",
      '<rss xmlns="urn:rss2"><channel><item><title>A</title></item></channel></rss>',
    ],
    [
      "with a prefix",
      '<x:feed xmlns:x="http://www.w3.org/2005/Atom"><x:entry><x:title>A</x:title></x:entry></x:feed>',
    ],
    ["without a channel", "<rss><item><title>A</title></item></rss>"],
    ["behind white space and a comment", `\n <!-- by x -->${item("<title>A</title>")}`],
    [
      "in Windows' old encoding",
      Buffer.from(item("<title>A</title><description>don\u0092t</description>"), "latin1"),
    ],
  ])("%s", (_name, body) => {
    expect(items(body).map(({ title }) => title)).toEqual(["A"]);
  });
});

describe("entries", () => {
  test.each<[string, string, object]>([
    [
      "a permalink",
      "<guid>https://blog.example/1</guid><title>x</title>",
      { link: "https://blog.example/1" },
    ],
    [
      "a guid that isn't a permalink",
      '<guid isPermaLink="False">https://a.example/1</guid><title>x</title>',
      { url: "https://blog.example/" },
    ],
    [
      "a link without a title",
      "<link>https://blog.example/1</link>",
      { title: "https://blog.example/1", isUntitled: true },
    ],
    [
      "a script for a link",
      "<title>x</title><link>javascript:alert(1)</link>",
      { url: "https://blog.example/" },
    ],
    [
      "a password in a link",
      "<title>x</title><link>https://a:b@blog.example/</link>",
      { url: "https://blog.example/" },
    ],
    [
      "a date in today's usual format",
      "<title>x</title><pubDate>2026-12-05T10:00:00Z</pubDate>",
      { createdAt: new Date("2026-12-05T10:00:00Z") },
    ],
    ["an ambiguous date", "<title>x</title><pubDate>05.12.2026 10:00</pubDate>", { createdAt: now }],
    [
      "an ambiguous date and a clear one",
      "<title>x</title><pubDate>05.12.2026</pubDate><dc:date>2026-12-04</dc:date>",
      { createdAt: new Date("2026-12-04T00:00:00Z") },
    ],
    [
      "only a modification date",
      "<title>x</title><atom:updated>2026-12-01T10:00:00Z</atom:updated>",
      { createdAt: new Date("2026-12-01T10:00:00Z") },
    ],
  ])("%s", (_name, inner, expected) => {
    expect(one(item(inner))).toMatchObject(expected);
  });

  test("counts empty entries and removes duplicates", () => {
    const twice = "<item><link>/b</link><title>b</title></item>";
    const feed = read(
      rss(`<item/><item><guid>1</guid></item><item><guid>a</guid><link>/a</link></item>${twice}${twice}`),
    );
    expect(feed.skipped).toBe(2);
    expect(feed.entries.map(({ item: { link } }) => link)).toEqual([
      "https://blog.example/a",
      "https://blog.example/b",
    ]);
  });
});

test("relative links don't reveal the feed's URL", () => {
  const links = ["", "#a", "?a", "."].map((href) => `<a href="${href}">a</a>`).join("");
  const body = rss(
    `<item><title>a</title><link>#a</link><description><![CDATA[${links}]]></description></item>`,
  );
  const feed = read(body, "https://blog.example/feed.xml?key=secret");
  expect(JSON.stringify(feed.entries.map(({ item }) => ({ ...item, place: "" })))).not.toMatch(
    /feed\.xml|secret/,
  );
});

describe("unclosed markup hides nothing", () => {
  test.each<[string, string, string[]]>([
    [
      "a stray <",
      rss("<item><title>I <3 Acme</title></item><item><title>b</title></item>"),
      ["I <3 Acme", "b"],
    ],
    [
      "text that looks like a tag",
      rss("<item><title>I <heart Acme</title></item><item><title>b</title></item>"),
      ["I <heart Acme", "b"],
    ],
    [
      "an element in a title",
      rss("<item><title>a & <b>b</title></item><item><title>c</title></item>"),
      ["a & <b>b", "c"],
    ],
    ["a title", rss("<item><title>a<guid>1</guid></item><item><title>b</title></item>"), ["a", "b"]],
    ["an id", rss("<item><guid>1<title>a</title></item><item><title>b</title></item>"), ["a", "b"]],
    ["an entry", rss("<item><title>a</title><item><title>b</title></item>"), ["a", "b"]],
    ["a comment", rss("<item><title>a</title><!-- x</item><item><title>b</title></item>"), ["a", "b"]],
    [
      "a comment before another",
      rss("<item><!-- x<title>a</title></item><!-- y --><item><title>b</title></item>"),
      ["a", "b"],
    ],
    [
      "CDATA",
      rss("<item><title><![CDATA[a</title></item><item><title><![CDATA[b]]></title></item>"),
      ["a", "b"],
    ],
    ["an unknown element", rss("<item><x><title>no</title></item><item><title>b</title></item>"), ["b"]],
    ["the feed", "<rss><channel><item><title>a</title></item><item><title>b", ["a"]],
  ])("%s", (_name, body, titles) => {
    expect(items(body).flatMap(({ title, isUntitled }) => (isUntitled ? [] : [title]))).toEqual(titles);
  });
});

test("doesn't treat an escaped script in a title as text", () => {
  expect(one(item("<title>safe&lt;script&gt;alert(1)&lt;/script&gt; title</title>"))?.title).toBe(
    "safe title",
  );
  expect(one(item("<title>the &amp;lt;div&amp;gt; tag</title>"))?.title).toBe("the <div> tag");
  expect(one(entry('<title type="html">a &lt;style&gt;b&lt;/style&gt;c</title>'))?.title).toBe("a c");
});

describe("Atom content by its type", () => {
  const packed = (text: string) => Buffer.from(text).toString("base64");
  test.each([
    ["", "a &lt;b&gt; c", "a \\<b> c"],
    ["text", "a &lt;b&gt; c", "a \\<b> c"],
    ["html", "a &lt;b&gt;c&lt;/b&gt;", "a **c**"],
    [" Text/HTML; charset=utf-8", "a &lt;b&gt;c&lt;/b&gt;", "a **c**"],
    ["xhtml", "<div>a <b>c</b></div>", "a **c**"],
    ["xhtml", "&lt;p&gt;a&lt;/p&gt;", "a"],
    ["application/xhtml+xml", "<div>a &lt;i></div>", "a \\<i>"],
    ["application/xml", "<x>a</x>", "a"],
    ["text/plain", "a &lt;b&gt; c", "a \\<b> c"],
    ["text/markdown", packed("Some longer text."), "Some longer text."],
    ["text/plain", "Iowa", "Iowa"],
    ["text/plain", "internationalization", "internationalization"],
    ["application/octet-stream", packed("Acme & <b>"), "Acme & \\<b>"],
    ["application/octet-stream", Buffer.from([0, 1, 2, 250, 251, 252]).toString("base64"), ""],
    ["image/png", "iVBORw0KGgoAAAANSUhEUgAAAAEAAAAB", ""],
    ["application/pdf", "not base64 at all", ""],
    ["plain", "a < b", "a < b"],
  ])("%j", (type, content, body) => {
    expect(one(entry(`<title>t</title><content type="${type}">${content}</content>`))?.body).toBe(body);
  });

  test("a file in base64 can be HTML", () => {
    const content = `<content type="text/html" mode="base64">${packed("<p>Acme</p><p>Apex</p>")}</content>`;
    expect(one(entry(`<title>t</title>${content}`))?.body).toBe("Acme\n\nApex");
  });

  test("ignores files in other elements", () => {
    expect(one(entry('<title>t</title><content type="video/mp4" src="https://a.example/v"/>'))?.body).toBe(
      "",
    );
  });
});
