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
import { getReadings } from "@/domain/query/words";
import { seenIn } from "@/domain/visible-text/visible-text";
import type { Highlight } from "@/domain/markdown/marks";
import type { Place } from "@/domain/reading/place";
import { sites } from "@/sites/registry";

const siteFacts = Object.values(sites).map(({ id, title }) => ({ id, title }));
const siteNames = new Map(siteFacts.map(({ id, title }) => [id, title]));

/** Maximum matched words listed per part. */
const maxFound = 5;
const longestFound = 60;

export function parseText(text: string): ParseResponse {
  const parsed = parseExpression(text);
  return {
    tokens: parsed.tokens.map(({ from, to, kind }) => ({ from, to, kind })),
    readings: getReadings(parsed, siteNames),
    problems: checkExpression(parsed, { sites: siteFacts }).map(getProblem),
  };
}

export interface Looking extends TermFilters {
  expression: string | null;
  places: readonly string[];
}

/** Throws VALIDATION_ERROR with `problems` if the expression is invalid or can't be used in these places. */
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

export function refused(problems: readonly Problem[]): AppError {
  const texts = problems.filter(({ severity }) => severity === "error").map(({ message }) => message);
  const details = { errors: { expression: [...new Set(texts)] }, problems: problems.map(getProblem) };
  return new AppError("VALIDATION_ERROR", texts[0], details);
}

/** Returns the terms to highlight in matches of the expression. Null without an expression. */
export function getHighlights(watch: Omit<Looking, "places">): Highlight[] | null {
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

/** Explains each part of the watch's expression for an item. Null without an expression. */
export function getParts(
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
  return result(explainExpression(withAuthorIds(parsed, ids), item, watch), { shown, names }, 0);
}

interface Telling {
  shown: Record<TextField, (start: number, end: number) => string>;
  names: AuthorIds;
}

function result(explained: Explained, distinctive: Telling, depth: number): ExplainedPart[] {
  const { part, holds, isWanted, hits, parts } = explained;
  const words = hits.map(({ field, start, end }) =>
    distinctive.shown[field](start, end).slice(0, longestFound),
  );
  const found = [...new Set(words)].slice(0, maxFound);
  const kind = isLeaf(part) ? "leaf" : part.type;
  const own = {
    kind,
    text: printed(withAuthorIds(part, distinctive.names)),
    depth,
    holds,
    isWanted,
    found,
  } as const;
  return [own, ...parts.flatMap((one) => result(one, distinctive, depth + 1))];
}

export function getProblem({ from, to, severity, message, suggestion }: Problem) {
  return { from, to, severity, message, ...(suggestion !== undefined && { suggestion }) };
}
