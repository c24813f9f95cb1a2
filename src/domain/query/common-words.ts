import { type Expression, isLeaf, rareFields, type TextLeaf } from "./expression";
import type { ParsedExpression } from "./parse";
import { printed } from "./printer";
import { type Problem, ProblemList } from "./problems";

/** Returns the positive text terms of a compound expression. A single leaf needs no separate count. */
export function wordsNear({ expression }: Pick<ParsedExpression, "expression">): TextLeaf[] {
  return expression === null || isLeaf(expression) ? [] : wanted(expression);
}

function wanted(part: Expression): TextLeaf[] {
  if (part.type === "not") return [];
  if (!isLeaf(part)) return part.parts.flatMap(wanted);
  return part.type === "text" ? [part] : [];
}

export function commonWords(
  { expression, text, ranges }: ParsedExpression,
  isCommon: (word: TextLeaf) => boolean,
): Problem[] {
  const found = new ProblemList(text);
  for (const leaf of expression === null || isLeaf(expression) ? [] : noisy(expression, isCommon))
    found.add("common", ranges.get(leaf)!, { words: printed(leaf) });
  return found.sorted();
}

/** Returns the common words that can match an item without a rarer part. */
function noisy(part: Expression, isCommon: (word: TextLeaf) => boolean): TextLeaf[] {
  if (part.type === "text") return isCommon(part) ? [part] : [];
  if (part.type === "not" || isLeaf(part)) return [];
  const each = part.parts.map((one) => noisy(one, isCommon));
  const isNarrowed =
    part.type === "and" && part.parts.some((one, at) => brings(one) && each[at]!.length === 0);
  return isNarrowed ? [] : each.flat();
}

/** Returns true if the part can find items. Other parts only filter them. */
function brings(part: Expression): boolean {
  if (part.type === "not") return false;
  if (part.type === "field") return rareFields.has(part.field);
  return isLeaf(part) || part.parts.some(brings);
}
