import type { Problem } from "@/domain/query/problems";
import type { Token } from "@/domain/query/tokens";

export type SegmentStyle = "wanted" | "excluded" | "sign" | "plain";

export interface HighlightedSegment {
  text: string;
  look: SegmentStyle;
  fault: Problem["severity"] | null;
}

const signs: ReadonlySet<Token["kind"]> = new Set<Token["kind"]>([
  "and",
  "or",
  "not",
  "near",
  "field",
  "open",
  "close",
]);

export function highlightedSegments(
  text: string,
  tokens: readonly Token[],
  problems: readonly Problem[],
): HighlightedSegment[] {
  const edges = [...tokens, ...problems].flatMap(({ from, to }) => [from, to]);
  const cuts = [...new Set([0, ...edges, text.length])]
    .filter((at) => at <= text.length)
    .sort((a, b) => a - b);
  let next = 0;
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1]!;
    while (next < tokens.length && tokens[next]!.to <= from) next++;
    const token = tokens[next];
    const look = token !== undefined && token.from <= from ? lookOf(token) : "plain";
    const there = problems.filter((problem) => problem.from <= from && to <= problem.to);
    const isError = there.some(({ severity }) => severity === "error");
    return { text: text.slice(from, to), look, fault: isError ? "error" : (there[0]?.severity ?? null) };
  });
}

function lookOf({ kind, isExcluded }: Token): SegmentStyle {
  if (isExcluded || kind === "not") return "excluded";
  return signs.has(kind) ? "sign" : "wanted";
}
