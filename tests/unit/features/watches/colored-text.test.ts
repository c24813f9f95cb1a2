import { expect, test } from "vitest";
import { judgeExpression } from "@/domain/query/judge";
import { highlightedSegments } from "@/features/watches/colored-text";

function chunks(text: string) {
  const { parsed, problems } = judgeExpression(text, { sites: [] });
  return highlightedSegments(text, parsed.tokens, problems);
}
const shown = (text: string) =>
  chunks(text)
    .filter((chunk) => chunk.text.trim() !== "")
    .map(({ text: chunk, look }) => [chunk, look]);

test("styles each segment by its role", () => {
  expect(shown('crm OR "tide water" -jobs author:spez -in:(a OR b) x NEAR/3 y*')).toEqual([
    ["crm", "wanted"],
    ["OR", "sign"],
    ['"tide water"', "wanted"],
    ["-", "excluded"],
    ["jobs", "excluded"],
    ["author:", "sign"],
    ["spez", "wanted"],
    ["-", "excluded"],
    ["in:", "excluded"],
    ["(", "excluded"],
    ["a", "excluded"],
    ["OR", "sign"],
    ["b", "excluded"],
    [")", "excluded"],
    ["x", "wanted"],
    ["NEAR/3", "sign"],
    ["y*", "wanted"],
  ]);
});

test("underlines problems at their position", () => {
  const faults = (text: string) =>
    chunks(text)
      .filter(({ fault }) => fault !== null)
      .map(({ text: chunk, fault }) => [chunk, fault]);
  expect(faults("crm -auther:spez")).toEqual([["auther:", "warning"]]);
  expect(faults("crm AND")).toEqual([["AND", "error"]]);
  expect(faults("crm")).toEqual([]);
});

test.each(["", " ", "a  b", "(((", 'a "b', "-a OR", "😀 OR 東京 -x", "x".repeat(600)])(
  "segments of %j add up to the entire text in order",
  (text) => {
    expect(
      chunks(text)
        .map((chunk) => chunk.text)
        .join(""),
    ).toBe(text);
  },
);
