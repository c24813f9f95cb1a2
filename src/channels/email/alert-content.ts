import { findOccurrences } from "@/domain/matching/occurrences";
import type { MatchedItem } from "@/domain/delivery/message";
import type { Span } from "@/domain/text/snippet";
import { displayText } from "@/domain/text/display-text";
import { oneLine } from "./one-line";

export interface ReadItem extends MatchedItem {
  titleSpans: Span[];
  text: string;
  textSpans: Span[];
}

/** Finds the matches in an item's stored text. Done only once, even if the email has to be shortened. */
export function readItem(item: MatchedItem): ReadItem {
  const title = oneLine(item.title);
  // A comment's title belongs to its post and is never matched.
  const titleSpans = item.kind === "post" ? matchedSpans(title, item) : [];
  let text = running(displayText(item));
  let textSpans = matchedSpans(text, item);
  if (titleSpans.length + textSpans.length === 0 && item.linkedText !== null) {
    // The match is in a link's URL, which the displayed text omits.
    const full = running(item.linkedText);
    const fullSpans = matchedSpans(full, item);
    if (fullSpans.length > 0) [text, textSpans] = [full, fullSpans];
  }
  // Posts without a title show their text as one.
  if (item.kind === "post" && text === title) [text, textSpans] = ["", []];
  return { ...item, title, titleSpans, text, textSpans };
}

function running(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export const watchesOfAnItem = 20;
/** Maximum spans of a highlight, because a text can repeat a keyword 20,000 times. An excerpt shows only a few. */
const maxSpans = 300;

function matchedSpans(text: string, { matches }: MatchedItem): Span[] {
  const highlights = matches.slice(0, watchesOfAnItem).flatMap((match) => match.highlights);
  // Several watches often have the same.
  const distinct = new Map(highlights.map((highlight) => [JSON.stringify(highlight), highlight]));
  return [...distinct.values()]
    .flatMap(({ keyword, ...how }) => findOccurrences(text, keyword, { ...how, max: maxSpans }))
    .sort((one, other) => one.start - other.start);
}
