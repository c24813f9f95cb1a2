import { describe, expect, it } from "vitest";
import { inlineHtml } from "../../../sandbox/reddit/inline";
import { commentHtml, postHtml } from "../../../sandbox/reddit/markdown";

const inline: [string, string, string][] = [
  ["emphasis", "*a* _b_ **c** __d__", "<em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong>"],
  ["both emphases", "***a***", "<strong><em>a</em></strong>"],
  ["no emphasis inside words", "snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"],
  ["strike", "~~a~~", "<del>a</del>"],
  ["nested superscripts", "x^2 ^(a ^(b) c)", "x<sup>2</sup> <sup>a <sup>b</sup> c</sup>"],
  ["code", "`a < *b*`", "<code>a &lt; *b*</code>"],
  ["fences as inline code", "```\na\n```", "<code>a</code>"],
  ["hidden text", ">!the *cat*!<", '<span class="md-spoiler-text">the <em>cat</em></span>'],
  ["HTML characters", `<b> & "it's"`, "&lt;b&gt; &amp; &quot;it&#39;s&quot;"],
  ["entities that were typed", "&#x200B;&#32;&amp; AT&T", "&#x200B;&#32;&amp; AT&amp;T"],
  ["escapes", "\\*a\\* u\\_b 1 \\> 0", "*a* u_b 1 &gt; 0"],
  ["hard breaks", "a  \nb", "a<br/>\nb"],
  ["a link with a title", '[a](/r/b "c")', '<a href="/r/b" title="c">a</a>'],
  ["a link without text", '[](/b32 "c")', '<a href="/b32" title="c"></a>'],
  ["no link inside a link", "[r/a](https://b.c)", '<a href="https://b.c">r/a</a>'],
  ["no link to a script", "[a](javascript:b)", "[a](javascript:b)"],
  [
    "a URL and the end of the sentence",
    "https://a.b/c_(d).",
    '<a href="https://a.b/c_(d)">https://a.b/c_(d)</a>.',
  ],
  ["a URL in brackets", "(https://a.b)", '(<a href="https://a.b">https://a.b</a>)'],
  ["a URL without a scheme", "www.a.b", '<a href="http://www.a.b">www.a.b</a>'],
  [
    "a URL with parameters",
    "https://a.b?c=1&d=2",
    '<a href="https://a.b?c=1&amp;d=2">https://a.b?c=1&amp;d=2</a>',
  ],
  [
    "subreddits and people",
    "/r/a_b u/c-d, r/ab+cd",
    '<a href="/r/a_b">/r/a_b</a> <a href="/u/c-d">u/c-d</a>, <a href="/r/ab+cd">r/ab+cd</a>',
  ],
  ["no subreddit inside a word", "hour/day", "hour/day"],
  ["GIFs as text", "![gif](giphy|a1)", "![gif](giphy|a1)"],
];

const blocks: [string, string, string][] = [
  ["paragraphs", "a\nb\n\n\nc", "<p>a\nb</p>\n\n<p>c</p>\n"],
  ["a heading ends a paragraph", "a\n## b", "<p>a</p>\n\n<h2>b</h2>\n"],
  ["a rule", "a\n\n---", "<p>a</p>\n\n<hr/>\n"],
  ["code with blank lines", "    a\n\n    <b>", "<pre><code>a\n\n&lt;b&gt;\n</code></pre>\n"],
  [
    "nested quotes",
    "> a\n> > b",
    "<blockquote>\n<p>a</p>\n\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>\n",
  ],
  ["a hidden block", ">! a", '<blockquote class="md-spoiler-text">\n<p>a</p>\n</blockquote>\n'],
  ["nested lists", "* a\n    * b\n* c", "<ul>\n<li>a\n\n<ul>\n<li>b</li>\n</ul></li>\n<li>c</li>\n</ul>\n"],
  ["a numbered list", "1. a\n2. b", "<ol>\n<li>a</li>\n<li>b</li>\n</ol>\n"],
  ["a loose list", "* a\n\n* b", "<ul>\n<li><p>a</p></li>\n<li>b</li>\n</ul>\n"],
  [
    "a table with a short row and a pipe in a cell",
    "a|b\n:-|-:\n1 \\| 2|*3*\n4",
    '<table><thead>\n<tr>\n<th align="left">a</th>\n<th align="right">b</th>\n</tr>\n</thead><tbody>\n<tr>\n<td align="left">1 | 2</td>\n<td align="right"><em>3</em></td>\n</tr>\n</tbody></table>\n\n<p>4</p>\n',
  ],
  [
    "a short row",
    "|a|b|c|\n|-|-|-|\n|1|",
    '<table><thead>\n<tr>\n<th>a</th>\n<th>b</th>\n<th>c</th>\n</tr>\n</thead><tbody>\n<tr>\n<td>1</td>\n<td colspan="2" ></td>\n</tr>\n</tbody></table>\n',
  ],
];

describe("Reddit's HTML", () => {
  it.each(inline)("renders inline %s", (_, markdown, html) => expect(inlineHtml(markdown)).toBe(html));

  it.each(blocks)("renders blocks: %s", (_, markdown, html) => {
    expect(commentHtml(markdown)).toBe(`<div class="md">${html}</div>`);
  });

  it("wraps a post's HTML in comments and returns null for an empty one", () => {
    expect(postHtml("a")).toBe('<!-- SC_OFF --><div class="md"><p>a</p>\n</div><!-- SC_ON -->');
    expect(postHtml("")).toBeNull();
  });

  it.each([">", "* ", "^a", "^(", "[", "**a ", "`", ">!a ", "_a "])("handles 5,000 times %j", (chunk) => {
    expect(commentHtml(chunk.repeat(5_000))).toMatch(/^<div class="md">/);
  });
});
