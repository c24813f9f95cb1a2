import fc from "../../../support/seeded";
import { describe, expect, it } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import naughty from "./naughty-strings.json" with { type: "json" };
import { getFaults } from "./safety";
import { XSS_LINES } from "./xss-lines";

const AS: readonly [string, (line: string) => string][] = [
  ["text", (line) => line],
  ["text within a line", (line) => `before ${line} after`],
  ["a link", (line) => `[x](${line})`],
  ["a link in brackets", (line) => `[x](<${line}>)`],
  ["a link's title", (line) => `[x](https://x.example "${line}")`],
  ["a link's text", (line) => `[${line}](https://x.example)`],
  ["a reference", (line) => `[x]\n\n[x]: ${line}`],
  ["an autolink", (line) => `<${line}>`],
  ["an image", (line) => `![x](${line})`],
  ["an image's text", (line) => `![${line}](https://x.example/a.png)`],
  ["raw: a link's address", (line) => `<a href="${line}">x</a>`],
  ["raw: an attribute without quotes", (line) => `<a href=${line}>x</a>`],
  ["raw: an image's address", (line) => `<img src='${line}'>`],
  ["raw: within an element", (line) => `<b title="${line}">${line}</b>`],
  ["code", (line) => `\`${line}\``],
  ["a cell", (line) => `|a|\n|-|\n|${line}|`],
];

const everyWay = (source: string) => [
  markdownToHtml(source),
  markdownToHtml(source, { highlight: [{ keyword: "alert" }, { keyword: "x" }] }),
  markdownToHtml(source, { highlight: { keyword: "script" } }),
];

describe("neutralizes XSS lines in every context", () => {
  it.each(XSS_LINES)("%s", (line) => {
    for (const [how, write] of AS) {
      for (const html of everyWay(write(line))) expect(getFaults(html), how).toEqual([]);
    }
  });
});

describe(naughty.source, () => {
  it.each(naughty.strings)("%s", (line) => {
    for (const [how, write] of AS) expect(getFaults(markdownToHtml(write(line))), how).toEqual([]);
  });
});

it("detects the faults it checks for", () => {
  expect(getFaults("<script>1</script>")).toEqual(["<script>"]);
  expect(getFaults("<p onclick=x>")).toEqual(["p onClick"]);
  expect(getFaults("<a href='javascript:x'>")).toEqual(["href javascript:x", "a loose link"]);
  expect(getFaults("<img src=http://x>")).toEqual(["src http://x", "a loose image"]);
  expect(getFaults("<!--x-->")).toEqual(["comment"]);
  expect(getFaults('<mark style="x"></mark>')).toEqual(["mark style"]);
});

it("neutralizes any combination of them", () => {
  const fragment = fc.oneof(
    fc.constantFrom(
      ...XSS_LINES,
      "\n\n",
      "> ",
      "- ",
      "`",
      "**",
      "<b>",
      "</b>",
      "<table>",
      "</p>",
      "[",
      "](",
      ")",
    ),
    fc.string({ unit: "grapheme", maxLength: 5 }),
  );
  fc.assert(
    fc.property(fc.array(fragment, { maxLength: 12 }), (fragments) => {
      expect(getFaults(markdownToHtml(fragments.join(""), { highlight: { keyword: "a" } }))).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
