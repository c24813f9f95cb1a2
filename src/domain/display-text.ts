import { seenText } from "./visible-text/visible-text";

/**
 * Returns an item's plain text for display: the rendered text, or until then its source without markup.
 * Only the rendering thread fully parses Markdown from strangers.
 */
export function displayText({ text, content }: { text: string | null; content: string }): string {
  return text ?? seenText(content);
}
