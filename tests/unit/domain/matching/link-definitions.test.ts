import { describe } from "vitest";
import { runCases, whole } from "./cases";

describe("link definitions", () => {
  const edit = "[EDIT]: moved from _Acme_ Corp";
  runCases([
    ["a paragraph that looks like one: a word", "acme", whole, edit, true],
    ["its phrases", "acme corp", {}, edit, true],
    ["its start as typed", "[edit]: moved", {}, edit, true],
    ["in a quote: a word", "acme", whole, `> ${edit}`, true],
    ["in a quote: a phrase", "acme corp", {}, `> ${edit}`, true],
    [
      "a link in such a paragraph",
      "quill ledger",
      {},
      "[Update]: the [quill](https://q.test) ledger is gone",
      true,
    ],
    ["such a paragraph of two lines", "acme corp", {}, "[EDIT]: we moved to acme\ncorp last week", true],
    ["text behind a title", "quill ledger", {}, '[a]: x "the" *quill* ledger', true],
    ["a title that isn't closed", "quill ledger", {}, '[a]: x "the *quill* ledger', true],
    ["a title without a space", "quill ledger", {}, "[a]: <x>'the **quill** ledger'", true],
    ["such a label isn't defined", "[edit]", {}, `see [EDIT]\n\n${edit}`, true],
    ["a title is a separate text", "ledger goose", {}, 'ledger\n\n[1]: https://x.test "Goose"', false],
    ["a title is searched", "goose feather", {}, '[1]: https://x.test "Goose feather"', true],
    ["a target with spaces", "x y.test", {}, "[a]: <https://x y.test> 'T'", true],
    ["a title in parentheses", "the quill", {}, "the [quill][1]\n\n[1]: x.test (Goose)", true],
    ["a title on the next line", "the quill", {}, 'the [quill][1]\n\n[1]: x.test\n  "Goose"', true],
    ["such a title is a separate text", "goose ledger", {}, '[1]: x.test\n"Goose"\nledger', false],
    ["a title of two lines", "one goose two", {}, 'one\n\n[1]: x.test "goose\n"\n\ntwo', false],
    ["a paragraph on the next line", "quill ledger", {}, '[1]: x.test\n"the" *quill* ledger', true],
    ["a target in a quote", "the quill", {}, "> the [quill][1]\n>\n> [1]: x.test", true],
    ["a target that ends in a backslash", "quill", whole, "[1]: x\\\n_quill_", true],
  ]);
});
