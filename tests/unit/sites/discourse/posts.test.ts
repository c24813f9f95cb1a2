import { describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import { parsePosts } from "@/sites/discourse/parse";
import { facts } from "@/sites/discourse/facts";
import { getFaults } from "../../domain/markdown/safety";

const place = "forum.example";
const post = {
  ...{
    id: 41,
    topic_id: 7,
    topic_slug: "a-question",
    topic_title: "A  question",
    post_number: 1,
    post_type: 1,
  },
  ...{ username: "otto", created_at: "2026-11-02T09:00:00.000Z", cooked: "<p>How <em>so</em>?</p>" },
  ...{ raw: "How *so*?", post_url: "/t/a-question/7/1", hidden: false, user_deleted: false, a_plugin: {} },
};
const read = (...rows: unknown[]) => {
  const body = Buffer.from(JSON.stringify({ latest_posts: rows }));
  const page = parsePosts({ place, body, contentType: "application/json" });
  if ("fault" in page) throw new Error(page.fault);
  return page;
};
const getItem = (fields: object) => read({ ...post, ...fields }).posts[0]?.item;

describe("post", () => {
  test("is converted with its Markdown source", () => {
    expect(getItem({})).toEqual({
      ...{
        fullname: "forum.example:post:41",
        kind: "post",
        site: "discourse",
        place,
        over18: false,
        html: null,
      },
      ...{ title: "A question", body: "How *so*?", author: "otto", url: "https://forum.example/p/41" },
      createdAt: new Date("2026-11-02T09:00:00.000Z"),
      root: "forum.example:topic:7:1",
    });
  });

  test.each([
    ["an answer", { post_number: 3 }, { kind: "comment" }],
    ["an old version: no source", { raw: undefined }, { body: "How *so*?" }],
    ["an old version: no title", { topic_title: undefined }, { title: "a question" }],
    ["an old version: no number in its topic", { post_number: undefined }, { kind: "post" }],
    [
      "the same in a folder",
      { post_number: undefined, post_url: "/forum/t/a-question/7/1" },
      { kind: "post" },
    ],
    [
      "the same of an answer",
      { post_number: undefined, post_url: "/t/a-question/7/12" },
      { kind: "comment" },
    ],
    [
      "tags of forums",
      { raw: "the [b]quill[/b] [i][u]ledger[/u][/i] a[i] [b]" },
      { body: "the quill ledger a[i] [b]" },
    ],
    [
      "links of forums",
      { raw: "[url=https://a.test/x]quill[/url] [url]https://b.test[/url]" },
      { body: "[quill](https://a.test/x) https://b.test" },
    ],
    [
      "scripts and styles",
      { raw: "quill<script>x()</script> <style>\np{}\n</style>ledger" },
      { body: "quill   ledger" },
    ],
    [
      "tags and scripts in code",
      { raw: "`[b]x[/b]`\n```html\n<script>x()</script>\n[i]a[/i]\n```\n[b]y[/b]" },
      { body: "`[b]x[/b]`\n```html\n<script>x()</script>\n[i]a[/i]\n```\ny" },
    ],
    [
      "a poll",
      { raw: "[poll type=regular]\n* Quill\n* Ledger\n[/poll]" },
      { body: "[poll type=regular]\n* Quill\n* Ledger\n[/poll]" },
    ],
    ["no title at all", { topic_title: null, topic_slug: 3 }, { title: "How so?", isUntitled: true }],
    ["no author", { username: null }, { author: null }],
    ["fields of other types", { username: 7, raw: [], hidden: "no", post_type: "1" }, { author: null }],
    ["invalid characters", { raw: "a\0b\ud800" }, { body: "a\ufffdb\ufffd" }],
  ])("with %s", (_name, fields, expected) => {
    expect(getItem(fields)).toMatchObject(expected);
  });

  test.each([
    ["hidden", { hidden: true }],
    ["withdrawn by its author", { user_deleted: true }],
    ["deleted", { deleted_at: "2026-11-02T09:00:00.000Z" }],
    ["a note that a topic was closed", { post_type: 3 }],
  ])("%s: has a number but no item", (_name, fields) => {
    expect(read({ ...post, ...fields })).toEqual({ posts: [{ number: 41, item: null }], skipped: 0 });
  });

  test("counts and skips unreadable rows", () => {
    const { posts, skipped } = read(null, { id: "x" }, { ...post, created_at: "soon" }, { ...post, id: 42 });
    expect(posts.map(({ number, item }) => [number, item !== null])).toEqual([
      [42, true],
      [41, false],
    ]);
    expect(skipped).toBe(3);
  });
});

test("cuts a page of too many posts, so the next page continues there", () => {
  const rows = Array.from({ length: 300 }, (_, index) => ({ ...post, id: index + 1 }));
  const numbers = read(...rows).posts.map(({ number }) => number);
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([200, 300, 101]);
});

test.each([
  ["<p>One<br>two</p>\n<p>three</p>", "One  \ntwo\n\nthree"],
  [
    '<ul><li>a</li><li>b <a href="https://example.com/x">there</a></li></ul>',
    "- a\n- b [there](https://example.com/x)",
  ],
  ['<a href="javascript:alert(1)">x</a><a href="/u/otto">@otto</a>', "x@otto"],
  ["<p>1 &lt; 2 &amp; so</p><script>alert(1)</script><svg><text>no</text></svg>", "1 < 2 & so\n\nno"],
  ["<div>".repeat(5_000) + "deep", "deep"],
])("converts the HTML of old versions: %j", (cooked, body) => {
  expect(getItem({ raw: undefined, cooked })).toMatchObject({ body });
});

describe("displayed content", () => {
  const shown = (body: string) => facts.getContent({ html: null, body });

  test.each([
    ['[quote="otto, post:1, topic:2"]\nHow?\n[/quote]\nSo.', "> How?\n\nSo."],
    ["[quote]\n[quote]\nA\n[/quote]\nB\n[/quote]", "> > A\n\n> B"],
    ["![a screen|690x388](upload://k3.png) here", "a screen here"],
    ["[report.pdf|attachment](upload://k3.pdf)", "report.pdf"],
    ['[details="More"]\nText\n[/details]', "More\n\nText"],
    ["[spoiler]\nText\n[/spoiler]", "Text"],
    ["a [link](https://example.com) and [quote] within", "a [link](https://example.com) and [quote] within"],
  ])("%j", (body, expected) => {
    expect(shown(body)).toBe(expected);
  });

  test("converts malicious posts safely", () => {
    const body = `<img src=x onerror=alert(1)> [x](javascript:alert(1)) [quote="<svg onload=alert(1)>"]\nA\n[/quote]\n${"[quote]\n".repeat(5_000)}B`;
    expect(getFaults(markdownToHtml(shown(body)))).toEqual([]);
  });
});

test("reads a post of code fences in linear time", () => {
  const msOf = (raw: string) => {
    const started = performance.now();
    for (let times = 0; times < 3; times += 1) expect(getItem({ raw })).toBeTruthy();
    return performance.now() - started;
  };
  const words = "a ".repeat(16_000);
  msOf(words);
  for (const fence of ["`", "~"])
    expect(msOf(fence.repeat(words.length))).toBeLessThan(100 * (msOf(words) + 1));
});
