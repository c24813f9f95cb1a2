import fc from "../../support/seeded";
import { describe, expect, it } from "vitest";
import { getContent } from "@/sites/reddit/content";
import type { Item } from "@/domain/reading/item";
import { markdownToText } from "@/domain/markdown/text";

const item = (html: string | null, body = "the source"): Item => ({
  fullname: "t3_a",
  kind: "post",
  site: "reddit",
  place: "a",
  title: "t",
  body,
  html,
  author: null,
  url: "https://www.reddit.com/r/a/comments/a/",
  createdAt: new Date(0),
  over18: false,
});
const post = (inner: string) => `<!-- SC_OFF --><div class="md">${inner}</div><!-- SC_ON -->`;

describe("conversion to Markdown", () => {
  it.each([
    ["a post's wrapper", post("<p>One</p>\n\n<p>Two</p>\n"), "One\n\nTwo"],
    ["a comment's wrapper", '<div class="md"><p>One</p>\n</div>', "One"],
    [
      "entirely escaped",
      "&lt;div class=&quot;md&quot;&gt;&lt;p&gt;a &amp;amp; b&lt;/p&gt;&lt;/div&gt;",
      "a & b",
    ],
    ["entities", "<p>it&#39;s &quot;so&quot;&#32;&amp; on</p>", 'it\'s "so" & on'],
    ["emphasis", "<p><em>a</em> <strong>b</strong> <del>c</del></p>", "*a* **b** ~~c~~"],
    ["headings and rules", "<h1>A</h1><hr/><h6>B</h6>", "# A\n\n---\n\n###### B"],
    ["line breaks", "<p>a<br/>\nb</p>", "a  \nb"],
    ["nested superscript", "<p>a<sup>b<sup>c d</sup></sup></p>", "a<sup>b<sup>c d</sup></sup>"],
    ["inline code", "<p>run <code>a_b * `c`</code></p>", "run `` a_b * `c` ``"],
    ["a code block", "<pre><code>if x:\n    y_z *\n</code></pre>", "```\nif x:\n    y_z *\n```"],
    [
      "a fenced block as inline code",
      "<p><code>\nline 1\n  line 2\n</code></p>",
      "```\nline 1\n  line 2\n```",
    ],
    ["nested lists", "<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>", "- a\n  - b\n- c"],
    ["a numbered list from 3", '<ol start="3"><li>a</li><li>b</li></ol>', "3. a\n4. b"],
    ["nested quotes", "<blockquote><p>a</p><blockquote><p>b</p></blockquote></blockquote>", "> a\n> \n> > b"],
    ["an image", '<p><img src="https://i.redd.it/a.gif" alt="a"></p>', "![a](https://i.redd.it/a.gif)"],
    ["bold italics", "<p><strong><em>a</em></strong> b</p>", "***a*** b"],
    ["zero-width characters", "<p>&#x200B;</p><p>a\u200Bb&nbsp;c</p>", "ab c"],
    ["nothing visible: returns the source", "<p>&#x200B;</p>", "the source"],
  ])("%s", (_name, html, expected) => {
    expect(getContent(item(html))).toBe(expected);
  });
});

describe("links", () => {
  it.each([
    ["to a subreddit", '<a href="/r/bells">r/bells</a>', "[r/bells](https://www.reddit.com/r/bells)"],
    ["to a multi", '<a href="/r/a+b">/r/a+b</a>', "[/r/a+b](https://www.reddit.com/r/a+b)"],
    ["to a user", '<a href="/u/rider">u/rider</a>', "[u/rider](https://www.reddit.com/u/rider)"],
    [
      "to a message",
      '<a href="/message/compose?to=a&amp;b=c">m</a>',
      "[m](https://www.reddit.com/message/compose?to=a&b=c)",
    ],
    [
      "with the URL as text",
      'at <a href="https://x.example/a_b?c=d">https://x.example/a_b?c=d</a>.',
      "at <https://x.example/a_b?c=d>.",
    ],
    [
      "to a signed preview",
      '<a href="https://preview.redd.it/a.jpg?w=1&amp;s=0f">https://preview.redd.it/a.jpg?w=1&amp;s=0f</a>',
      "<https://preview.redd.it/a.jpg?w=1&s=0f>",
    ],
    [
      "followed by text that would extend the URL",
      '<a href="https://x.example/a">https://x.example/a</a>\'s',
      "<https://x.example/a>'s",
    ],
    ["with brackets", '<a href="https://x.example/a_(b)">w</a>', "[w](<https://x.example/a_(b)>)"],
    [
      "bare, with brackets",
      '<a href="https://x.example/a_(b)">https://x.example/a_(b)</a>',
      "<https://x.example/a_(b)>",
    ],
    [
      "with brackets in the text",
      '<a href="https://x.example/">[a] b</a>',
      "[\\[a\\] b](https://x.example/)",
    ],
    [
      "with an unbalanced bracket in the text",
      '<a href="https://x.example/">a] b</a>',
      "[a\\] b](https://x.example/)",
    ],
    ["with a title", '<a href="https://x.example/" title="hidden">w</a>', "[w](https://x.example/)"],
    ["to an email address", '<a href="mailto:a_b@c.example">a_b@c.example</a>', "<a_b@c.example>"],
    ["with a script URL", '<a href="javascript:alert(1)">w</a>', "w"],
    ["within the page", '<a href="#top">w</a>', "w"],
    ["without text", 'a<a href="/b32" title="an emote"></a>b', "ab"],
    ["with a spoiler in the title", '<a href="#s" title="the butler">Who?</a>', "Who? (spoiler)"],
    ["with a spoiler in the title and no text", 'x <a href="#s" title="the butler"></a>', "x (spoiler)"],
  ])("%s", (_name, html, expected) => {
    expect(getContent(item(post(`<p>${html}</p>`)))).toBe(expected);
  });
});

describe("spoilers stay hidden", () => {
  it.each([
    ["inline", '<p>a <span class="md-spoiler-text">the butler</span> b</p>', "a (spoiler) b"],
    ["a block", '<blockquote class="md-spoiler-text"><p>the butler</p></blockquote>', "> (spoiler)"],
  ])("%s", (_name, html, expected) => {
    expect(getContent(item(html))).toBe(expected);
  });
});

describe("tables", () => {
  it("keep alignment, pipes, links and short rows", () => {
    const html =
      '<table><thead>\n<tr>\n<th>a</th>\n<th align="right">b | c</th>\n<th align="center">d</th>\n</tr>\n</thead><tbody>\n' +
      '<tr>\n<td><a href="/r/x">r/x</a></td>\n<td align="right"><code>1|2</code></td>\n<td align="center">x<br/>y</td>\n</tr>\n' +
      '<tr>\n<td colspan="3" ></td>\n</tr>\n</tbody></table>';
    expect(getContent(item(post(`<p>t</p>${html}<p>u</p>`)))).toBe(
      [
        "t",
        "",
        "| a | b \\| c | d |",
        "| --- | --: | :-: |",
        "| [r/x](https://www.reddit.com/r/x) | `1\\|2` | x y |",
        "|  |  |  |",
        "",
        "u",
      ].join("\n"),
    );
  });
});

describe("escapes only characters that are Markdown syntax", () => {
  it.each([
    ["snake_case_words", "snake_case_words"],
    ["_so_ *so*", "\\_so\\_ \\*so\\*"],
    ["5 * 3 * 2", "5 * 3 * 2"],
    ["[deleted] [x]", "[deleted] [x]"],
    ["[a](b)", "[a\\](b)"],
    ["[a]: b", "\\[a]: b"],
    ["a - b", "a - b"],
    ["- a", "\\- a"],
    ["+ a", "\\+ a"],
    ["# a", "\\# a"],
    ["#a", "#a"],
    ["1. a", "1\\. a"],
    ["2026. a year", "2026\\. a year"],
    ["&gt; a", "\\> a"],
    ["a &gt; b &lt; c", "a > b < c"],
    ["&lt;b&gt; &lt;/b&gt; &lt;!--", "\\<b> \\</b> \\<!--"],
    ["&amp;amp; R&amp;D", "\\&amp; R&D"],
    ["C:\\Users \\* \\", "C:\\Users \\\\\\* \\\\"],
    ["`x`", "\\`x\\`"],
    ["~~x~~ ~5", "\\~\\~x\\~\\~ ~5"],
    ["---", "\\---"],
    ["===", "\\==="],
    ["¯\\_(ツ)_/¯", "¯\\\\\\_(ツ)\\_/¯"],
  ])("%s", (html, expected) => {
    expect(getContent(item(`<p>${html}</p>`))).toBe(expected);
  });
});

it("shows the same text as the HTML for any characters", () => {
  const chunk = fc.oneof(
    fc.constantFrom(..."*_~`[]()<>&#+-=|!:\\\"'.1aé ", "](", "&amp;", "<b>", "1.", "---", "://", "\\_"),
    fc.string({ unit: "grapheme-ascii", maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(chunk, { minLength: 1, maxLength: 12 }), (chunks) => {
      const text = chunks.join("").replace(/\s+/g, " ").trim();
      fc.pre(text !== "");
      const html = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
      const content = getContent(item(`<p>${html}</p>`, "unused"));
      expect(markdownToText(content, { links: "text-only" })).toBe(text);
    }),
    { numRuns: 500 },
  );
});

describe("falls back to the source", () => {
  it.each<[string, string | null]>([
    ["without HTML", null],
    ["with empty HTML", ""],
    ["with 5,000 nested quotes", "<blockquote>".repeat(5000) + "x"],
    ["above the length limit", `<p>${"x".repeat(400_001)}</p>`],
  ])("%s", (_name, html) => {
    expect(getContent(item(html))).toBe("the source");
  });
});

it("accepts 40,000 characters", () => {
  const words = "word ".repeat(8000).trim();
  expect(getContent(item(`<p>${words}</p>`))).toBe(words);
});
