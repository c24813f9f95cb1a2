import { checkExpression, type QueryContext } from "./check";
import type { Expression } from "./expression";
import { type ParsedExpression, parseExpression } from "./parse";
import { isRefused, type Problem, type ProblemCode } from "./problems";
import { type ExpressionReading, getReadings } from "./words";

export interface JudgedExpression {
  parsed: ParsedExpression;
  problems: Problem[];
  /** How the expression is interpreted, and the alternative if it is ambiguous. */
  readings: ExpressionReading[];
  /** Why a watch can't use it, or null. */
  refusal: string | null;
}

/** Validates the expression of a watch or a search. Never throws. */
export function judgeExpression(text: string, context: QueryContext): JudgedExpression {
  const parsed = parseExpression(text);
  const problems = checkExpression(parsed, context);
  const names = new Map(context.sites.map(({ id, title }) => [id, title]));
  return { parsed, problems, readings: getReadings(parsed, names), refusal: toRefusal(parsed, problems) };
}

/** Removing an empty group can leave a field without a value, which leaves an operator without a term. */
const maxFixes = 5;

/** Applies the suggestions of the first errors, so the text is valid if it can be. */
export function fixErrors(text: string, context: QueryContext): string {
  let fixed = text;
  for (let count = 0; count < maxFixes; count += 1) {
    const { problems } = judgeExpression(fixed, context);
    const error = problems.find(({ severity }) => severity === "error");
    if (error?.suggestion === undefined) break;
    fixed = error.suggestion;
  }
  return fixed;
}

function toRefusal(parsed: ParsedExpression, problems: readonly Problem[]): string | null {
  if (isRefused(problems)) return problems.find(({ severity }) => severity === "error")!.message;
  const never = parsed.expression === null ? null : canNeverMatch(parsed.expression, parsed, problems);
  if (never === null) return null;
  // The message of a contradiction already says so.
  return never.code === "contradiction" ? never.message : `This can never match. ${never.message}`;
}

/** Problems that mean a leaf never matches. */
const absent: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  "place-outside",
  "site-outside",
  "title-only",
]);

function canNeverMatch(
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
      (one) => saidOf(one, (code) => code === "contradiction") ?? canNeverMatch(one, parsed, problems),
    );
    return found.find((one) => one !== null) ?? null;
  }
  if (part.type === "or") {
    const found = part.parts.map((one) => canNeverMatch(one, parsed, problems));
    return found.every((one) => one !== null) ? (found[0] ?? null) : null;
  }
  return saidOf(part, (code) => absent.has(code));
}
