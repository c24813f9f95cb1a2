import { expect, test } from "vitest";
import {
  type BesideKeyword,
  expressionOfWords,
  keywordAlone,
  watchWords,
  withTyped,
  wordsAsChips,
  wordsAsText,
} from "@/domain/query/watch-words";

const chips = (some: Partial<BesideKeyword>): BesideKeyword => ({ ...keywordAlone.chips, ...some });
const words = (some: Partial<BesideKeyword>) => ({ chips: chips(some), text: null });

test.each([
  [{ also: ["tide water"] }, 'tidewater OR "tide water"'],
  [{ must: ["bookkeep*"], mustNot: ["jobs"] }, "tidewater bookkeep* -jobs"],
  [{ authors: ["spez"], notAuthors: ["AutoModerator"] }, "tidewater author:spez -author:AutoModerator"],
  [{ flair: ["question"] }, "tidewater flair:question"],
])("beside the keyword %j is %s, and is read from it", (some, expression) => {
  expect(expressionOfWords("tidewater", words(some))).toBe(expression);
  expect(watchWords("tidewater", expression)).toEqual(words(some));
});

test("a keyword by itself is no expression, as chips and as text", () => {
  expect(watchWords("invoice software", null)).toBe(keywordAlone);
  expect(expressionOfWords("invoice software", keywordAlone)).toBeNull();
  const text = wordsAsText("invoice software", keywordAlone);
  expect(text.text).toBe('"invoice software"');
  expect(expressionOfWords("invoice software", text)).toBeNull();
  // A star is one as long as nothing stands beside it.
  expect(wordsAsText("C*", keywordAlone).text).toBe('"C*"');
  expect(expressionOfWords("", { ...keywordAlone, text: " " })).toBe("");
});

test("the first chip follows the keyword", () => {
  const { chips: read } = watchWords("tidewater", "tidewater OR rival");
  expect(expressionOfWords("tide water", { chips: read, text: null })).toBe('"tide water" OR rival');
});

test.each([
  ["title:tidewater", "This expression is too complex for chips, so it stays as text."],
  ["tidewater OR -jobs", "This expression is too complex for chips, so it stays as text."],
  ["rival jobs", "Chips need the keyword “tidewater” in the expression, so it stays as text."],
  ["(a OR b) tidewater", "Chips need the keyword “tidewater” in the expression, so it stays as text."],
  ["tidewater OR", "Fix the marked problems to use chips."],
])("%s stays text and says why", (text, why) => {
  expect(wordsAsChips("tidewater", text)).toEqual({ why });
  expect(watchWords("tidewater", text)).toEqual({ ...keywordAlone, text });
});

test.each([
  ["rival OR tidewater", { also: ["rival"] }],
  ["rival tidewater", { must: ["rival"] }],
  ["rival Tidewater others", { must: ["rival", "others"] }],
  ["", {}],
])("%s has the keyword among its words", (text, some) => {
  expect(wordsAsChips("tidewater", text)).toEqual({ keyword: "tidewater", chips: chips(some) });
});

test("without a keyword the first word becomes it", () => {
  expect(wordsAsChips(" ", "crm -jobs")).toEqual({ keyword: "crm", chips: chips({ mustNot: ["jobs"] }) });
});

test.each([
  ["jobs, hiring", ["jobs", "hiring"]],
  ['"we are hiring"', ["we are hiring"]],
  ["“one, two”, three", ["one, two", "three"]],
  ["Jobs, jobs, JOBS", ["Jobs"]],
  [" , ,\u200b", []],
  ['"', []],
])("%j typed into a row are %j", (typed, list) => {
  expect(withTyped(keywordAlone.chips, { list: "mustNot" }, typed).mustNot).toEqual(list);
});

test("in a row that takes both a minus or 'not' leaves out", () => {
  const row = { list: "authors", excluded: "notAuthors" } as const;
  const read = withTyped(keywordAlone.chips, row, "u/spez, -@automoderator, not RepostBot, nothing");
  expect(read).toEqual(chips({ authors: ["spez", "nothing"], notAuthors: ["automoderator", "RepostBot"] }));
});

test("what is there stays, and is there once", () => {
  const before = chips({ must: ["crm"] });
  expect(withTyped(before, { list: "must" }, "CRM, cheap").must).toEqual(["crm", "cheap"]);
  expect(before.must).toEqual(["crm"]);
});
