import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ExplainedPart } from "@/contract/expression";
import { ExplainedParts } from "@/features/watches/explained-parts";

const leaf = (text: string, depth: number, holds: boolean, found: string[] = []): ExplainedPart => ({
  ...{ kind: "leaf", text, depth, holds, isWanted: true, found },
});
const joined = (kind: "and" | "or" | "not", depth: number, holds: boolean): ExplainedPart => ({
  ...{ kind, text: "", depth, holds, isWanted: true, found: [] },
});

/** The tree as nested lists, without decoration. */
function shown(parts: readonly ExplainedPart[]): string {
  return renderToStaticMarkup(<ExplainedParts parts={parts} />)
    .replace(/<svg.*?<\/svg>/g, "")
    .replace(/<(?!\/?(?:ul|li|mark)\b)[^>]*>/g, "")
    .replace(/<(ul|li|mark)\b[^>]*>/g, "<$1>");
}

test("shows whether each part matched, and the matched words of leaves", () => {
  const parts = [
    joined("and", 0, false),
    joined("or", 1, true),
    leaf("tidewater", 2, true, ["Tidewater", "TIDEWATER"]),
    leaf('"tide water"', 2, false),
    joined("not", 1, false),
    leaf("jobs", 2, true, ["jobs"]),
    leaf("author:spez", 1, true),
  ];
  expect(shown(parts)).toBe(
    "<ul><li>All parts: not matched<ul>" +
      "<li>Any part: matched<ul>" +
      "<li>tidewater: found as <mark>Tidewater</mark>, <mark>TIDEWATER</mark></li>" +
      "<li>&quot;tide water&quot;: not found</li></ul></li>" +
      "<li>Excluded: found<ul><li>jobs: found as <mark>jobs</mark></li></ul></li>" +
      "<li>author:spez: found</li></ul></li></ul>",
  );
});

test("renders a single leaf as the entire tree", () => {
  expect(shown([leaf("crm", 0, false)])).toBe("<ul><li>crm: not found</li></ul>");
});
