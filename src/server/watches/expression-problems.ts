import type { ExplainedPart, ParseResponse } from "@/contract/expression";
import { AppError } from "@/contract/errors";
import { type AuthorIds, type AuthorIdsBySite, withAuthorIds } from "@/domain/query/authors";
import { checkExpression } from "@/domain/query/check";
import { explainExpression, type Explained, wantedTerms } from "@/domain/query/explain";
import { isLeaf, type TextField } from "@/domain/query/expression";
import { parseExpression } from "@/domain/query/parse";
import { printed } from "@/domain/query/printer";
import { isRefused, type Problem } from "@/domain/query/problems";
import type { QueriedItem, TermFilters } from "@/domain/query/queried-item";
import { readingsOf } from "@/domain/query/words";
import { seenIn } from "@/domain/visible-text/visible-text";
import type { Highlight } from "@/domain/markdown/marks";
import type { Place } from "@/domain/place";
import { sites } from "@/sites/registry";

const siteFacts = Object.values(sites).map(({ id, title }) => ({ id, title }));
const siteNames = new Map(siteFacts.map(({ id, title }) => [id, title]));

/** Words that are named of one part. */
const mostFound = 5;
const longestFound = 60;

/** How a text is read, and what is wrong with it wherever it is watched. */
export function parseText(text: string): ParseResponse {
  const parsed = parseExpression(text);
  return {
    tokens: parsed.tokens.map(({ from, to, kind }) => ({ from, to, kind })),
    readings: readingsOf(parsed, siteNames),
    problems: checkExpression(parsed, { sites: siteFacts }).map(problemOf),
  };
}

export interface Looking extends TermFilters {
  expression: string | null;
  places: readonly string[];
}

/** VALIDATION_ERROR with its `problems` for an expression that can't be read, or can't be watched in these places. */
export function checkExpressionIn(places: readonly (Place & { label: string })[], looking: Looking): void {
  const problems = problemsIn(places, looking);
  if (isRefused(problems)) throw refused(problems);
}

export function problemsIn(
  places: readonly (Place & { label: string })[],
  { expression, ...looking }: Looking,
): Problem[] {
  if (expression === null) return [];
  return checkExpression(parseExpression(expression), { sites: siteFacts, places, filters: looking });
}

/** VALIDATION_ERROR for an expression that has these, errors among them. */
export function refused(problems: readonly Problem[]): AppError {
  const texts = problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const details = { errors: { expression: [...new Set(texts)] }, problems: problems.map(problemOf) };
  return new AppError("VALIDATION_ERROR", texts[0], details);
}

/** What is marked in what an expression finds; null without one. */
export function highlightsOf(watch: Omit<Looking, "places">): Highlight[] | null {
  const parsed = watch.expression === null ? null : parseExpression(watch.expression).expression;
  if (parsed === null) return null;
  const { wholeWordOnly, caseSensitive } = watch;
  return wantedTerms(parsed).map(({ text, isPrefix }) => ({
    keyword: text,
    wholeWordOnly,
    caseSensitive,
    ...(isPrefix && { isPrefix }),
  }));
}

/** What became of each part of a watch's expression at an item; null without one. */
export function partsOf(
  watch: TermFilters & Pick<Looking, "expression"> & { authors: AuthorIdsBySite | null },
  item: QueriedItem,
): ExplainedPart[] | null {
  const parsed = watch.expression === null ? null : parseExpression(watch.expression).expression;
  if (parsed === null) return null;
  const ids = watch.authors?.[item.site] ?? {};
  const names = Object.fromEntries(Object.entries(ids).map(([name, id]) => [id.toLowerCase(), name]));
  const shown = {
    title: (start: number, end: number) => item.title.slice(start, end),
    body: seenIn(item.body),
  };
  return told(explainExpression(withAuthorIds(parsed, ids), item, watch), { shown, names }, 0);
}

interface Telling {
  /** Returns the visible text of a range of a field. */
  shown: Record<TextField, (start: number, end: number) => string>;
  /** What the expression calls the authors whose ids these are. */
  names: AuthorIds;
}

function told(explained: Explained, telling: Telling, depth: number): ExplainedPart[] {
  const { part, holds, isWanted, met, parts } = explained;
  const words = met.map(({ field, start, end }) => telling.shown[field](start, end).slice(0, longestFound));
  const found = [...new Set(words)].slice(0, mostFound);
  const kind = isLeaf(part) ? "leaf" : part.type;
  const own = {
    kind,
    text: printed(withAuthorIds(part, telling.names)),
    depth,
    holds,
    isWanted,
    found,
  } as const;
  return [own, ...parts.flatMap((one) => told(one, telling, depth + 1))];
}

/** As the wire has it. */
export function problemOf({ from, to, severity, message, suggestion }: Problem) {
  return { from, to, severity, message, ...(suggestion !== undefined && { suggestion }) };
}
