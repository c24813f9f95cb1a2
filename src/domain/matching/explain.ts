import { hasOwnTitle, type Item } from "../reading/item";
import { withAuthorIds } from "../query/authors";
import { matchesExpression } from "../query/evaluate";
import { parseExpression } from "../query/parse";
import { readKeyword } from "./fold";
import { findOccurrences } from "./occurrences";
import type { MatchRule } from "./rule";

/** Returns the first applicable reason, in the order users would expect. */
export const mismatches = [
  "place",
  "kind",
  "too-old",
  "expression",
  "keyword-absent",
  "only-in-body",
  "other-case",
  "part-of-word",
] as const;
export type MismatchReason = (typeof mismatches)[number];

/** A property test keeps this in step with the matcher. `too-old`: from before the watch's last change. */
export function explainMatch(item: Item, rule: MatchRule): "matched" | MismatchReason {
  if (!isWatched(item.place, rule.places)) return "place";
  if (!isKindWanted(item.kind, rule)) return "kind";
  if (wholeSeconds(item.createdAt) < wholeSeconds(rule.activeSince)) return "too-old";
  const expression = rule.expression === null ? null : parseExpression(rule.expression).expression;
  if (expression !== null) {
    const expressionWithIds = withAuthorIds(expression, rule.authors);
    return matchesExpression(expressionWithIds, item, rule) ? "matched" : "expression";
  }
  const searched = {
    title: hasOwnTitle(item) ? item.title : "",
    body: rule.matchTitlesOnly ? "" : item.body,
  };
  if (isIn(searched, rule, rule)) return "matched";
  if (readKeyword(rule.keyword).folded === "" || !isIn(item, rule, {})) return "keyword-absent";
  if (!isIn(searched, rule, {})) return item.kind === "post" ? "only-in-body" : "keyword-absent";
  if (rule.caseSensitive && !isIn(searched, rule, { caseSensitive: true })) return "other-case";
  return "part-of-word";
}

export function isWatched(place: string, watched: readonly string[]): boolean {
  const name = place.toLowerCase();
  return watched.some((one) => one.toLowerCase() === "all" || one.toLowerCase() === name);
}

function isKindWanted(kind: Item["kind"], rule: MatchRule): boolean {
  return kind === "post" ? rule.includePosts : rule.includeComments && !rule.matchTitlesOnly;
}

function isIn(
  { title, body }: Pick<Item, "title" | "body">,
  { keyword }: MatchRule,
  how: { wholeWordOnly?: boolean; caseSensitive?: boolean },
): boolean {
  return (
    findOccurrences(title, keyword, how).length > 0 ||
    findOccurrences(body, keyword, { ...how, isMarkdown: true }).length > 0
  );
}

function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
