import { describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import { convertToMarkdown, numbered, type RawItem } from "@/sites/hackernews/responses";
import { itemOfLink } from "@/sites/hackernews/link";

import { Threads } from "@/sites/hackernews/threads";
import { fastestMs } from "../../support/fastest";
import { getFaults } from "../domain/markdown/safety";

const blank = {
  ...{ by: null, time: 1_773_425_196, text: null, title: null, url: null, parent: null, parts: null },
};
const raw = (id: number, fields: Partial<RawItem>): RawItem => ({
  ...{ ...blank, type: "comment", deleted: null, dead: null, id },
  ...fields,
});

describe("converts the site's HTML to Markdown", () => {
  test.each([
    ["unclosed paragraphs", "one<p>two<p>three", "one\n\ntwo\n\nthree"],
    ["table cells and line breaks", "<td>Acme</td><td>Apex</td><br>x", "Acme\n\nApex\n\nx"],
    ["entities, once", "it&#x27;s a &#x2F; and &amp;lt; &#8364; &nope;", "it's a / and \\&lt; € \\&nope;"],
    ["italics, tight", "so <i> very </i>good", "so *very* good"],
    [
      "code",
      "x<p><pre><code>  a &lt; b *c*\n\n  d\n</code></pre>\ny",
      "x\n\n```\n  a < b *c*\n\n  d\n```\n\ny",
    ],
    ["code with backticks", "<pre><code>a ```` b</code></pre>", "`````\na ```` b\n`````"],
    [
      "a shortened URL",
      '<a href="https:&#x2F;&#x2F;lwn.example&#x2F;a&#x2F;long-one" rel="nofollow">https:&#x2F;&#x2F;lwn.example&#x2F;a&#x2F;lo...</a>!',
      "<https://lwn.example/a/long-one>!",
    ],
    [
      "a link with a text",
      '<a href="https://x.example/(a)">see [1]</a>',
      "[see \\[1\\]](<https://x.example/(a)>)",
    ],
    ["a script link", '<a href="javascript:alert(1)">here</a>', "here"],
    [
      "Markdown syntax",
      "5 * 3, snake_case, *not* <p># no head",
      "5 * 3, snake_case, \\*not\\*\n\n\\# no head",
    ],
    ["elements the site never sends", "<b>bold</b> <script>alert(1)</script> <u>a</u> < b", "**bold** a < b"],
    ["unclosed elements", '<i>a <a href="https://x.example/">b', "*a [b](https://x.example/)*"],
    ["an empty text", "", ""],
  ])("%s", (_name, html, markdown) => {
    expect(convertToMarkdown(html)).toBe(markdown);
  });

  test.each<[string, (times: number) => string]>([
    ["italics", (times) => "<i>".repeat(10_000 * times)],
    ["unclosed links", (times) => '<a href="https://x.example/'.repeat(2_000 * times)],
    ["brackets", (times) => "<".repeat(40_000 * times)],
    ["entities", (times) => "&#".repeat(20_000 * times)],
    ["code and backticks", (times) => `${"<pre>".repeat(5_000 * times)}${"`".repeat(10_000 * times)}`],
    ["paragraphs", (times) => "<p> ".repeat(10_000 * times)],
    ["spaces", (times) => `<i>${" ".repeat(30_000 * times)}x</i>`],
    ["quotes", (times) => "<blockquote>x".repeat(3_000 * times)],
    ["code in lists", (times) => `${"<ul><li>".repeat(50)}<pre>${"x\n".repeat(15_000 * times)}`],
    ["quoted backticks", (times) => "<code>`</code>".repeat(2_500 * times)],
    [
      "images",
      (times) => '<a href="https://x.example/"><img src=x onerror=alert(1)></a>'.repeat(100 * times),
    ],
  ])("converts many malicious %s safely, in linear time", (_name, made) => {
    const [short, long] = [made(1), made(10)];
    const shortMs = fastestMs(() => convertToMarkdown(short), 3);
    // Quadratic time would be 100 times as long.
    expect(fastestMs(() => convertToMarkdown(long), 3) / Math.max(shortMs, 3)).toBeLessThan(60);
    expect(getFaults(markdownToHtml(convertToMarkdown(long)))).toEqual([]);
  });

  test("converts malicious addresses safely", () => {
    const html = "![x](javascript:alert(1)) [y](vbscript:x) <svg onload=alert(1)>";
    expect(getFaults(markdownToHtml(convertToMarkdown(html)))).toEqual([]);
  });
});

describe("items by number", () => {
  test.each([
    ["no item yet", null, "absent"],
    ["a deleted item", raw(1, { deleted: true }), "nothing"],
    ["a killed item", raw(1, { dead: true, by: "x", text: "[dead]" }), "nothing"],
    ["only a placeholder", raw(1, { by: "x", text: "[flagged]" }), "nothing"],
    ["a flagged story", raw(1, { type: "story", title: "[flagged]" }), "nothing"],
    ["a delayed text", raw(1, { by: "x", text: " [delayed] " }), "delayed"],
    ["a poll option", raw(1, { type: "pollopt", text: "yes" }), "nothing"],
    ["an unknown kind", raw(1, { type: "riddle" }), "nothing"],
    ["an item without a time", raw(1, { text: "x", time: null }), "absent"],
  ] as const)("%s", (_name, item, expected) => {
    expect(numbered(item)).toBe(expected);
  });

  test.each(["story", "poll", "job"])("a %s is a post with its title and link", (type) => {
    const url = "https://example.com/a";
    const title = "A &amp; B &#x27;c&#x27;";
    expect(numbered(raw(7, { type, by: "ferryman", title, url, text: "x<p>y" }))).toEqual({
      ...{ fullname: "hn:7", kind: "post", site: "hackernews", place: "all", title: "A & B 'c'" },
      ...{ body: "x\n\ny\n\nhttps://example.com/a", html: null, author: "ferryman", over18: false },
      ...{ url: "https://news.ycombinator.com/item?id=7", createdAt: new Date(1_773_425_196_000) },
      link: url,
    });
  });

  test("lists the options of a poll", () => {
    const options = [
      raw(8, { type: "pollopt", text: "Quill &amp; <i>ledger</i>" }),
      raw(9, { type: "pollopt", text: "gone", dead: true }),
      raw(10, { type: "pollopt", text: "[deleted]" }),
      raw(11, { type: "pollopt", text: "Two<p>parts" }),
    ];
    expect(numbered(raw(7, { type: "poll", title: "Which?", text: "Say." }), options)).toMatchObject({
      ...{ kind: "post", title: "Which?", body: "Say.\n\n- Quill & *ledger*\n- Two parts" },
    });
  });

  test("text posts and comments have no link", () => {
    const fields = { by: "ferryman", title: "A", text: "https://example.com/a" };
    expect(numbered(raw(7, { ...fields, type: "story" }))).not.toHaveProperty("link");
    expect(numbered(raw(7, { ...fields, type: "comment", url: "https://example.com/a" }))).not.toHaveProperty(
      "link",
    );
  });

  test("ignores invalid fields one by one and replaces characters that can't be stored", () => {
    const odd = raw(7, { type: "story", title: " ", url: "javascript:alert(1)", text: "a\u0000b\ud800c" });
    expect(numbered(odd)).toMatchObject({
      title: "a\ufffdb\ufffdc",
      isUntitled: true,
      body: "a\ufffdb\ufffdc",
      author: null,
    });
  });
});

test.each([
  ["https://news.ycombinator.com/item?id=123", "hn:123"],
  ["news.ycombinator.com/item?id=123&p=2", "hn:123"],
  ["https://news.ycombinator.com/item?id=123#456", "hn:456"],
  ["https://news.ycombinator.com/item?id=123#unv_456", "hn:123"],
  ["HTTPS://NEWS.YCOMBINATOR.COM/item/?id=123", "hn:123"],
  ["news.ycombinator.com./item?id=123", "hn:123"],
  ["https://news.ycombinator.com/reply?id=123&goto=item%3Fid%3D7%23123", "hn:123"],
  ["https://news.ycombinator.com/context?id=123", "hn:123"],
  ["https://news.ycombinator.com/threads?id=somebody#456", "hn:456"],
  ["https://hacker-news.firebaseio.com/v0/item/123.json?print=pretty", "hn:123"],
  ["https://hn.algolia.com/api/v1/items/123", "hn:123"],
  ["https://hn.algolia.com/?q=123", null],
  ["https://hacker-news.firebaseio.com/v0/user/123.json", null],
  ["https://news.ycombinator.com/user?id=123", null],
  ["https://news.ycombinator.com/threads?id=somebody", null],
  ["https://news.ycombinator.com/item?id=", null],
  ["https://news.ycombinator.com/newest", null],
  ["https://news.ycombinator.com/item?id=0", null],
  ["https://news.ycombinator.com/item?id=1e3", null],
  ["https://news.ycombinator.com.evil.example/item?id=1", null],
  ["ftp://news.ycombinator.com/item?id=1", null],
])("%s links to %s", (address, fullname) => {
  expect(itemOfLink(address)).toEqual(fullname === null ? null : { fullname, place: "all" });
});

describe("story of a comment", () => {
  const chain = (length: number) => {
    const items = new Map<number, RawItem>([[1, raw(1, { type: "story", title: "Top" })]]);
    for (let id = 2; id <= length; id += 1) items.set(id, raw(id, { parent: id - 1 }));
    return items;
  };

  test("is found by walking up, with one request per item", async () => {
    const items = chain(5);
    const requested: number[] = [];
    const request = async (id: number) => {
      requested.push(id);
      return items.get(id) ?? null;
    };
    const threads = new Threads();
    expect(await threads.findStory(5, request)).toEqual({ number: 1, title: "Top" });
    expect(requested).toEqual([5, 4, 3, 2, 1]);
    expect(await threads.findStory(4, request)).toEqual({ number: 1, title: "Top" });
    expect(requested.length).toBe(5);
  });

  test("gives up on cycles, great depth and missing parents", async () => {
    const circle = async (id: number) => raw(id, { parent: id === 2 ? 1 : 2 });
    expect(await new Threads().findStory(2, circle)).toBeNull();
    const deep = chain(300);
    let requested = 0;
    const request = async (id: number) => {
      requested += 1;
      return deep.get(id) ?? null;
    };
    expect(await new Threads().findStory(300, request)).toBeNull();
    expect(requested).toBeLessThanOrEqual(100);
    expect(await new Threads().findStory(9, async () => null)).toBeNull();
  });

  test("is found at any depth without requests if the items in between are cached or recorded", async () => {
    const items = chain(300);
    const threads = new Threads();
    for (const item of items.values()) threads.note(item);
    const request = async (id: number) => items.get(id) ?? null;
    expect(await threads.findStory(300, request)).toEqual({ number: 1, title: "Top" });
    const requested: number[] = [];
    const recorded = async (id: number) => (id <= 298 ? 1 : null);
    const counted = async (id: number) => {
      requested.push(id);
      return items.get(id) ?? null;
    };
    expect(await new Threads().findStory(300, counted, recorded)).toEqual({ number: 1, title: null });
    expect(requested).toEqual([300, 299]);
  });
});
