import { findOccurrences } from "@/domain/matching/occurrences";
import type { MailItemRow } from "@/server/sql/list-mail-items";
import type { MailTotals } from "@/server/sql/list-mail-totals";
import type { Span } from "@/domain/passage";
import { plainText } from "./plain-text";
import { oneLine } from "./one-line";

/** Items in one mail; the rest is counted. */
export const mostMailItems = 50;

export type AlertContent = Omit<MailTotals, "deliveryId"> & { items: readonly MailItemRow[] };

/** An item as text, with where it was heard. */
export interface ReadItem extends MailItemRow {
  titleSpans: Span[];
  text: string;
  textSpans: Span[];
}

/** Reads an item's Markdown; done once however often the mail is made shorter. */
export function readItem(item: MailItemRow): ReadItem {
  const title = oneLine(item.title);
  // Of a comment the title is its post's: shown, never matched.
  const titleSpans = item.kind === "post" ? heardIn(title, item) : [];
  const content = partAround(item.content, heardIn(item.content, item)[0]);
  let text = plainText(content, "text-only");
  let textSpans = heardIn(text, item);
  if (titleSpans.length + textSpans.length === 0) {
    // Heard in a link's address, which is left out where it explains nothing.
    const full = plainText(content, "with-address");
    const fullSpans = heardIn(full, item);
    if (fullSpans.length > 0) [text, textSpans] = [full, fullSpans];
  }
  return { ...item, title, titleSpans, text, textSpans };
}

/** Watches named and marked at one item. */
export const watchesOfAnItem = 20;

/** A mail shows a few lines: of a post of 40,000 characters no more is read as Markdown, fifty of them take seconds. */
const partLength = 6000;

function partAround(content: string, heard: Span | undefined): string {
  if (content.length <= partLength) return content;
  const from = Math.max(0, (heard?.start ?? 0) - partLength / 3);
  const lineStart = from === 0 ? 0 : content.lastIndexOf("\n", from) + 1;
  const start = from - lineStart > partLength / 3 ? from : lineStart;
  return content.slice(start, start + partLength).toWellFormed();
}

function heardIn(text: string, { heard }: MailItemRow): Span[] {
  return heard
    .slice(0, watchesOfAnItem)
    .flatMap(({ highlights }) => highlights)
    .flatMap(({ keyword, ...how }) => findOccurrences(text, keyword, how))
    .sort((one, other) => one.start - other.start);
}
