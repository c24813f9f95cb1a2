import type { ExampleItem } from "@/contract/preview";
import { findOccurrences } from "@/domain/matching/occurrences";
import { marked, merged, passage, type Segment, type Span } from "@/domain/passage";
import { explainExpression, marksOf } from "@/domain/query/explain";
import { parseExpression } from "@/domain/query/parse";
import { bareWords } from "./bare-words";
import type { ForecastDraft } from "./use-forecast";

const passageLength = 160;

type Sought = Pick<ForecastDraft, "keyword" | "expression" | "filters">;

/**
 * An example with what was heard in it marked: of an expression every part that is looked for. Of its text the words alone, or
 * as it was written where something was heard only there, such as in the address of a link.
 */
export function heardIn(item: ExampleItem, sought: Sought): { title: Segment[]; text: Segment[] } {
  const read = (content: string) => ({ content, ...spansIn({ ...item, content }, sought) });
  const bare = read(bareWords(item.content));
  const source = bare.inText.length > 0 ? bare : read(item.content);
  const { content, inTitle, inText } = source.inText.length > 0 ? source : bare;
  return { title: marked(item.title, inTitle), text: passage(content, inText, passageLength) };
}

function spansIn(
  { title, content, kind, site, place, over18 }: ExampleItem,
  { keyword, expression, filters }: Sought,
): { inTitle: Span[]; inText: Span[] } {
  const parsed = expression === null ? null : parseExpression(expression).expression;
  if (parsed === null) {
    const spansOf = (text: string) => merged(findOccurrences(text, keyword, filters));
    return { inTitle: spansOf(title), inText: spansOf(content) };
  }
  const queried = { kind, site, place: place.name, title, body: content, author: null, over18 };
  const marks = marksOf(explainExpression(parsed, queried, filters));
  const inField = (field: "title" | "body") => merged(marks.filter((mark) => mark.field === field));
  return { inTitle: inField("title"), inText: inField("body") };
}
