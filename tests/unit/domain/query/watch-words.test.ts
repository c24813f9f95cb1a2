import { expect, test } from "vitest";
import {
  type OtherTerm,
  expressionOfWords,
  keywordAlone,
  watchWords,
  withTyped,
  wordsAsChips,
  wordsAsText,
} from "@/domain/query/watch-words";

const chips = (some: Partial<OtherTerm>): OtherTerm => ({ ...keywordAlone.chips, ...some });
const words = (some: Partial<OtherTerm>) => ({ chips: chips(some), text: null });

test.each([
  [{ also: ["tide water"] }, 'tidewater OR "tide water"'],
  [{ must: ["bookkeep*"], mustNot: ["jobs"] }, "tidewater bookkeep* -jobs"],
  [{ authors: ["spez"], notAuthors: ["AutoModerator"] }, "tidewater author:spez -author:AutoModerator"],
  [{ flair: ["question"] }, "tidewater flair:question"],
])("converts chips %j to %s and back", (some, expression) => {
  expect(expressionOfWords("tidewater", words(some))).toBe(expression);
  expect(watchWords("tidewater", expression)).toEqual(words(some));
});

test("a keyword without other chips needs no expression", () => {
  expect(watchWords("invoice software", null)).toBe(keywordAlone);
  expect(expressionOfWords("invoice software", keywordAlone)).toBeNull();
  const text = wordsAsText("invoice software", keywordAlone);
  expect(text.text).toBe('"invoice software"');
  expect(expressionOfWords("invoice software", text)).toBeNull();
  // An asterisk is literal if the keyword has no other chips.
  expect(wordsAsText("C*", keywordAlone).text).toBe('"C*"');
  expect(expressionOfWords("", { ...keywordAlone, text: " " })).toBe("");
});

test("other capitalizations of the keyword stay, because a watch can match case", () => {
  const { chips: read } = watchWords("Acme", "Acme OR ACME");
  expect(read.also).toEqual(["ACME"]);
  expect(expressionOfWords("Acme", { chips: { ...read, mustNot: ["jobs"] }, text: null })).toBe(
    "(Acme OR ACME) -jobs",
  );
  expect(wordsAsChips("acme", "ACME OR Acme")).toMatchObject({ chips: { also: ["Acme"] } });
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
])("%s stays text, with the reason", (text, why) => {
  expect(wordsAsChips("tidewater", text)).toEqual({ why });
  expect(watchWords("tidewater", text)).toEqual({ ...keywordAlone, text });
});

test.each([
  ["rival OR tidewater", { also: ["rival"] }],
  ["rival tidewater", { must: ["rival"] }],
  ["rival Tidewater others", { must: ["rival", "others"] }],
  ["", {}],
])("chips for %s include the keyword", (text, some) => {
  expect(wordsAsChips("tidewater", text)).toEqual({ keyword: "tidewater", chips: chips(some) });
});

test("uses the first word if there is no keyword", () => {
  expect(wordsAsChips(" ", "crm -jobs")).toEqual({ keyword: "crm", chips: chips({ mustNot: ["jobs"] }) });
});

test.each([
  ["jobs, hiring", ["jobs", "hiring"]],
  ['"we are hiring"', ["we are hiring"]],
  ["“one, two”, three", ["one, two", "three"]],
  ["Jobs, jobs, JOBS", ["Jobs"]],
  [" , ,\u200b", []],
  ['"', []],
])("parses the input %j as %j", (typed, list) => {
  expect(withTyped(keywordAlone.chips, { list: "mustNot" }, typed).mustNot).toEqual(list);
});

test('in a row with exclusions, a leading minus or "not" excludes', () => {
  const row = { list: "authors", excluded: "notAuthors" } as const;
  const read = withTyped(keywordAlone.chips, row, "u/spez, -@automoderator, not RepostBot, nothing");
  expect(read).toEqual(chips({ authors: ["spez", "nothing"], notAuthors: ["automoderator", "RepostBot"] }));
});

test("keeps existing chips and adds no duplicates", () => {
  const before = chips({ must: ["crm"] });
  expect(withTyped(before, { list: "must" }, "CRM, cheap").must).toEqual(["crm", "cheap"]);
  expect(before.must).toEqual(["crm"]);
});
