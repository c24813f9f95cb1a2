import { describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import { commentsPage } from "../../../sandbox/lobsters/comments-page";
import type { Entry } from "../../../sandbox/lobsters/world";
import { getComment, getPost } from "@/sites/lobsters/responses";
import { getRows } from "@/sites/lobsters/comment-page";
import { facts } from "@/sites/lobsters/facts";
import { itemOfLink } from "@/sites/lobsters/link";
import { createPace } from "@/sites/lobsters/pace";
import { getFaults } from "../domain/markdown/safety";

const at = "2026-11-02T03:00:00.000-06:00";
const story = {
  short_id: "abc123",
  short_id_url: "https://lobste.rs/s/abc123",
  created_at: at,
  title: "A  compiler for\npunch cards",
  url: "https://example.com/cards",
  score: 12,
  flags: 0,
  comment_count: 2,
  description: "<p>It <em>works</em>.</p>",
  description_plain: "It *works*.",
  comments_url: "https://lobste.rs/s/abc123/compiler_for_punch_cards",
  submitter_user: "kilnbird",
  user_is_author: true,
  tags: ["compilers"],
};
describe("story", () => {
  test("is converted with its text, link and creation time", () => {
    expect(getPost(story)).toEqual({
      fullname: "lobsters:s/abc123",
      kind: "post",
      site: "lobsters",
      place: "all",
      title: "A compiler for punch cards",
      body: "It *works*.\n\ncompilers\n\nhttps://example.com/cards",
      html: null,
      author: "kilnbird",
      url: "https://lobste.rs/s/abc123",
      link: "https://example.com/cards",
      createdAt: new Date("2026-11-02T09:00:00.000Z"),
      over18: false,
      replies: 2,
    });
  });

  test.each([
    ["an author object", { submitter_user: { username: "kilnbird" } }, { author: "kilnbird" }],
    ["no author", { submitter_user: null }, { author: null }],
    ["no text", { description_plain: "" }, { body: "compilers\n\nhttps://example.com/cards" }],
    ["no link", { url: "" }, { body: "It *works*.\n\ncompilers" }],
    ["an invalid link", { url: "javascript:alert(1)" }, { body: "It *works*.\n\ncompilers" }],
    [
      "fields of other types",
      { url: 7, description_plain: [], title: null },
      { body: "compilers", title: "compilers", isUntitled: true },
    ],
    ["tags", { tags: ["c++", "show", "a_b"], url: "" }, { body: "It *works*.\n\nc++ · show · a_b" }],
    ["tags of another type", { tags: [1, "show"], url: "" }, { body: "It *works*.\n\nshow" }],
    ["no tags", { tags: "show", url: "" }, { body: "It *works*." }],
    ["invalid characters", { title: "a\0b\ud800" }, { title: "a\ufffdb\ufffd" }],
  ])("with %s", (_name, fields, expected) => {
    expect(getPost({ ...story, ...fields })).toMatchObject(expected);
  });

  test.each([
    ["no id", { short_id: undefined }],
    ["an invalid id", { short_id: "../../x" }],
    ["no time", { created_at: null }],
    ["an invalid time", { created_at: "yesterday" }],
  ])("with %s is rejected", (_name, fields) => {
    expect(getPost({ ...story, ...fields })).toBeNull();
  });
});

describe("page of newest comments", () => {
  const atMs = Date.parse(at);
  const entry = (fields: Partial<Entry>): Entry => ({
    ...{ kind: "comment", shortId: "def456", by: "fanless", atMs, title: "", text: "So *it* is", url: "" },
    ...{ story: "abc123", tags: [], state: "live", editedMs: atMs, keyword: null, ...fields },
  });
  const story = entry({ kind: "story", shortId: "abc123", title: "A  <compiler> for\npunch cards" });
  const page = (...comments: Partial<Entry>[]) =>
    commentsPage(
      comments.map((fields) => ({ comment: entry(fields), story })),
      1,
    );
  const shown = {
    shortId: "def456",
    author: "fanless",
    body: "So *it* is",
    shownMs: atMs,
    isEdited: false,
  };

  test("includes story title, author and text", () => {
    const rows = getRows(page({}, { shortId: "ghi789", editedMs: atMs + 90_000 }));
    expect(rows).toMatchObject([
      shown,
      { ...shown, shortId: "ghi789", shownMs: atMs + 90_000, isEdited: true },
    ]);
    expect(getComment(rows![0]!, atMs - 1)).toMatchObject({
      fullname: "lobsters:c/def456",
      kind: "comment",
      title: "A <compiler> for punch cards",
      url: "https://lobste.rs/c/def456",
      createdAt: new Date(atMs - 1),
    });
  });

  test.each([
    ["with a time zone", 'title="2026-11-02 03:00:00 -0600"', shown],
    ["without a time zone", 'title="2026-11-02 03:00:00"', null],
    ["missing", "", null],
  ])("with its time %s", (_name, attributes, expected) => {
    const html = page({}).replace(/<time [^>]*>/, `<time ${attributes}>`);
    expect(getRows(html)).toMatchObject([expected]);
  });

  test("accepts the older profile URLs and rejects invalid ids", () => {
    const html = page({}, { shortId: "../x" }).replaceAll('"/~fanless"', '"/u/fanless"');
    expect(getRows(html)).toMatchObject([shown, null]);
  });

  test.each([
    ["without comments", page(), []],
    ["truncated", page({}).slice(0, -9), null],
    ["of another kind", "<html><body><p>Be right back</p></body></html>", null],
  ])("page %s", (_name, html, expected) => {
    expect(getRows(html)).toEqual(expected);
  });

  test("converts malicious HTML safely", () => {
    const harm =
      '<img src=x onerror=alert(1)> <a href="javascript:alert(1)">x</a> <svg onload=alert(1)></svg> &lt;script&gt;';
    const [row] = getRows(page({ text: "HERE" }).replace("HERE", harm))!;
    expect(getFaults(markdownToHtml(facts.getContent(getComment(row!, atMs))))).toEqual([]);
  });
});

describe("HTML of a comment", () => {
  const typed = (html: string) => {
    const page = commentsPage([], 1).replace(
      /(<ol [^>]*>)/,
      `$1<li><div data-shortid="a" class="comment"><div class="byline"><time data-at-unix="1793610000"></time></div><div class="comment_text">${html}</div></div></li>`,
    );
    return getRows(page)![0]!.body;
  };

  test.each([
    ["<p>one\ntwo</p>\n<p>three</p>", "one two\n\nthree"],
    ["<p><em>a</em> <strong>b</strong> <del>c</del> <code>d_e</code></p>", "*a* **b** ~~c~~ `d_e`"],
    ["<p>snake_case, 5 * 3, [x] &amp; &lt;b&gt;</p>", "snake_case, 5 * 3, [x] & \\<b>"],
    ["<p>*not* _so_ `here`</p>", "\\*not\\* \\_so\\_ \\`here\\`"],
    ['<p><a href="https://a.example/x_y" rel="ugc">word</a></p>', "[word](https://a.example/x_y)"],
    ['<p><a href="https://a.example/">https://a.example/</a></p>', "<https://a.example/>"],
    ['<p><a href="javascript:alert(1)">word</a></p>', "word"],
    ["<blockquote>\n<p>said</p>\n</blockquote>\n<p>so</p>", "> said\n\nso"],
    ["<ul>\n<li>one</li>\n<li>two <em>x</em></li>\n</ul>", "- one\n- two *x*"],
    ["<ol>\n<li><p>one</p></li>\n<li><p>two</p></li>\n</ol>", "1. one\n2. two"],
    ['<pre><code class="language-c">a  *b;\n\nc\n</code></pre>', "```\na  *b;\n\nc\n```"],
    ["<h2>Head</h2><hr><p>a<br>b</p>", "## Head\n\n---\n\na  \nb"],
    ["<table><tr><td>a</td><td>b</td></tr></table>", "a\n\nb"],
    ['<p>a <img alt="quill"> b</p><script>c</script>', "a quill b"],
    ["<em>a <div>b</div> c</em>", "*a*\n\nb\n\nc"],
    ["loose <b>words</b>", "loose **words**"],
    ["<p>\u{1f99e} caf\u00e9</p>", "\u{1f99e} caf\u00e9"],
    ["", ""],
  ])("%j is %j", (html, markdown) => {
    expect(typed(html)).toBe(markdown);
  });

  test("keeps all text of deep and large HTML", () => {
    expect(typed(`<p>${"a<br>".repeat(300)}<em>b</em></p>`)).toContain("*b*");
    const deep = `${"<blockquote>".repeat(5_000)}word${"</blockquote>".repeat(5_000)}`;
    expect(typed(deep)).toContain("word");
    expect(typed(`<p>${"<em>a</em>".repeat(5_000)}</p>`).match(/a/g)).toHaveLength(5_000);
  });
});

test.each([
  ["https://lobste.rs/s/abc123", "lobsters:s/abc123"],
  ["lobste.rs/s/abc123/a_compiler_for_punch_cards", "lobsters:s/abc123"],
  ["https://www.lobste.rs/s/abc123.json", "lobsters:s/abc123"],
  ["https://lobste.rs/s/abc123/a_compiler#c_def456", "lobsters:c/def456"],
  ["https://lobste.rs/c/def456", "lobsters:c/def456"],
  ["HTTPS://LOBSTE.RS/s/abc123/title/?x=y#", "lobsters:s/abc123"],
  ["https://lobste.rs./c/def456.json", "lobsters:c/def456"],
  ["https://lobste.rs/s/abc123/title/comments/def456", "lobsters:c/def456"],
  ["https://lobste.rs/stories/abc123", "lobsters:s/abc123"],
  ["https://lobste.rs/comments/def456/reply", "lobsters:c/def456"],
  ["https://lobste.rs/~kilnbird/threads#c_def456", "lobsters:c/def456"],
  ["https://lobste.rs/comments/page/2", null],
  ["https://lobste.rs/comments", null],
  ["https://lobste.rs/s/abc-123", null],
  ["https://lobste.rs/t/compilers", null],
  ["https://lobste.rs/s/", null],
  ["https://lobste.rs.example/s/abc123", null],
  ["ftp://lobste.rs/s/abc123", null],
  ["https://lobste.rs/~kilnbird", null],
])("%s links to %s", (address, fullname) => {
  expect(itemOfLink(address)).toEqual(fullname === null ? null : { fullname, place: "all" });
});

test("recognizes the names of its only place", () => {
  const typed = ["Lobsters", " lobste.rs ", "https://lobste.rs/", "all"];
  expect(typed.map((name) => facts.strippedName(name))).toEqual(["all", "all", "all", "all"]);
  expect(facts.isPlaceName(facts.strippedName("lobsters.example"))).toBe(false);
});

describe("pace", () => {
  function paced() {
    let nowMs = 0;
    const slept: number[] = [];
    const pace = createPace(1_000, {
      now: () => nowMs,
      sleep: async (ms) => {
        slept.push(ms);
        nowMs += ms;
      },
    });
    return { pace, slept, set: (ms: number) => void (nowMs = ms) };
  }

  test("runs one request at a time, a second after the previous one ended or failed", async () => {
    const { pace, slept, set } = paced();
    const order: string[] = [];
    const first = pace(async () => {
      order.push("begins");
      await Promise.resolve();
      set(300);
      order.push("ends");
      throw new Error("no");
    });
    const second = pace(async () => void order.push("second"));
    await expect(first).rejects.toThrow("no");
    await second;
    expect([order, slept]).toEqual([["begins", "ends", "second"], [1_000]]);
    set(5_000);
    await pace(async () => undefined);
    expect(slept).toEqual([1_000]);
  });

  test("doesn't wait longer if the clock was set back", async () => {
    const { pace, slept, set } = paced();
    set(3_600_000);
    await pace(async () => undefined);
    set(0);
    await pace(async () => undefined);
    expect(slept).toEqual([1_000]);
  });
});
