import { foldKeyword } from "../matching/fold";
import { type OtherTerm, keywordAlone, wordsAsChips } from "./watch-words";
import { distinctivePhrases } from "./exclusions";
import type { QueriedItem } from "./queried-item";

export type NarrowingSuggestion =
  | { kind: "whole-words" }
  | { kind: "titles" }
  | { kind: "keyword"; keyword: string }
  | { kind: "must-not"; words: string[] };

interface Drafted {
  keyword: string;
  expression: string | null;
  filters: { wholeWordOnly: boolean; matchTitlesOnly: boolean; includePosts: boolean };
}

/** Number of words to exclude together, and the share of matched items that must contain each. */
const excludedWords = 3;
const fairShare = { min: 0.03, max: 0.5 };

/** Suggests narrowing changes. The caller must count the effect of each one. */
export function suggestNarrowing(draft: Drafted, matched: readonly QueriedItem[]): NarrowingSuggestion[] {
  const { keyword, expression, filters } = draft;
  const suggestions: NarrowingSuggestion[] = [];
  if (!filters.wholeWordOnly) suggestions.push({ kind: "whole-words" });
  const phrases = phraseCounts(draft, matched);
  const own = foldKeyword(keyword);
  const isPart = (phrase: string) => ` ${phrase} `.includes(` ${own} `);
  const common = (phrase: string) => (phrases.get(phrase) ?? 0) / matched.length;
  const oftenFirst = [...phrases.keys()].toSorted((one, other) => common(other) - common(one));
  const fair = oftenFirst.filter(
    (phrase) => common(phrase) >= fairShare.min && common(phrase) <= fairShare.max,
  );
  const longer = fair.find((phrase) => phrase.includes(" ") && isPart(phrase));
  if (longer !== undefined && expression === null) suggestions.push({ kind: "keyword", keyword: longer });
  const others = fair.filter(
    (phrase) => !phrase.includes(" ") && !phrase.includes(own) && !own.includes(phrase),
  );
  const words = others.slice(0, excludedWords);
  if (words.length > 0 && chipsOfDraft(draft) !== null) suggestions.push({ kind: "must-not", words });
  if (!filters.matchTitlesOnly && filters.includePosts) suggestions.push({ kind: "titles" });
  return suggestions;
}

export function chipsOfDraft({
  keyword,
  expression,
}: Pick<Drafted, "keyword" | "expression">): OtherTerm | null {
  if (expression === null) return keywordAlone.chips;
  const read = wordsAsChips(keyword, expression);
  return "chips" in read ? read.chips : null;
}

function phraseCounts(
  { filters: { matchTitlesOnly } }: Drafted,
  matched: readonly QueriedItem[],
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of matched) {
    for (const phrase of distinctivePhrases(item, { matchTitlesOnly, caseSensitive: false }))
      counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  }
  return counts;
}
