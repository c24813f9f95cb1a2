import type { ExampleItem } from "@/contract/preview";
import { findOccurrences } from "@/domain/matching/occurrences";
import { marked, merged, passage, type Segment } from "@/domain/passage";
import { explainExpression, marksOf } from "@/domain/query/explain";
import { parseExpression } from "@/domain/query/parse";
import type { ForecastDraft } from "./use-forecast";

const passageLength = 160;

/** An example with what was heard in it marked: of an expression every part that is looked for. As it was written, without links and lists rendered. */
export function heardIn(
  item: ExampleItem,
  { keyword, expression, filters }: Pick<ForecastDraft, "keyword" | "expression" | "filters">,
): { title: Segment[]; text: Segment[] } {
  const parsed = expression === null ? null : parseExpression(expression).expression;
  const { title, content } = item;
  if (parsed === null) {
    return {
      title: marked(title, merged(findOccurrences(title, keyword, filters))),
      text: passage(content, findOccurrences(content, keyword, filters), passageLength),
    };
  }
  const { kind, site, over18 } = item;
  const queried = { kind, site, place: item.place.name, title, body: content, author: null, over18 };
  const marks = marksOf(explainExpression(parsed, queried, filters));
  const inField = (field: "title" | "body") => merged(marks.filter((mark) => mark.field === field));
  return { title: marked(title, inField("title")), text: passage(content, inField("body"), passageLength) };
}
