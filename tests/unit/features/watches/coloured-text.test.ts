import { expect, test } from "vitest";
import { judgeExpression } from "@/domain/query/judge";
import { highlightedSegments } from "@/features/watches/coloured-text";

function pieces(text: string) {
  const { parsed, problems } = judgeExpression(text, { sites: [] });
  return highlightedSegments(text, parsed.tokens, problems);
}
const shown = (text: string) =>
  pieces(text)
    .filter((piece) => piece.text.trim() !== "")
    .map(({ text: piece, look }) => [piece, look]);

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
    pieces(text)
      .filter(({ fault }) => fault !== null)
      .map(({ text: piece, fault }) => [piece, fault]);
  expect(faults("crm -auther:spez")).toEqual([["auther:", "warning"]]);
  expect(faults("crm AND")).toEqual([["AND", "error"]]);
  expect(faults("crm")).toEqual([]);
});

test.each(["", " ", "a  b", "(((", 'a "b', "-a OR", "😀 OR 東京 -x", "x".repeat(600)])(
  "segments of %j add up to the entire text in order",
  (text) => {
    expect(
      pieces(text)
        .map((piece) => piece.text)
        .join(""),
    ).toBe(text);
  },
);
