import { type Expression, isLeaf, type Leaf, type Term } from "./expression";
import { isBare, isMinus, quoted } from "./tokens";

/** Formats in canonical form. Parsing the result returns an equal expression. */
export function printed(expression: Expression): string {
  if (expression.type === "not") {
    const text = within(expression.part);
    return isMinus(text.charAt(0)) ? `-(${text})` : `-${text}`;
  }
  if (isLeaf(expression)) return printedLeaf(expression);
  const shared = expression.type === "or" ? sharedField(expression.parts) : null;
  if (shared !== null) {
    const values = expression.parts.map((part) => printedLeaf(part as Leaf).slice(shared.length));
    return `${shared}(${values.join(" OR ")})`;
  }
  return expression.parts.map(within).join(expression.type === "and" ? " " : " OR ");
}

function within(expression: Expression): string {
  const text = printed(expression);
  const isOne = expression.type === "not" || (isLeaf(expression) && expression.type !== "near");
  return isOne || (expression.type === "or" && sharedField(expression.parts) !== null) ? text : `(${text})`;
}

function printedLeaf(leaf: Leaf): string {
  const start = fieldStart(leaf);
  if (leaf.type === "text") return start + printedTerm(leaf.term);
  if (leaf.type === "field") return start + printedTerm({ text: leaf.value, isPrefix: false });
  return `${printedTerm(leaf.terms[0])} NEAR/${leaf.within} ${printedTerm(leaf.terms[1])}`;
}

function printedTerm({ text, isPrefix }: Term): string {
  if (isPrefix) return `${text}*`;
  return isBare(text, false) ? text : quoted(text);
}

function sharedField(parts: readonly Expression[]): string | null {
  const starts = parts.map((part) => (isLeaf(part) ? fieldStart(part) : ""));
  return starts[0] !== "" && starts.every((start) => start === starts[0]) ? starts[0]! : null;
}

function fieldStart(leaf: Leaf): string {
  const field = leaf.type === "near" ? null : leaf.field;
  return field === null ? "" : `${field}:`;
}
