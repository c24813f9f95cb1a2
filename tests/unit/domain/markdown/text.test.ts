import fc from "../../../support/seeded";
import { describe, expect, it } from "vitest";
import { markdownToText } from "@/domain/markdown/text";

describe("Markdown to plain text", () => {
  it.each([
    ["paragraphs", "a\n\nb", "a\n\nb"],
    ["emphasis", "*a* **b** ~~c~~ `d`", "a b c d"],
    ["escapes", "a\\_b \\*c\\* &amp; &lt;", "a_b *c* & <"],
    ["a heading", "# a\nb", "a\n\nb"],
    ["a line break", "a  \nb", "a\nb"],
    ["a list", "- a\n- b", "- a\n- b"],
    ["a loose list", "- a\n\n- b", "- a\n- b"],
    ["a numbered list", "4. a\n5. b", "4. a\n5. b"],
    ["nested lists", "- a\n  1. b\n  2. c\n- d", "- a\n  1. b\n  2. c\n- d"],
    ["tasks", "- [ ] a", "- a"],
    ["quotes", "> a\n>\n> > b", "> a\n>\n> > b"],
    ["code", "```\na\n  b\n```\nc", "a\n  b\n\nc"],
    ["a rule", "a\n\n---\n\nb", "a\n\n---\n\nb"],
    ["a table", "| a | b |\n|---|---|\n| 1 | 2 |", "a | b\n1 | 2"],
    ["a link", "[a](https://b.example/c)", "a (https://b.example/c)"],
    ["a link with its URL as text", "https://b.example/c <a@b.example>", "https://b.example/c a@b.example"],
    ["a link to a host", "[https://b.example](https://b.example)", "https://b.example"],
    ["an invalid link", "[a](javascript:b)", "a"],
    ["an image", "![a](https://b.example/c.png)", "a (https://b.example/c.png)"],
    ["raw HTML", "a<b>b</b> <script>c</script>", "ab"],
    [
      "superscript",
      "2<sup>2<sup>2</sup></sup>, 1<sup>st</sup> <sup>a little</sup><sup> </sup>",
      "2^2^2, 1^st a little",
    ],
    ["nothing", " \n ", ""],
  ])("%s", (_name, source, expected) => {
    expect(markdownToText(source)).toBe(expected);
  });

  it("omits URLs for excerpts", () => {
    expect(markdownToText("[a](https://b.example/c) b", { links: "text-only" })).toBe("a b");
  });

  it("returns the source if it can't be parsed", () => {
    const source = `${"> ".repeat(5000)}x`;
    expect(markdownToText(source)).toBe(source);
  });

  it("keeps every word of plain paragraphs", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        expect(markdownToText(words.join(" "))).toBe(words.join(" "));
      }),
    );
  });
});
