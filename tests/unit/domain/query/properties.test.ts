import fc from "../../../support/seeded";
import { expect, test, vi } from "vitest";
import { foldKeyword } from "@/domain/matching/fold";
import { explainMatch } from "@/domain/matching/explain";
import { findOccurrences } from "@/domain/matching/occurrences";
import { toChips, expressionOfChips, expressionOfKeyword } from "@/domain/query/chips";
import { checkExpression } from "@/domain/query/check";
import { matchesExpression } from "@/domain/query/evaluate";
import { explainExpression, getMarks } from "@/domain/query/explain";
import { getDepth, type Expression, expressionLimits, withNotsAtLeaves } from "@/domain/query/expression";
import { leadsTo, getLinks } from "@/domain/query/links";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { isRefused } from "@/domain/query/problems";
import { type RequiredTerm, prefilterTermsFor } from "@/domain/query/prefilter-terms";
import { getReadings } from "@/domain/query/words";
import { played } from "../matching/scenes";
import { anyExpression, requested, getLeaves } from "./arbitraries";
import { matchesByForce } from "./force";

/** QUERY_ROUNDS=100000 is the full run: texts and expressions of each kind. */
const numRuns = Number(process.env.QUERY_ROUNDS ?? 2000);
// The full run takes hours.
vi.setConfig({ testTimeout: 21_600_000 });

const signs =
  '" “ ” \\ ( ) （ ） - – -- * + : / | , AND OR NOT NEAR NEAR/3 NEAR/x title: body: author: in: site: type: link: is: foo: and or';
const chunk = fc.oneof(
  fc.constantFrom(...signs.split(" "), " ", " ", "\n", "\u3000"),
  fc.constantFrom(
    "crm",
    "a",
    "invoic*",
    " /a/ ",
    "c++",
    "don't",
    "東京",
    "post",
    "example.com",
    "\ud83d",
    "\u200b",
    "\0",
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const typed = fc.array(chunk, { maxLength: 40, size: "max" }).map((chunks) => chunks.join(""));

test("any text is parsed with valid token positions and within the limits", () => {
  const kinds = new Set<string>();
  fc.assert(
    fc.property(typed, (text) => {
      const parsed = parseExpression(text);
      let at = 0;
      for (const { from, to, kind } of parsed.tokens) {
        expect(from).toBeGreaterThanOrEqual(at);
        expect(to).toBeGreaterThan(from);
        kinds.add(kind);
        expect(foldKeyword(text.slice(at, from))).toBe("");
        at = to;
      }
      expect(foldKeyword(text.slice(at))).toBe("");
      for (const { from, to, message, suggestion } of checkExpression(parsed, { sites: [] })) {
        expect(0 <= from && from <= to && to <= text.length && message !== "").toBe(true);
        if (suggestion !== undefined) expect(parseExpression(suggestion).text).not.toBe(text);
      }
      if (parsed.expression === null) {
        expect(isRefused(parsed.problems)).toBe(true);
        return;
      }
      expect(getLeaves(parsed.expression).length).toBeLessThanOrEqual(expressionLimits.leaves);
      for (const leaf of getLeaves(parsed.expression)) {
        const { from, to } = parsed.ranges.get(leaf)!;
        expect(0 <= from && from < to && to <= text.length).toBe(true);
      }
      expect(getReadings(parsed).every((reading) => reading.text !== "")).toBe(true);
    }),
    { numRuns },
  );
  expect(kinds.size).toBe(11);
});

test("the canonical form of any text has the same meaning and no errors", () => {
  fc.assert(
    fc.property(typed, (text) => {
      const { expression } = parseExpression(text);
      if (expression === null || getDepth(expression) > expressionLimits.depth) return;
      const again = parseExpression(printed(expression));
      expect(again.expression).toEqual(expression);
      expect(again.problems.filter(({ severity }) => severity === "error")).toEqual([]);
      expect(again.other).toBeNull();
    }),
    { numRuns },
  );
});

test("printing and parsing an expression returns an equal expression", () => {
  fc.assert(
    fc.property(anyExpression, (expression) => {
      const { expression: again, problems, other } = parseExpression(printed(expression));
      expect(again).toEqual(expression);
      expect(problems.filter(({ code, severity }) => severity === "error" && code !== "too-long")).toEqual(
        [],
      );
      expect(other).toBeNull();
    }),
    { numRuns },
  );
});

test("matching agrees with brute force and with the explanation", () => {
  const runs = { stored: 0, failed: 0 };
  fc.assert(
    fc.property(requested, ({ expression, item, filters }) => {
      const expected = matchesByForce(expression, item, filters);
      runs[expected ? "stored" : "failed"]++;
      expect(matchesExpression(expression, item, filters)).toBe(expected);
      expect(matchesExpression(withNotsAtLeaves(expression), item, filters)).toBe(expected);
      const explanation = explainExpression(expression, item, filters);
      expect(explanation.holds).toBe(expected);
      for (const { field, start, end } of getMarks(explanation))
        expect(0 <= start && start < end && end <= item[field].length).toBe(true);
    }),
    { numRuns },
  );
  expect(Math.min(runs.stored, runs.failed)).toBeGreaterThan(numRuns / 5);
});

test("every matching item contains a prefilter term", () => {
  const runs = { prefiltered: 0 };
  fc.assert(
    fc.property(requested, ({ expression, item, filters }) => {
      const prefilterTerms = prefilterTermsFor(expression);
      if (prefilterTerms === null || !matchesExpression(expression, item, filters)) return;
      runs.prefiltered++;
      const has = (requiredTerm: RequiredTerm) => {
        if (requiredTerm.type === "author")
          return requiredTerm.value.toLowerCase() === item.author?.toLowerCase();
        if (requiredTerm.type === "thread") return requiredTerm.value === item.root;
        if (requiredTerm.type !== "term")
          return getLinks(item).some(({ address }) => leadsTo(address, requiredTerm.value));
        const { text } = requiredTerm.term;
        const isInBody = findOccurrences(item.body, text, { isMarkdown: true }).length > 0;
        return isInBody || findOccurrences(item.title, text).length > 0;
      };
      expect(prefilterTerms.some(has)).toBe(true);
    }),
    { numRuns },
  );
  expect(runs.prefiltered).toBeGreaterThan(numRuns / 20);
});

test("an expression has prefilter terms exactly if it is anchored", () => {
  fc.assert(
    fc.property(anyExpression, (expression) => {
      const problems = checkExpression(parseExpression(printed(expression)), { sites: [] });
      const isAnchored = !problems.some(({ code }) => code === "unanchored");
      expect(prefilterTermsFor(expression) !== null).toBe(isAnchored);
    }),
    { numRuns },
  );
});

test("the expression of a keyword matches the same items as the keyword", () => {
  fc.assert(
    fc.property(played, ({ rules, item }) => {
      for (const rule of rules) {
        const expression = expressionOfKeyword(rule.keyword);
        const verdict = explainMatch(item, rule);
        if (verdict === "place" || verdict === "kind" || verdict === "too-old") continue;
        const isMatch = expression !== null && matchesExpression(expression, item, rule);
        expect([rule.keyword, isMatch]).toEqual([rule.keyword, verdict === "matched"]);
      }
    }),
    // Each run tests an item with 30 watches.
    { numRuns: numRuns / 4 },
  );
});

test("converting an expression to chips and back returns the same parts", () => {
  const runs = { said: 0 };
  const getParts = (one: Expression) =>
    (one.type === "and" ? one.parts : [one]).map((part) => printed(part)).sort();
  fc.assert(
    fc.property(
      fc.oneof(
        anyExpression,
        requested.map(({ expression }) => expression),
      ),
      (expression) => {
        const chips = toChips(expression);
        if (chips === null) return;
        runs.said++;
        const again = expressionOfChips(chips)!;
        expect(getParts(again)).toEqual(getParts(expression));
        expect(toChips(again)).toEqual(chips);
      },
    ),
    { numRuns },
  );
  expect(runs.said).toBeGreaterThan(numRuns / 20);
});
