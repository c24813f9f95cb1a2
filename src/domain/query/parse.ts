import { type Expression, expressionLimits } from "./expression";
import { addHints } from "./hints";
import { Parser } from "./parser";
import { printed } from "./printer";
import { type Problem, ProblemList } from "./problems";
import { type Range, type Token, getTokens } from "./tokens";

export interface ParsedExpression {
  text: string;
  /** The largest valid part of the text, or null. */
  expression: Expression | null;
  /** The alternative interpretation (OR binds tighter than AND), or null if it is equivalent. */
  other: Expression | null;
  /** All tokens except white space, in order. */
  tokens: readonly Token[];
  /** Syntax problems, sorted by position. Semantic problems are found in check.ts. */
  problems: Problem[];
  /** Source range of each part of `expression`, by object identity. */
  ranges: ReadonlyMap<Expression, Range>;
}

/** Cache for the last text, which is usually checked, printed and compiled in a row. */
let last: ParsedExpression | null = null;

/** Parses any text in linear time. Never throws. */
export function parseExpression(text: string): ParsedExpression {
  if (last?.text !== text) last = parsed(text);
  return last;
}

function parsed(text: string): ParsedExpression {
  const tokens = getTokens(text);
  const problems = new ProblemList(text);
  const { length } = expressionLimits;
  if (text.length > length) problems.add("too-long", { from: length, to: text.length });
  const parser = new Parser(tokens, problems, "and");
  const expression = parser.parse();
  if (tokens.length === 0) problems.add("empty", { from: 0, to: text.length });
  addHints(text, tokens, problems);
  return {
    text,
    expression,
    other: expression !== null && parser.isMixed ? otherWay(tokens, text, expression) : null,
    tokens,
    problems: problems.sorted(),
    ranges: parser.ranges,
  };
}

function otherWay(tokens: readonly Token[], text: string, expression: Expression): Expression | null {
  const other = new Parser(tokens, new ProblemList(text), "or").parse();
  return other === null || printed(other) === printed(expression) ? null : other;
}
