import { describe, expect, test } from "vitest";
import { expressionLimits } from "@/domain/query/expression";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { isRefused, type ProblemCode } from "@/domain/query/problems";
import { named } from "./items";

type Wrong = readonly [text: string, codes: ProblemCode[], marked: string, suggestion?: string];

describe("errors", () => {
  const rows: Wrong[] = [
    ["", ["empty"], ""],
    [" \n ", ["empty"], " \n "],
    ["foo AND", ["lone-operator"], "AND", "foo"],
    ["OR foo", ["lone-operator"], "OR", "foo"],
    ["foo OR AND bar", ["lone-operator"], "AND", "foo OR bar"],
    ["(OR foo) bar", ["lone-operator"], "OR", "(foo) bar"],
    ["foo NOT", ["lone-not"], "NOT", "foo"],
    ["foo -(bar) -", ["lone-minus"], "-", "foo -(bar)"],
    ["crm - cheap", ["lone-minus"], "-", "crm cheap"],
    ["NOT NOT foo", ["double-not"], "NOT", "NOT foo"],
    ["-NOT foo", ["double-not"], "NOT", "NOT foo"],
    ['"tide water', ["unclosed-quote"], '"tide water', '"tide water"'],
    ['foo ""', ["nothing-inside"], '""', "foo"],
    ["foo \u200b", ["nothing-visible"], "\u200b", "foo"],
    ["(foo bar", ["unclosed-bracket"], "(", "(foo bar)"],
    ["foo (", ["unclosed-bracket"], "(", "foo"],
    ["foo) bar", ["unopened-bracket"], ")", "foo bar"],
    ["f() x", ["nothing-inside"], "()", "f x"],
    ["foo NEAR", ["near-sides"], "NEAR", "foo"],
    ["NEAR/5 foo", ["near-sides"], "NEAR/5", "foo"],
    ["foo NEAR (a OR b)", ["near-sides"], "NEAR", "foo (a OR b)"],
    ["title:a NEAR b", ["near-sides"], "NEAR", "title:a b"],
    ["a NEAR b NEAR/2 c", ["near-chain"], "NEAR/2", "a NEAR b b NEAR/2 c"],
    ["a NEAR/0 b", ["near-number"], "NEAR/0", "a NEAR/1 b"],
    ["a NEAR/21 b", ["near-number"], "NEAR/21", "a NEAR/20 b"],
    ["a NEAR/x b", ["near-number"], "NEAR/x", "a NEAR/5 b"],
    ["title: hiring", ["no-value"], "title:", "title:hiring"],
    ["crm title:", ["no-value"], "title:", "crm"],
    ["crm author:@", ["no-value"], "author:@"],
    ["title:-jobs", ["minus-in-value"], "-jobs", "-title:jobs"],
    ["title:(a b)", ["only-or"], "title:(a b)", "(title:a title:b)"],
    ["title:(a -b)", ["only-or"], "title:(a -b)", "(title:a -title:b)"],
    ["title:(author:a)", ["only-or"], "author:"],
    ["type:posts", ["wrong-value"], "posts", "type:post"],
    ["type:video", ["wrong-value"], "video"],
    ["is:new", ["wrong-value"], "new"],
    ["link:example", ["wrong-value"], "example"],
    ["author:sp*", ["star-in-value"], "sp*", "author:sp"],
    ["in*", ["short-prefix"], "in*", "in"],
    ["/invoice/", ["pattern"], "/invoice/", "invoice"],
    ["/inv.*e/i foo", ["pattern"], "/inv.*e/i"],
  ];
  test.each(named(rows))("$text", ({ row: [text, codes, marked, suggestion] }) => {
    const { problems } = parseExpression(text);
    expect(problems.map(({ code }) => code)).toEqual(codes);
    const [problem] = problems;
    expect(problem!.severity).toBe("error");
    expect(text.slice(problem!.from, problem!.to)).toBe(marked);
    expect(problem!.suggestion).toBe(suggestion);
    // Applying the suggestion fixes the problem.
    if (suggestion !== undefined)
      expect(parseExpression(suggestion).problems.map(({ code }) => code)).not.toContain(codes[0]);
  });

  const hints: Wrong[] = [
    ["auther:spez", ["unknown-field"], "auther:", "author:spez"],
    ["intitle:crm", ["unknown-field"], "intitle:", "title:crm"],
    ["selftext:crm url:x.com", ["unknown-field", "unknown-field"], "selftext:", "body:crm url:x.com"],
    ['foo:"bar baz"', ["unknown-field"], "foo:"],
    ["crm or cheap", ["lower-case"], "or", "crm OR cheap"],
    ["crm | cheap", ["other-operator"], "|", "crm OR cheap"],
    ["crm && cheap", ["other-operator"], "&&", "crm AND cheap"],
    ["crm, cheap", ["comma"], ",", "crm OR cheap"],
    ["crm AROUND(5) cheap", ["other-operator"], "AROUND", "crm NEAR/5 cheap"],
    ['flair_name:"help wanted" crm', ["unknown-field"], "flair_name:", 'flair:"help wanted" crm'],
    ["in*oice", ["inner-star"], "in*oice"],
    ["*", ["inner-star"], "*"],
    ['"tide wat*"', ["quoted-star"], '"tide wat*"'],
    ['tide water"', ["inner-quote"], '"'],
  ];
  test.each(named(hints))("warns about $text", ({ row: [text, codes, marked, suggestion] }) => {
    const { problems } = parseExpression(text);
    expect(problems.map(({ code }) => code)).toEqual(codes);
    expect(isRefused(problems)).toBe(false);
    expect(text.slice(problems[0]!.from, problems[0]!.to)).toBe(marked);
    expect(problems[0]!.suggestion).toBe(suggestion);
  });

  test.each(["https://example.com/a", "12:30", "std::vector", "C:\\windows", ":", "mailto:/x"])(
    "accepts %s as a word without warning",
    (text) => {
      expect(parseExpression(text).problems).toEqual([]);
    },
  );

  test("messages give advice and shorten quoted text", () => {
    const [problem] = parseExpression("foo AND").problems;
    expect(problem!.message).toBe(
      'AND needs a term on both sides. To search for the word itself, use "AND".',
    );
    const [long] = parseExpression(`type:${"x".repeat(1_000)}`).problems;
    expect(long!.message.length).toBeLessThan(300);
  });
});

describe("limits", () => {
  const { length, leaves, depth } = expressionLimits;
  const codes = (text: string) => parseExpression(text).problems.map(({ code }) => code);
  const nested = (levels: number) =>
    Array.from({ length: levels - 1 }).reduce<string>(
      (inner, _, level) => (level % 2 === 0 ? `a OR (${inner})` : `a (${inner})`),
      "a b",
    );

  test("accepts the maximum and reports a problem above it", () => {
    expect(codes("x".repeat(length))).toEqual([]);
    expect(codes("x".repeat(length + 1))).toEqual(["too-long"]);
    const words = Array.from({ length: leaves }, (_, i) => `w${i}`);
    expect(codes(words.join(" "))).toEqual([]);
    expect(codes([...words, "x"].join(" "))).toEqual(["too-many"]);
    expect(codes(nested(depth))).toEqual([]);
    expect(codes(nested(depth + 1))).toEqual(["too-deep"]);
  });

  test("tolerates redundant parentheses, even thousands", () => {
    expect(codes(`${"(".repeat(depth)}a${")".repeat(depth)}`)).toEqual([]);
    expect(codes(`${"(".repeat(5_000)}a${")".repeat(5_000)}`)).toContain("too-deep");
    expect(printed(parseExpression(`${"(".repeat(5_000)}a${")".repeat(5_000)} b`).expression!)).toBe("b");
  });

  test("ignores everything after the maximum number of terms", () => {
    const { expression } = parseExpression(Array.from({ length: 60 }, (_, i) => `w${i}`).join(" OR "));
    expect(printed(expression!).split(" OR ")).toHaveLength(leaves);
  });
});
