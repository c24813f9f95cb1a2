import { expect, test } from "vitest";
import { Matcher } from "@/domain/matching/matcher";
import { checkExpression } from "@/domain/query/check";
import { parseExpression } from "@/domain/query/parse";
import { makeItem, makeRule } from "../matching/cases";

/** Frequent words, in a text of the length of a long post. */
const common = ["the", "and", "that", "this", "with", "thin", "than", "then"];
const wordAt = (at: number) => common[at % common.length]!;
const body = Array.from({ length: 1_500 }, (_, at) => wordAt(at * 7 + (at >> 3))).join(" ");
const item = makeItem({ kind: "post", title: "the and that", body });
const joined = (count: number, getText: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => getText(at)).join(" ");

/** Each is found by the most frequent word and has to be evaluated completely. */
const hostile = {
  "fifty words to leave out": `the ${joined(49, (at) => `-x${at}`)}`,
  "forty branches of which the last holds": `the (${joined(40, (at) => `x${at} OR`)} and)`,
  "ten deep": `the ${"(absent OR (and ".repeat(4)}that${"))".repeat(4)}`,
  "prefixes of common letters": "the* (tha* OR thi* OR wit*) (abs* OR and*)",
  "NEAR of stop words": "the NEAR/20 absent OR and NEAR/20 gone OR that NEAR/20 lost OR the NEAR/1 the",
  "NEAR of everything": joined(24, (at) => `${wordAt(at)} NEAR/20 ${wordAt(at + 1)}`),
  "one long phrase": `the "${joined(100, () => "the")} end"`,
};
const rounds = 100;

/** Also needs the item's text, which is parsed only once for all expressions. */
const ordinary = "the and";
const matcherOf = (expression: string) => new Matcher([makeRule("the", { wholeWordOnly: true, expression })]);

/** The minimum of many interleaved rounds, to exclude interference by other processes. */
function leastOf(matchers: readonly Matcher[]): number[] {
  const min = matchers.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    for (const [at, matcher] of matchers.entries()) {
      const started = performance.now();
      matcher.match(item);
      min[at] = Math.min(min[at]!, performance.now() - started);
    }
  return min;
}

test.each(Object.entries(hostile))(
  "%s: takes at most a few times as long as an ordinary expression",
  (_, text) => {
    const problems = checkExpression(parseExpression(text), { sites: [] });
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
    const [hostileMs, ordinaryMs] = leastOf([matcherOf(text), matcherOf(ordinary)]) as [number, number];
    // Measured at up to 2; testing every position of every word would take 20 times as long.
    expect(hostileMs / ordinaryMs).toBeLessThan(4);
  },
);

test.each([
  ["fifty-one words", joined(51, (at) => `x${at}`), /up to 50 terms/],
  ["eleven deep", `${"(a OR (b ".repeat(6)}c${"))".repeat(6)}`, /deep|inside/i],
  ["a prefix of two letters", "the ab*", /3 characters/],
  ["a term that nearly every item contains", "the OR -absent", /almost everything/],
])("rejects %s with a reason", (_, text, reason) => {
  const problems = checkExpression(parseExpression(text), { sites: [] });
  expect(problems.some(({ severity, message }) => severity === "error" && reason.test(message))).toBe(true);
});
