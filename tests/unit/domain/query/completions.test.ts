import { expect, test } from "vitest";
import { completed, completionsAt } from "@/domain/query/completions";

const known = { sites: ["hackernews", "lobsters"], places: ["r/freelance", "The Quiet Ledger"] };
const at = (text: string) => completionsAt(text, text.length, known)?.options ?? null;

test.each([
  ["ti", ["title:"]],
  ["tidewater au", ["author:"]],
  ["-au", ["author:"]],
  ["crm -(TI", ["title:"]],
  ["a -ti", ["title:"]],
  ["type:", ["post", "comment"]],
  ["type:p", ["post"]],
  ["-site:h", ["hackernews"]],
  ["subreddit:r", ["r/freelance"]],
  ["in:the", ['"The Quiet Ledger"']],
  ["is:", ["nsfw", "bot"]],
  // A single letter is too short; the others are not fields, are complete, or take free text.
  ["t", null],
  ["tidewater", null],
  ["c++ti", null],
  ["type:post", null],
  ["author:", null],
  ["nofield:", null],
  ["https://ti", null],
  ["", null],
])("after %j, suggests %j", (text, options) => {
  expect(at(text)).toEqual(options);
});

test("keeps the text after the caret and moves the caret behind the inserted completion", () => {
  const text = "crm ty -jobs";
  const found = completionsAt(text, 6, known)!;
  expect(completed(text, found, found.options[0]!)).toEqual({ text: "crm type: -jobs", caret: 9 });
  expect(completed("type:p", { from: 5, to: 6 }, "post")).toEqual({ text: "type:post ", caret: 10 });
  expect(completed("type:p -x", { from: 5, to: 6 }, "post")).toEqual({ text: "type:post -x", caret: 9 });
});
