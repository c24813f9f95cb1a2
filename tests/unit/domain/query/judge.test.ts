import { expect, test } from "vitest";
import type { QueryContext } from "@/domain/query/check";
import { fixErrors, judgeExpression } from "@/domain/query/judge";

const sites = [
  { id: "hackernews", title: "Hacker News" },
  { id: "lobsters", title: "Lobsters" },
];
const narrow: QueryContext = {
  sites,
  places: [{ site: "reddit", name: "freelance", label: "r/freelance" }],
};
const refusal = (text: string, context: QueryContext = { sites }) => judgeExpression(text, context).refusal;

test.each([
  ["tidewater", null],
  ["tidewater -jobs", null],
  ["tidewater OR -jobs", /^“-jobs” on its own would match almost everything/],
  ["crm AND", /^AND needs a term on both sides/],
  ["", /^Enter a search term/],
  ["crm -crm", /^This can never match: “crm” excludes/],
  ["type:post crm type:comment", /^This can never match/],
  // One side can match.
  ["(crm -crm) OR tidewater", null],
  ["(crm -crm) OR (tidewater -tidewater)", /^This can never match/],
  ["(a OR (b -b)) c", null],
  ["-(crm -crm) tidewater", null],
])("the refusal of %s is %s", (text, said) => {
  if (said === null) expect(refusal(text)).toBeNull();
  else expect(refusal(text)).toMatch(said);
});

test.each([
  ["crm in:pics", /doesn't cover pics/],
  ["crm -in:pics", null],
  ["crm in:(pics OR freelance)", null],
  ["crm in:(pics OR movies)", /doesn't cover pics/],
  ["crm site:hackernews", /doesn't cover Hacker News/],
  ["crm OR (tide in:pics)", null],
])("in a watch of r/freelance, the refusal of %s is %s", (text, said) => {
  if (said === null) expect(refusal(text, narrow)).toBeNull();
  else expect(refusal(text, narrow)).toMatch(said);
});

test("rejects body terms if only titles are searched", () => {
  const context = { sites, filters: { matchTitlesOnly: true } };
  expect(refusal("body:crm", context)).toMatch(/^This can never match\. Titles only/);
  expect(refusal("crm OR body:crm", context)).toBeNull();
});

test("returns both interpretations, with site names", () => {
  const { readings } = judgeExpression("crm site:hackernews OR free", { sites });
  expect(readings).toHaveLength(2);
  expect(readings[0]!.text).toContain("Hacker News");
  expect(judgeExpression("crm cheap", { sites }).readings).toHaveLength(1);
});

test.each([
  ["quillon AND (title:", "quillon"],
  ["(crm OR (author:", "(crm)"],
  ["(crm bar", "(crm bar)"],
  ["crm title: hiring", "crm title:hiring"],
  ["tidewater", "tidewater"],
  // There is no suggestion for this one.
  ["crm is:new", "crm is:new"],
])("fixing the errors of %s results in %s", (text, fixed) => {
  expect(fixErrors(text, { sites })).toBe(fixed);
});
