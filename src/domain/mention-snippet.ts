import { excerptLimit, makeExcerpt } from "./excerpt";
import type { Highlight } from "./markdown/marks";
import { findOccurrences } from "./matching/occurrences";
import { marked, merged, passage, type Segment, type Span, wholeCharacter } from "./snippet";

/** What is marked: how the item was matched, and of a search its words, which are to be in view before anything else. */
export interface Wanted {
  matched: readonly Highlight[];
  searched: readonly Highlight[];
}

/** How many characters may still be looked through for all passages of one answer; each has a first piece beside it. */
export interface SearchBudget {
  left: number;
}

/** A text is looked through in growing pieces: most are heard near their beginning, and reading 40,000 takes milliseconds. */
const pieces = [1_000, 6_000, Infinity];
/** Behind a match, what decides whether it is a whole word. */
const context = 64;
/** A match that is stretched over more than this by what nobody sees is marked so far. */
const longestMark = excerptLimit;

/** The text with its words marked, all of it; of titles. */
export function markedWhole(text: string, highlights: readonly Highlight[]): Segment[] {
  return marked(text, spansWithin(text, { start: 0, end: text.length }, highlights));
}

/**
 * Some 200 characters of a plain text, its words marked: cut as any excerpt where the first of them lies in that, else around
 * it. `isCut` where there is more of it.
 */
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
  return { segments: passage(text, [first, ...spansWithin(text, near, all)], excerptLimit), isCut };
}

/** Where one of these first stands; null where none does, as far as the budget lets one look. */
export function firstSpan(
  text: string,
  highlights: readonly Highlight[],
  budget: SearchBudget,
  isMarkdown = false,
): Span | null {
  if (highlights.length === 0) return null;
  for (const length of pieces) {
    const isWhole = length >= text.length;
    const piece = isWhole ? text : text.slice(0, length);
    if (length !== pieces[0]) {
      if (budget.left < piece.length) return null;
      budget.left -= piece.length;
    }
    const spans = highlights
      .flatMap(({ keyword, ...how }) => findOccurrences(piece, keyword, { ...how, most: 1, isMarkdown }))
      // At the end of a piece it may be half of a longer word.
      .filter((span) => isWhole || span.end <= length - context)
      .sort((one, other) => one.start - other.start);
    if (spans[0] !== undefined) return shortened(text, spans[0]);
    if (isWhole) return null;
  }
  return null;
}

/** What is to be marked in a part of a text, sorted and apart; its surroundings decide about whole words. */
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
