import { findOccurrences } from "@/domain/matching/occurrences";
import type { HeardItem } from "@/domain/message";
import type { Span } from "@/domain/snippet";
import { displayText } from "@/domain/display-text";
import { oneLine } from "./one-line";

/** An item as text, with where it was heard. */
export interface ReadItem extends HeardItem {
  titleSpans: Span[];
  text: string;
  textSpans: Span[];
}

/** Looks for what was heard in an item's kept text; done once however often the mail is made shorter. */
export function readItem(item: HeardItem): ReadItem {
  const title = oneLine(item.title);
  // Of a comment the title is its post's: shown, never matched.
  const titleSpans = item.kind === "post" ? heardIn(title, item) : [];
  let text = running(displayText(item));
  let textSpans = heardIn(text, item);
  if (titleSpans.length + textSpans.length === 0 && item.linkedText !== null) {
    // Heard in a link's address, which is left out where it explains nothing.
    const full = running(item.linkedText);
    const fullSpans = heardIn(full, item);
    if (fullSpans.length > 0) [text, textSpans] = [full, fullSpans];
  }
  return { ...item, title, titleSpans, text, textSpans };
}

function running(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Watches named and marked at one item. */
export const watchesOfAnItem = 20;

function heardIn(text: string, { heard }: HeardItem): Span[] {
  return heard
    .slice(0, watchesOfAnItem)
    .flatMap(({ highlights }) => highlights)
    .flatMap(({ keyword, ...how }) => findOccurrences(text, keyword, how))
    .sort((one, other) => one.start - other.start);
}
