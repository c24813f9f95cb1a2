import { fastestMs } from "../../../support/fastest";
import { expect, test } from "vitest";
import { ownWords } from "@/sites/github/own-words";

test.each([
  ["removes template comments", "<!-- tidewater\nplease search -->\nIt stops.", "It stops."],
  ["keeps text after an unclosed comment", "a <!-- tidewater", "a <!-- tidewater"],
  ["removes several comments on one line", "a <!-- b --> c <!-- d --> e", "a   c   e"],
  ["removes fenced code", "Before\n```ts\ntidewater <!--\n```\nAfter -->", "Before\n\nAfter -->"],
  ["removes fenced code with tildes", "~~~\ntidewater\n```\n~~~\nAfter", "After"],
  ["removes an unclosed code block", "Before\n```\ntidewater", "Before"],
  ["keeps inline code", "Use `tidewater` here", "Use `tidewater` here"],
  ["keeps inline code with three backticks", "```tidewater``` works", "```tidewater``` works"],
  ["removes indented code", "Before\n\n    tidewater\n\n    more\n\nAfter", "Before\n\nAfter"],
  ["keeps indented lines of a list", "- one\n\n    two", "- one\n\n    two"],
  ["keeps indented lines of a paragraph", "one\n    two", "one\n    two"],
  ["removes preformatted HTML", "Before <pre><code>tidewater</code></pre> After", "Before \n\n After"],
  ["removes quotes", "> tidewater\n> more\n\nMine", "Mine"],
  [
    "removes the line above a quoted email",
    "On Mon, Nov 2, 2026 Ada <a@b> wrote:\n\n> tidewater\n\nMine",
    "Mine",
  ],
  ["removes that line if it is broken", "On Mon, Nov 2, 2026\nAda <a@b> wrote:\n> tidewater\n\nMine", "Mine"],
  ["keeps such a line without a quote", "On Monday Ada wrote:\nhello", "On Monday Ada wrote:\nhello"],
])("%s", (_name, markdown, words) => {
  expect(ownWords(markdown)).toBe(words);
});

test("ends a phrase at the parts that it removes", () => {
  expect(ownWords("quiet\n> quote\nledger")).toBe("quiet\n\nledger");
});

test("steps grow no faster than long hostile texts", () => {
  for (const part of [
    "<!--",
    "<!-- -->",
    "<pre>",
    "> ",
    "```\n",
    "`",
    "~",
    "On a\nb wrote:\n",
    "    x\n\n",
  ]) {
    const hostile = (count: number) => `${part.repeat(count)}x\``;
    // Shorter runs take a millisecond, which a garbage collection can double.
    const shortMs = fastestMs(() => ownWords(hostile(10_000)));
    // Linear growth is a factor of 10; quadratic would be 100.
    expect(fastestMs(() => ownWords(hostile(100_000))) / Math.max(shortMs, 3), part).toBeLessThan(60);
  }
});
