import { type Expression, expressionLimits } from "./expression";
import { addHints } from "./hints";
import { Parser } from "./parser";
import { printed } from "./printer";
import { type Problem, ProblemList } from "./problems";
import { type Range, type Token, tokensOf } from "./tokens";

export interface ParsedExpression {
  text: string;
  /** The largest part of the text that means something; null where nothing does. */
  expression: Expression | null;
  /** What it would be if OR joined before AND and blanks; null where that is the same. */
  other: Expression | null;
  /** All of the text but white space, from the left. */
  tokens: readonly Token[];
  /** What is wrong with the text by itself, from the left; check.ts finds what is wrong with what it means. */
  problems: Problem[];
  /** Where a part of `expression`, by identity, stands in the text. */
  ranges: ReadonlyMap<Expression, Range>;
}

/** What was parsed last: one text is checked, printed and watched for in a row. */
let last: ParsedExpression | null = null;

/** Reads any text, in time linear in its length. Never throws. */
export function parseExpression(text: string): ParsedExpression {
  if (last?.text !== text) last = parsed(text);
  return last;
}

function parsed(text: string): ParsedExpression {
  const tokens = tokensOf(text);
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
