import type { ExampleItem } from "@/contract/preview";
import { findOccurrences } from "@/domain/matching/occurrences";
import { marked, merged, snippet, type Segment, type Span } from "@/domain/text/snippet";
import { explainExpression, getMarks } from "@/domain/query/explain";
import { parseExpression } from "@/domain/query/parse";
import { seenText } from "@/domain/visible-text/visible-text";
import type { ForecastDraft } from "./use-forecast";

const snippetLength = 160;

export type SearchCriteria = Pick<ForecastDraft, "keyword" | "expression" | "filters">;

/** Marks the matches; for an expression, of each positive part. Shows markup if only hidden text matched. */
export function splitMatches(
  item: ExampleItem,
  criteria: SearchCriteria,
): { title: Segment[]; text: Segment[] } {
  const read = (content: string, isMarkdown: boolean) => ({
    content,
    ...spansIn({ ...item, content }, criteria, isMarkdown),
  });
  const bare = read(seenText(item.content), false);
  const source = bare.inText.length > 0 ? bare : read(item.content, true);
  const { content, inTitle, inText } = source.inText.length > 0 ? source : bare;
  return { title: marked(item.title, inTitle), text: snippet(content, inText, snippetLength) };
}

function spansIn(
  { title, content, kind, site, place, over18 }: ExampleItem,
  { keyword, expression, filters }: SearchCriteria,
  isMarkdown: boolean,
): { inTitle: Span[]; inText: Span[] } {
  const parsed = expression === null ? null : parseExpression(expression).expression;
  if (parsed === null) {
    const spansOf = (text: string, how: Parameters<typeof findOccurrences>[2] = filters) =>
      merged(findOccurrences(text, keyword, how));
    return { inTitle: spansOf(title), inText: spansOf(content, { ...filters, isMarkdown }) };
  }
  const queried = { kind, site, place: place.name, title, body: content, author: null, over18 };
  const marks = getMarks(explainExpression(parsed, queried, filters));
  const inField = (field: "title" | "body") => merged(marks.filter((mark) => mark.field === field));
  return { inTitle: inField("title"), inText: inField("body") };
}
