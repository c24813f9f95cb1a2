import { describe, expect, test } from "vitest";
import { Matcher } from "@/domain/matching/matcher";
import { findOccurrences } from "@/domain/matching/occurrences";
import { Cuts } from "@/domain/visible-text/cuts";
import { Blocks } from "@/domain/visible-text/blocks";
import { exactCase, makeItem, makeRule, runCases, whole } from "./cases";

describe("emphasis is hidden", () => {
  runCases([
    ["underscores around a word", "zephyrine", whole, "we use _zephyrine_ daily", true],
    ["two underscores", "zephyrine", whole, "__zephyrine__", true],
    ["stars around a word of a phrase", "quill ledger", {}, "the **quill** ledger app", true],
    ["around a part of a phrase", "the quill", whole, "_the_ quill", true],
    ["three stars", "quill ledger", {}, "***quill*** ledger", true],
    ["nested", "a quill ledger app", {}, "*a **quill** ledger* app", true],
    ["within a word", "tidewater", whole, "tide**water**", true],
    ["not a part of such a word", "tide", whole, "tide**water**", false],
    ["with more letters after it", "bold", whole, "**bold**suffix", false],
    ["across two lines", "quill ledger", {}, "**quill\nledger**", true],
    ["next to a comma", "quill, ledger", {}, "*quill*, ledger", true],
    ["in capitals", "Quill Ledger", exactCase, "Quill **Ledger**", true],
    ["in a heading", "quill ledger", {}, "# the *quill* ledger", true],
    ["in a list", "quill ledger", {}, "* one\n* the *quill* ledger", true],
    ["in a table", "quill ledger", {}, "| a | the **quill** ledger |", true],
    ["in a quote", "quill ledger", {}, "> the **quill** ledger", true],
    ["struck out", "quill ledger", {}, "~~quill~~ ledger", true],
    ["a spoiler", "quill ledger", {}, ">!quill!< ledger", true],
    ["another kind of spoiler", "quill ledger", {}, "the ||quill|| ledger", true],
    ["superscript", "i am a bot", {}, "^I ^am ^a ^bot", true],
    ["superscript in parentheses", "i am a bot please", {}, "^(I am a bot) please", true],
  ]);
});

describe("signs that are not markup", () => {
  runCases([
    ["underscores within a word", "snake_case", whole, "a snake_case name", true],
    ["underscores are part of the word", "snake", whole, "a snake_case name", false],
    ["three of them", "a_b_c", whole, "a_b_c", true],
    ["multiplication", "2 * 3 * 4", {}, "2 * 3 * 4", true],
    ["a pointer", "*args", {}, "def f(*args, **kwargs): g(*args, **kwargs)", true],
    ["two stars", "**kwargs", {}, "def f(*args, **kwargs)", true],
    ["escaped stars", "*quill*", {}, "\\*quill\\*", true],
    ["escaped underscores", "_quill_", {}, "\\_quill\\_", true],
    ["in code", "a*b*c", {}, "`a*b*c`", true],
    ["in fenced code", "x = *a*", {}, "```\nx = *a*\n```", true],
    ["in indented code", "x = *a*", {}, "so:\n\n    x = *a*", true],
    ["brackets", "[hiring]", {}, "[Hiring] a writer", true],
    ["a task", "[x] quill", {}, "- [x] quill", true],
    ["generic types", "Vec<String>", {}, "a Vec<String> is", true],
    ["comparisons", "a<b>c", {}, "if a<b>c", true],
    ["within a URL", "https://a.test/_x_/*y*", {}, "see https://a.test/_x_/*y* now", true],
    ["powers", "mc^2", {}, "E=mc^2", true],
    ["a superscript sign ends a word", "acme", whole, "Acme^TM", true],
    ["superscript in code", "a || b", {}, "if (a || b)", true],
    ["an emoticon", "<3", {}, "I <3 Acme", true],
    ["a single backtick", "`quill", {}, "a `quill", true],
  ]);
});

describe("keywords with markup signs match text as typed", () => {
  runCases([
    ["a Python name", "__init__", {}, "the __init__ method", true],
    ["as a whole word", "__init__", whole, "the __init__.py file", true],
    ["also without its underscores", "init", whole, "the __init__ method", true],
    ["stars", "*args*", {}, "the *args* here", true],
    ["a product", "5*3*2", {}, "5*3*2 is 30", true],
    ["ticks", "`quill`", {}, "the `quill` ledger", true],
    ["a tag", "<div>", {}, "wrap it in <div> first", true],
    ["a phrase with markup characters", "*really important*", {}, "this is *really important* now", true],
    ["brackets of a link", "[hiring]", {}, "[Hiring](https://a.test/)", true],
    ["a word without underscores isn't searched for in the source", "bold", whole, "**bold**suffix", false],
    ["a phrase isn't searched for in the source", "one two", whole, "x**one** **two**", false],
  ]);
});

describe("links and images", () => {
  runCases([
    [
      "a link's text is part of a phrase",
      "quill ledger",
      {},
      "the [quill](https://quill.example) ledger",
      true,
    ],
    [
      "a link's target is searched",
      "quill.example/x",
      {},
      "the [feather](https://quill.example/x) ledger",
      true,
    ],
    ["a link's title is searched", "goose feather", {}, '[quill](https://a.test "Goose feather")', true],
    ["a target is not part of a phrase", "ledger https", {}, "the ledger [x](https://a.test)", false],
    ["two targets don't form a phrase", "a.test https", {}, "[x](https://a.test) [y](https://b.test)", false],
    ["a target with parentheses", "a_(b)", {}, "[x](https://a.test/a_(b)) y", true],
    ["a target followed by more text", "x y", {}, "[x](https://a.test/a_(b)) y", true],
    ["emphasis within a link", "quill ledger app", {}, "[**quill** ledger](https://a.test) app", true],
    ["emphasis around a link", "quill ledger app", {}, "**[quill](https://a.test) ledger** app", true],
    ["an autolink", "see https://a.test/x now", {}, "see <https://a.test/x> now", true],
    [
      "an image's description",
      "goose feather here",
      {},
      "a ![goose feather](https://a.test/i.png) here",
      true,
    ],
    ["a linked image", "goose feather here", {}, "[![goose feather](i.png)](https://a.test) here", true],
    ["a reference", "the quill ledger", {}, "the [quill][1] ledger\n\n[1]: https://a.test/x", true],
    ["a reference's target", "a.test/x", {}, "the [quill][1] ledger\n\n[1]: https://a.test/x", true],
    [
      "a reference without a label",
      "the quill ledger",
      {},
      "the [quill] ledger\n\n[Quill]: https://a.test",
      true,
    ],
    ["a footnote mark", "quill ledger", {}, "quill[^1] ledger\n\n[^1]: A feather.", true],
    ["a footnote", "a feather", {}, "quill[^1] ledger\n\n[^1]: A feather.", true],
    ["an unclosed link", "quill](https://a.test", {}, "the [quill](https://a.test ledger", true],
    ["code in a link", "the quill ledger", {}, "the [`quill`](https://a.test) ledger", true],
    ["inline code in a phrase", "the quill ledger", {}, "the `quill` ledger", true],
    ["code with a backtick", "the qu`ill ledger", {}, "the ``qu`ill`` ledger", true],
  ]);
});

describe("HTML in Markdown", () => {
  runCases([
    ["emphasis", "the quill ledger", {}, "the <b>quill</b> ledger", true],
    ["within a word", "tidewater", whole, "tide<em>water</em>", true],
    ["cells are different words", "acme apex", {}, "<td>Acme</td><td>Apex</td>", true],
    ["cells never form a word", "acmeapex", {}, "<td>Acme</td><td>Apex</td>", false],
    ["blocks are different words", "acmeapex", {}, "<p>Acme</p><p>Apex</p>", false],
    ["lines are different words", "acme apex", {}, "Acme<br>Apex", true],
    ["a URL in a tag", "a.test/x", {}, 'the <a href="https://a.test/x">quill</a> ledger', true],
    [
      "the phrase around that tag",
      "quill ledger",
      {},
      'the <a href="https://a.test/x">quill</a> ledger',
      true,
    ],
    ["an image's description", "goose feather", {}, '<img alt="Goose feather" src="i.png">', true],
    ["an unclosed element hides nothing", "ledger", {}, "<title>the quill <script> ledger", true],
    ["an unknown element hides nothing", "ledger", {}, "<quill-box>the ledger", true],
    ["an unclosed comment hides nothing", "ledger", {}, "<!-- the quill ledger", true],
    ["an unclosed tag hides nothing", "ledger", {}, '<a href="https://a.test the quill ledger', true],
  ]);
});

describe("blocks", () => {
  runCases([
    ["lines of a quote are one text", "quill ledger", {}, "> the quill\n> ledger app", true],
    ["paragraphs are one text", "quill ledger", {}, "the quill\n\nledger app", true],
    ["a hard break is white space", "quill ledger", {}, "the quill\\\nledger", true],
    ["emphasis ends with the paragraph", "*quill", {}, "the *quill\n\nledger* app", true],
    ["emphasis ends with the list item", "*quill", {}, "- the *quill\n- ledger* app", true],
    ["a fence isn't text", "so: x = 1", {}, "so:\n```\nx = 1\n```", true],
    ["a code block's language is text", "python", {}, "```python\nx = 1\n```", true],
    ["a rule isn't text", "one two", {}, "one\n\n***\n\ntwo", true],
  ]);
});

test("titles are not Markdown", () => {
  const post = { kind: "post", title: "the *quill* ledger" } as const;
  const found = (keyword: string) => new Matcher([makeRule(keyword)]).match(makeItem(post)).length;
  expect(found("quill ledger")).toBe(0);
  expect(found("*quill* ledger")).toBe(1);
});

test("an empty title matches nothing, even if a watch only searches titles", () => {
  const only = { matchTitlesOnly: true };
  const rules = [makeRule("untitled", only), makeRule("x", { watchId: "x" })];
  expect(new Matcher(rules).match(makeItem({ kind: "post", title: "", body: "" }))).toEqual([]);
  const untitled = { kind: "post", title: "untitled", isUntitled: true, body: "" } as const;
  expect(new Matcher(rules).match(makeItem(untitled))).toEqual([]);
});

test("findOccurrences returns ranges of the source", () => {
  const at = (text: string, keyword: string) =>
    findOccurrences(text, keyword, { isMarkdown: true }).map(({ start, end }) => text.slice(start, end));
  expect(at("the **quill** ledger", "quill ledger")).toEqual(["quill** ledger"]);
  expect(at("_quill_ and [quill](quill.test)", "quill")).toEqual(["quill", "quill", "quill"]);
  expect(at("the __init__ method", "__init__")).toEqual(["__init__"]);
  expect(at("a &lt;b&gt; **caf&eacute;**", "café")).toEqual(["caf&eacute;"]);
});

describe("cost", () => {
  const chunks = [
    ..."*_`[<^|>!\\~:".split(""),
    ...[
      "*a ",
      "_a_ ",
      "**a*",
      "`a``",
      "[a](",
      "[](<",
      '[a](b "',
      "![",
      "[^a",
      "<a ",
      "<a href='",
      "<!--",
      "<b>",
      "</b>",
    ],
    ...[
      "^(",
      ">!a ",
      "||a ",
      "a`b ",
      "https://a",
      "> ",
      "- ",
      "- [",
      "    a\n",
      "```\n",
      "[a]: b\n",
      "[a]: b c\n",
      '[a]: b "',
      "[a]: b (\n",
      "[a]: b\n(",
      "[a]: b (\n)          ",
      "[a]: <",
      "a\n\n",
      "*a\n",
    ],
  ];
  const stepsPerUnit = (text: string) => {
    const cuts = new Cuts(text);
    new Blocks(cuts).scan();
    return cuts.steps / text.length;
  };

  test.each(chunks)("look-ahead is linear in a text full of %j", (chunk) => {
    const of = (length: number) => stepsPerUnit(chunk.repeat(Math.ceil(length / chunk.length)));
    expect(of(100_000)).toBeLessThan(9);
    expect(of(100_000)).toBeLessThan(2 * of(10_000) + 1);
  });

  test("text after too much markup still matches", () => {
    const text = `${"[](<".repeat(25_000)} the **quill** ledger`;
    expect(findOccurrences(text, "ledger", { isMarkdown: true })).toHaveLength(1);
  });
});
