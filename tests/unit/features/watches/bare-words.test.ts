import { expect, test } from "vitest";
import { bareWords } from "@/features/watches/bare-words";

test.each([
  ["Plain words, 2 * 3 * 4 and snake_case_name.", "Plain words, 2 * 3 * 4 and snake_case_name."],
  ["We **switched** to [Tide](https://tide.example/a_b?c=1) *last* week", "We switched to Tide last week"],
  ["![shot](https://i.example/1.png) see", "shot see"],
  ["# Title\n\n> quoted\n> > twice\n\n- one\n* two\n+ three", "Title\nquoted\ntwice\none\ntwo\nthree"],
  ["before\n\n---\n\n* * *\n\n```js\nlet a;\n```\nafter", "before\nlet a;\nafter"],
  ["__bold__, _stressed_, ~~gone~~, `code_here`", "bold, stressed, gone, code_here"],
  ["**bold with *more* inside**", "bold with more inside"],
  ["C\\+\\+ and \\*stars\\*", "C++ and *stars*"],
  ["a &amp; b &lt;3 &amp;lt; &#x200B;", "a & b <3 &lt;"],
  ["2**3**2 is 2**9", "2 3 2 is 2**9".replace("2 3 2", "232")],
  ["c++ and f(x)[0](y) **open", "c++ and f(x)0 **open"],
])("%j", (markdown, words) => {
  expect(bareWords(markdown)).toBe(words);
});

test.each(["*", "_ ", "**a", "[", "[a](", "`", "~~ ", "> ", "\\", "&amp;", "* "])(
  "5,000 characters of %j cost no more than any",
  (piece) => {
    const text = piece.repeat(5_000 / piece.length);
    const begun = process.cpuUsage();
    bareWords(text);
    expect(process.cpuUsage(begun).user / 1_000).toBeLessThan(100);
  },
);
