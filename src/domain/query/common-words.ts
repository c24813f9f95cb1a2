import { type Expression, isLeaf, type TextLeaf } from "./expression";
import type { ParsedExpression } from "./parse";
import { printed } from "./printer";
import { type Problem, ProblemList } from "./problems";

/** The words and phrases that are looked for beside something else; of one alone the whole says how common it is. */
export function wordsBeside({ expression }: Pick<ParsedExpression, "expression">): TextLeaf[] {
  return expression === null || isLeaf(expression) ? [] : wanted(expression);
}

function wanted(part: Expression): TextLeaf[] {
  if (part.type === "not") return [];
  if (!isLeaf(part)) return part.parts.flatMap(wanted);
  return part.type === "text" ? [part] : [];
}

/** A warning of each of these words, which were met so often. */
export function commonWords({ text, ranges }: ParsedExpression, words: readonly TextLeaf[]): Problem[] {
  const found = new ProblemList(text);
  for (const leaf of words) found.add("common", ranges.get(leaf)!, { words: printed(leaf) });
  return found.sorted();
}
