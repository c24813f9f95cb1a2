import type { NotificationView } from "@/contract/notification";
import { mentionSnippet, firstSpan, markedWhole, type SearchBudget } from "@/domain/text/mention-snippet";
import type { Highlight } from "@/domain/markdown/marks";
import { itemText } from "./item-text";
import type { NotificationRow } from "./statements/notification-row";

type Snippet = NotificationView["passage"];

/** Maximum characters searched per response, however many long texts it has. */
export const searchedAtMost = 500_000;

const address = /:\/\/|\]\(/;

export function blankSnippet(title: string): Snippet {
  return { title: [{ text: title, isHeard: false }], text: [], hasMore: false, matchedIn: "shown" };
}

export function getSnippet(
  row: NotificationRow,
  searched: readonly Highlight[],
  budget: SearchBudget,
): Snippet {
  const { highlights: matched, kind, source, isRendered } = row;
  // A comment's title is its post's title, which is searched and shown but never matched.
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
    matchedIn: isShown ? "shown" : isInLink ? "link" : "elsewhere",
  };
}
