import { checkExpression, type QueryContext } from "./check";
import type { Expression } from "./expression";
import { type ParsedExpression, parseExpression } from "./parse";
import { isRefused, type Problem, type ProblemCode } from "./problems";
import { type ExpressionReading, readingsOf } from "./words";

/** All that a form tells of an expression. */
export interface JudgedExpression {
  parsed: ParsedExpression;
  /** With those of its meaning, from the left. */
  problems: Problem[];
  /** How it is understood, and how else it could have been meant. */
  readings: ExpressionReading[];
  /** Why a watch can't have it; null where it can. */
  refusal: string | null;
}

/** Reads a text as the expression of a watch. Never throws. */
export function judgeExpression(text: string, context: QueryContext): JudgedExpression {
  const parsed = parseExpression(text);
  const problems = checkExpression(parsed, context);
  const names = new Map(context.sites.map(({ id, title }) => [id, title]));
  return { parsed, problems, readings: readingsOf(parsed, names), refusal: refusalOf(parsed, problems) };
}

function refusalOf(parsed: ParsedExpression, problems: readonly Problem[]): string | null {
  if (isRefused(problems)) return problems.find(({ severity }) => severity === "error")!.message;
  const never = parsed.expression === null ? null : neverHolds(parsed.expression, parsed, problems);
  if (never === null) return null;
  // A contradiction's own message already says so.
  return never.code === "contradiction" ? never.message : `This can never match. ${never.message}`;
}

/** Of a leaf where these are said of it nothing can come. */
const absent: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "place-outside",
  "site-outside",
  "title-only",
]);

/** The warning by which nothing can hold, whatever is written; null where something can. */
function neverHolds(
  part: Expression,
  parsed: ParsedExpression,
  problems: readonly Problem[],
): Problem | null {
  const saidOf = (one: Expression, isMeant: (code: ProblemCode) => boolean) => {
    const range = parsed.ranges.get(one);
    return (
      problems.find(({ code, from, to }) => from === range?.from && to === range.to && isMeant(code)) ?? null
    );
  };
  if (part.type === "not") return null;
  if (part.type === "and") {
    const found = part.parts.map(
      (one) => saidOf(one, (code) => code === "contradiction") ?? neverHolds(one, parsed, problems),
    );
    return found.find((one) => one !== null) ?? null;
  }
  if (part.type === "or") {
    const found = part.parts.map((one) => neverHolds(one, parsed, problems));
    return found.every((one) => one !== null) ? (found[0] ?? null) : null;
  }
  return saidOf(part, (code) => absent.has(code));
}
