import { excerptLimit, makeExcerpt } from "./excerpt";
import type { Highlight } from "../markdown/marks";
import { findOccurrences } from "../matching/occurrences";
import { marked, merged, snippet, type Segment, type Span, wholeCharacter } from "./snippet";

/** Terms to highlight: the matched ones, and the search terms, which must be visible first. */
export interface Wanted {
  matched: readonly Highlight[];
  searched: readonly Highlight[];
}

/** Characters that can still be searched in a response. The first piece of each text is free. */
export interface SearchBudget {
  left: number;
}

/** Texts are searched in growing pieces, as scanning 40,000 characters takes milliseconds. */
const chunks = [1_000, 6_000, Infinity];
const context = 64;
/** Maximum highlight length. Invisible characters can stretch a match. */
const longestMark = excerptLimit;

export function markedWhole(text: string, highlights: readonly Highlight[]): Segment[] {
  return marked(text, spansWithin(text, { start: 0, end: text.length }, highlights));
}

/** Returns about 200 characters around the first highlight. `isCut` is true if the text is longer. */
export function mentionSnippet(
  text: string,
  { matched, searched }: Wanted,
  budget: SearchBudget,
): { segments: Segment[]; isCut: boolean } {
  const all = [...matched, ...searched];
  const first = firstSpan(text, searched, budget) ?? firstSpan(text, matched, budget);
  const excerpt = makeExcerpt(text);
  const isCut = excerpt !== text;
  const end = isCut ? excerpt.length - 1 : text.length;
  if (first === null || first.end <= end) {
    const segments = marked(text.slice(0, end), spansWithin(text, { start: 0, end }, all));
    return {
      segments: isCut ? [...segments, { text: excerpt.slice(end), isHeard: false }] : segments,
      isCut,
    };
  }
  const near = { start: Math.max(0, first.start - excerptLimit), end: first.end + excerptLimit };
  return { segments: snippet(text, [first, ...spansWithin(text, near, all)], excerptLimit), isCut };
}

/** Returns the first occurrence of a term. Null if it wasn't found within the budget. */
export function firstSpan(
  text: string,
  highlights: readonly Highlight[],
  budget: SearchBudget,
  isMarkdown = false,
): Span | null {
  if (highlights.length === 0) return null;
  for (const length of chunks) {
    const isWhole = length >= text.length;
    const chunk = isWhole ? text : text.slice(0, length);
    if (length !== chunks[0]) {
      if (budget.left < chunk.length) return null;
      budget.left -= chunk.length;
    }
    const spans = highlights
      .flatMap(({ keyword, ...how }) => findOccurrences(chunk, keyword, { ...how, max: 1, isMarkdown }))
      // At the end of a piece, a match could be part of a longer word.
      .filter((span) => isWhole || span.end <= length - context)
      .sort((one, other) => one.start - other.start);
    if (spans[0] !== undefined) return shortened(text, spans[0]);
    if (isWhole) return null;
  }
  return null;
}

/** Returns sorted, disjoint highlights in a part. The surrounding text determines whole words. */
function spansWithin(text: string, part: Span, highlights: readonly Highlight[]): Span[] {
  const from = Math.max(0, part.start - context);
  const around = text.slice(from, part.end + context);
  const found = highlights
    .flatMap(({ keyword, ...how }) => findOccurrences(around, keyword, how))
    .map((span) => shortened(text, { start: span.start + from, end: span.end + from }))
    .filter((span) => span.start >= part.start && span.end <= part.end);
  return merged(found);
}

function shortened(text: string, { start, end }: Span): Span {
  return end - start <= longestMark
    ? { start, end }
    : { start, end: wholeCharacter(text, start + longestMark) };
}
