import type { Nodes } from "mdast";
import { remark } from "remark";
import remarkGfm from "remark-gfm";
import { describe, expect, test } from "vitest";
import { markdownToHtml } from "@/domain/markdown/html";
import { findOccurrences } from "@/domain/matching/occurrences";
import { seenIn, seenText } from "@/domain/visible-text/visible-text";
import fc from "../../../support/seeded";

const parser = remark().use(remarkGfm, { singleTilde: false }).freeze();

/** The words of a text as shown by the Markdown library, without list markers. */
function byLibrary(source: string): string {
  return squeezed(shown(parser.parse(source)));
}

const blocks = new Set(["paragraph", "heading", "listItem", "code", "blockquote", "break"]);

function shown(node: Nodes): string {
  if (node.type === "definition") return "";
  if (node.type === "image" || node.type === "imageReference") return node.alt ?? "";
  if ("value" in node) return node.type === "code" ? ` ${node.value} ` : node.value;
  const text = "children" in node ? node.children.map(shown).join("") : " ";
  return blocks.has(node.type) ? ` ${text} ` : text;
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

const bySelf = (source: string) => squeezed(seenText(source));

/**
 * Fragments with a special meaning in most contexts. Separate signs because libraries differ on long runs of
 * them.
 */
const texts = ["a", "b", "ab", "b ", ".", "(a", "b)", "é", "漢", "“a", "1", "b\nb", "b "];
/** Digits only, because a grave accent between letters can be an apostrophe. */
const numbers = ["1", "2 ", " ", "(1", "2\n(1"];
const emphasis = [["*", "_"], texts] as const;
const strong = [["**", "__"], texts] as const;
const deleted = [["~~", "~"], texts] as const;
const code = [["`", "``", "`*", "*`"], numbers] as const;
const links = [["[", "](", "](<x>", "]()", ")", "![", "*", "[1]", "<ab:c>", '"c"', "\\["], numbers] as const;
const linksInCode = [["[", "](x)", "`", "![", "*"], numbers] as const;
const lines = [["*", "__", "\n> ", "\n", "\n\n", "\n    ", "\n\n    ", "\\\n", "\n# "], texts] as const;
const fences = [["*", "\n```\n", "\n~~~~ js\n", "\n> ", "\n\n"], texts] as const;
/** Each definition starts a paragraph, as elsewhere it is only a definition for us. */
const definitions = [
  ["\n\n[1]: ", "\n\n> [1]: ", "[1]", ' "', '"', " '", "'", " (", ")", "<", ">", "\n", " *", "*"],
  ["a", "b", "x y", "é", "1", "\\"],
] as const;
const kinds = { definitions, emphasis, strong, deleted, code, links, linksInCode, lines, fences };

describe("visible text of Markdown", () => {
  test.each(Object.entries(kinds))("%s: same as the rendering library", (_name, [signs, words]) => {
    const source = fc
      .array(fc.tuple(fc.constantFrom(...signs), fc.constantFrom(...words)), { minLength: 1, maxLength: 8 })
      .map((parts) => `x ${parts.flat().join("")}x`);
    fc.assert(
      fc.property(source, (text) => {
        expect(bySelf(text)).toBe(byLibrary(text));
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("every phrase of the visible text", () => {
  // Without elements that are only dropped by the renderer.
  const inline = [links[0].filter((sign) => !sign.includes("<x>")), links[1]] as const;
  test.each(Object.entries({ emphasis, strong, deleted, code, links: inline }))(
    "%s: the matcher finds it, and the renderer highlights it",
    (_name, [signs, words]) => {
      const source = fc
        .array(fc.tuple(fc.constantFrom(...signs), fc.constantFrom(...words, "quill ", "ledger ")), {
          minLength: 2,
          maxLength: 8,
        })
        .map((parts) => `x ${parts.flat().join("")}x`);
      fc.assert(
        fc.property(source, fc.nat(), (text, pick) => {
          const seen = bySelf(text).split(" ");
          const from = pick % seen.length;
          const keyword = seen.slice(from, from + 3).join(" ");
          expect(findOccurrences(text, keyword, { isMarkdown: true })).not.toEqual([]);
          const html = markdownToHtml(text, { highlight: { keyword } });
          const marked = [...html.matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, one]) => one).join("");
          expect(marked.length).toBeGreaterThan(0);
        }),
        { numRuns: 1_000 },
      );
    },
  );
});

test.each([
  ["Plain words, 2 * 3 * 4 and snake_case_name.", "Plain words, 2 * 3 * 4 and snake_case_name."],
  ["We **switched** to [Tide](https://tide.example/a_b?c=1) *last* week", "We switched to Tide last week"],
  ["![shot](https://i.example/1.png) see", "shot see"],
  ["# Title\n\n> quoted\n> > twice\n\n- one\n* two\n+ three", "Title\nquoted\ntwice\n- one\n* two\n+ three"],
  ["before\n\n---\n\n* * *\n\n```js\nlet a;\n```\nafter", "before\nlet a;\nafter"],
  ["__bold__, _stressed_, ~~gone~~, `code_here`", "bold, stressed, gone, code_here"],
  ["**bold with *more* inside**", "bold with more inside"],
  ["C\\+\\+ and \\*stars\\*", "C++ and *stars*"],
  ["a &amp; b &lt;3 &amp;lt; &eacute;", "a & b <3 &lt; é"],
  ["2**3**2 is 2**9", "232 is 2**9"],
  ["c++ and f(x)[0](y) **open", "c++ and f(x)0 **open"],
])("seenText of %j is %j", (markdown, words) => {
  expect(seenText(markdown)).toBe(words);
});

test("seenIn returns ranges without markup, and hidden ranges verbatim", () => {
  const source = "the [**quill**](https://a.test) ledger";
  const range = (text: string) => [source.indexOf(text), source.indexOf(text) + text.length] as const;
  expect(seenIn(source)(...range("quill**](https://a.test) ledger"))).toBe("quill ledger");
  expect(seenIn(source)(...range("https://a.test"))).toBe("https://a.test");
});
