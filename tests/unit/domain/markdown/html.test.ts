import { describe, expect, it } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import { getFaults } from "./safety";

const LINK = 'rel="noopener noreferrer nofollow ugc" target="_blank"';

describe("Markdown to HTML", () => {
  it.each([
    ["emphasis", "*a* **b** ~~c~~ ~d~", "<p><em>a</em> <strong>b</strong> <del>c</del> ~d~</p>"],
    ["headings, below the screen's own levels", "# a\n\n### b", "<h4>a</h4>\n<h6>b</h6>"],
    ["lists", "- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
    ["a list from 3", "3. a", '<ol start="3">\n<li>a</li>\n</ol>'],
    ["code", "`a <b>`", "<p><code>a &#x3C;b></code></p>"],
    ["a fence with a language", "```js\na\n```", "<pre><code>a\n</code></pre>"],
    ["superscript as raw HTML", "a<sup>b<sup>c</sup></sup>", "<p>a<sup>b<sup>c</sup></sup></p>"],
    ["a link", "[x](https://a.example/b)", `<p><a href="https://a.example/b" ${LINK}>x</a></p>`],
    [
      "a bare URL",
      "https://a.example/b_c",
      `<p><a href="https://a.example/b_c" ${LINK}>https://a.example/b_c</a></p>`,
    ],
    ["a scheme in capitals", "[x](HTTPS://A.example)", `<p><a href="https://a.example/" ${LINK}>x</a></p>`],
    [
      "a link within the site",
      "[x](/r/bells)",
      `<p><a href="https://www.reddit.com/r/bells" ${LINK}>x</a></p>`,
    ],
    [
      "each allowed scheme",
      "[x](irc://a.example) [y](xmpp:a@b.example)",
      `<p><a href="irc://a.example" ${LINK}>x</a> <a href="xmpp:a@b.example" ${LINK}>y</a></p>`,
    ],
    ["another scheme: only the text", "[x](ftp://a.example) [y](#z)", "<p>x y</p>"],
    [
      "an image",
      "![a](https://a.example/b.png)",
      '<p><img src="https://a.example/b.png" alt="a" loading="lazy" referrerpolicy="no-referrer"></p>',
    ],
    [
      "an image without https becomes a link",
      "![a](http://a.example/b.png)",
      `<p><a href="http://a.example/b.png" ${LINK}>a</a></p>`,
    ],
    [
      "an image URL with a password becomes a link",
      "![a](https://b:c@a.example/d.png)",
      `<p><a href="https://b:c@a.example/d.png" ${LINK}>a</a></p>`,
    ],
    ["an emote becomes its text", "![gif](giphy|abc)", "<p>gif</p>"],
    ["removes a script", "a<script>b</script>c", "<p>ac</p>"],
    ["an unknown element becomes its text", "<blink>a</blink>", "<p>a</p>"],
    ["nothing", "", ""],
  ])("%s", (_name, source, expected) => {
    expect(markdownToHtml(source)).toBe(expected);
  });

  it("keeps a table's alignment", () => {
    const html = markdownToHtml("| a | b |\n|---|--:|\n| 1 | 2 |");
    expect(html).toContain('<th align="right">b</th>');
    expect(html).toContain('<td align="right">2</td>');
  });
});

describe("raw HTML", () => {
  it.each([
    ["shows an unclosed element as text", "a <title> b", "<p>a &#x3C;title> b</p>"],
    ["shows a self-closing element as text", "a <iframe/> b", "<p>a &#x3C;iframe/> b</p>"],
    ["shows an unclosed block as text", "<script>\nquill\n\nledger", "&#x3C;script>\nquill\n\nledger"],
    ["shows plaintext as text", "<plaintext>a</plaintext> b", "&#x3C;plaintext>a b"],
    ["hides a closed element", "a <script>b</script> c", "<p>a  c</p>"],
    ["hides an element closed in a later paragraph", "<style>\nb\n\nb</style>\n\nc", "\n<p>c</p>"],
    ["separates other blocks", "<summary>A</summary>B", "<div>A</div>B"],
    ["separates list items without a list", "<li>A</li><li>B</li>", "<div>A</div><div>B</div>"],
    ["cells", "<table><tr><td>A</td><td>B</td></tr></table>", "<td>A</td><td>B</td>"],
  ])("%s", (_name, source, expected) => {
    expect(markdownToHtml(source)).toContain(expected);
  });
});

describe("highlights", () => {
  it.each([
    ["a word", "The Bell rings", { keyword: "bell" }, "<p>The <mark>Bell</mark> rings</p>"],
    [
      "search hits, which are underlined",
      "the bell tower",
      [{ keyword: "bell" }, { keyword: "tower", isHit: true }],
      '<p>the <mark>bell</mark> <u class="qhit">tower</u></p>',
    ],
    ["no search hits of the source", '<u class="qhit">bell</u>', { keyword: "tower" }, "<p><u>bell</u></p>"],
    ["every occurrence", "bell bell", { keyword: "bell" }, "<p><mark>bell</mark> <mark>bell</mark></p>"],
    ["whole words", "bells bell", { keyword: "bell", wholeWordOnly: true }, "<p>bells <mark>bell</mark></p>"],
    [
      "only the same case",
      "Bell bell",
      { keyword: "bell", caseSensitive: true },
      "<p>Bell <mark>bell</mark></p>",
    ],
    [
      "across a line break in the source",
      "red\nbell",
      { keyword: "red bell" },
      "<p><mark>red\nbell</mark></p>",
    ],
    [
      "within emphasis, links and code",
      "*bell* `bell`",
      { keyword: "bell" },
      "<p><em><mark>bell</mark></em> <code><mark>bell</mark></code></p>",
    ],
    [
      "not in URLs",
      "[x](https://bell.example/)",
      { keyword: "bell" },
      `<p><a href="https://bell.example/" ${LINK}>x</a></p>`,
    ],
    ["text that looks like HTML", "a \\<b> c", { keyword: "<b>" }, "<p>a <mark>&#x3C;b></mark> c</p>"],
    ["several, overlapping", "abcd", [{ keyword: "abc" }, { keyword: "bcd" }], "<p><mark>abcd</mark></p>"],
    ["several, nested", "abcd", [{ keyword: "bc" }, { keyword: "abcd" }], "<p><mark>abcd</mark></p>"],
    [
      "several, adjacent",
      "abcd",
      [{ keyword: "ab" }, { keyword: "cd" }],
      "<p><mark>ab</mark><mark>cd</mark></p>",
    ],
    ["nothing without a keyword", "abcd", [], "<p>abcd</p>"],
    [
      "across emphasis",
      "the **quill** ledger",
      { keyword: "quill ledger" },
      "<p>the <strong><mark>quill</mark></strong><mark> ledger</mark></p>",
    ],
    [
      "across a part of emphasis",
      "the *red quill* ledger",
      { keyword: "quill ledger" },
      "<p>the <em>red <mark>quill</mark></em><mark> ledger</mark></p>",
    ],
    [
      "within a word",
      "tide**water**",
      { keyword: "tidewater", wholeWordOnly: true },
      "<p><mark>tide</mark><strong><mark>water</mark></strong></p>",
    ],
    [
      "not a part of such a word",
      "tide**water**",
      { keyword: "water", wholeWordOnly: true },
      "<p>tide<strong>water</strong></p>",
    ],
    [
      "across code",
      "the `quill` ledger",
      { keyword: "the quill" },
      "<p><mark>the </mark><code><mark>quill</mark></code> ledger</p>",
    ],
    [
      "across paragraphs",
      "quill\n\nledger",
      { keyword: "quill ledger" },
      "<p><mark>quill</mark></p>\n<p><mark>ledger</mark></p>",
    ],
    ["not words that only look joined in the source", "one^two", { keyword: "onetwo" }, "<p>one^two</p>"],
    [
      "a keyword with markup characters",
      "__init__ here",
      { keyword: "__init__" },
      "<p><strong><mark>init</mark></strong> here</p>",
    ],
    [
      "a word before superscript",
      "Acme<sup>TM</sup>",
      { keyword: "acme", wholeWordOnly: true },
      "<p><mark>Acme</mark><sup>TM</sup></p>",
    ],
    ["not the author's own mark elements", "<mark>a</mark> b", { keyword: "b" }, "<p>a <mark>b</mark></p>"],
  ])("%s", (_name, source, highlight, expected) => {
    expect(markdownToHtml(source, { highlight })).toBe(expected);
  });
});

describe("falls back to plain text", () => {
  const repeated = (text: string, times: number) => text.repeat(times);
  it.each([
    ["5,000 nested quotes", repeated("> ", 5000) + "x"],
    ["5,000 quotes without a space", repeated(">", 5000) + "x"],
    ["101 lists in one line", repeated("- ", 101) + "x"],
    ["numbered lists", repeated("1. ", 101) + "x"],
    ["lists by indentation", Array.from({ length: 120 }, (_, n) => `${" ".repeat(n * 2)}- a`).join("\n")],
    ["5,000 elements", repeated("<div>", 5000)],
    ["wrongly closed elements", repeated("<b></i>", 5000)],
    ["many adjacent elements", repeated("<b>x</b>", 501)],
    ["unclosed emphasis", repeated("*a_ ", 10_000)],
    ["unclosed brackets", repeated("[a](", 10_000)],
    ["unopened brackets", repeated("!]&#x41;", 2_000)],
    [
      "ever longer runs of emphasis",
      Array.from({ length: 250 }, (_, n) => `${repeated("_", n)}[a](b)`).join(""),
    ],
    ["more than 40,000 characters", repeated("*a* ", 10_001)],
  ])("%s", (_name, source) => {
    const html = markdownToHtml(source);
    expect(html).toMatch(/^<p>/);
    expect(html.replaceAll("<br>", "")).not.toMatch(/<(?!\/?p>)/);
    expect(getFaults(html)).toEqual([]);
  });

  it("escapes the text and keeps lines and highlights", () => {
    const source = `${"<i>".repeat(101)}\n<script>alert(1)</script> & bell`;
    const html = markdownToHtml(source, { highlight: { keyword: "bell" } });
    expect(html).toContain(
      "<br>\n&#x3C;script>alert(1)&#x3C;/script> &#x26; <mark>bell</mark></p>".replace("\n", ""),
    );
  });

  it.each([
    ["100 quotes", `${"> ".repeat(100)}x`, "<blockquote>"],
    ["40,000 characters", `*a* ${"b".repeat(39_996)}`, "<em>"],
    ["100 elements", `${"<b>".repeat(99)}x`, "<b>"],
    ["a form with 100 lines to fill in", `*a*\n\n${`Name: ${"_".repeat(25)}\n`.repeat(100)}`, "<em>"],
    ["1,000 lines of stars", `*a*\n\n${`${"*".repeat(30)}\n`.repeat(1_000)}`, "<em>"],
  ])("not at the limit: %s", (_name, source, expected) => {
    expect(markdownToHtml(source)).toContain(expected);
  });

  it.each([
    ["links", "[a](b)".repeat(1900)],
    ["table cells", `${"|a".repeat(100)}\n${"|-".repeat(100)}\n${`${"|a".repeat(100)}\n`.repeat(100)}`],
    ["reopened elements", Array.from({ length: 499 }, (_, n) => `<p><i title=${n}></p>`).join("x")],
    ["quotes line by line", `${"> ".repeat(49)}x\n`.repeat(100)],
    ["unclosed HTML comments", "<!--".repeat(10_000)],
  ])("never throws for large numbers of %s", (_name, source) => {
    expect(getFaults(markdownToHtml(source))).toEqual([]);
  });
});
