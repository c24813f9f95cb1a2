import type { NotificationView } from "@/contract/notification";
import { mentionSnippet, firstSpan, markedWhole, type SearchBudget } from "@/domain/mention-snippet";
import type { Highlight } from "@/domain/markdown/marks";
import { itemText } from "./item-text";
import type { NotificationRow } from "./statements/notification-row";

type Snippet = NotificationView["passage"];

/** How many characters are looked through for one answer, however many texts of 40,000 there are in it. */
export const searchedAtMost = 500_000;

/** Links and images are seen only in the whole text. */
const address = /:\/\/|\]\(/;

/** What is shown of an item that was deleted at its source. */
export function blankSnippet(title: string): Snippet {
  return { title: [{ text: title, isHeard: false }], text: [], hasMore: false, heardIn: "shown" };
}

/** What a list shows of a notification's item: what its watch heard is marked, and so is what was searched for. */
export function getSnippet(
  row: NotificationRow,
  searched: readonly Highlight[],
  budget: SearchBudget,
): Snippet {
  const { highlights: matched, kind, source, isRendered } = row;
  // Of a comment the title is its post's: searched and shown, never matched.
  const title = markedWhole(row.title, kind === "post" ? [...matched, ...searched] : searched);
  const first =
    searched.length > 0 && firstSpan(source, searched, budget, !isRendered) !== null ? searched : matched;
  const { text, isPart } = itemText(row, first, budget);
  const { segments, isCut } = mentionSnippet(text, { matched, searched }, budget);
  const isShown = [...title, ...segments].some(({ isHeard }) => isHeard);
  const hasAddress = address.test(source);
  const isInLink = !isShown && hasAddress && firstSpan(source, matched, budget, !isRendered) !== null;
  return {
    title,
    text: segments,
    hasMore: isCut || isPart || hasAddress,
    heardIn: isShown ? "shown" : isInLink ? "link" : "elsewhere",
  };
}
