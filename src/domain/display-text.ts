import { seenText } from "./visible-text/visible-text";

/**
 * An item's plain text for showing: as it was rendered, or until then its source without markup. Only the rendering thread
 * parses strangers' Markdown completely.
 */
export function displayText({ text, content }: { text: string | null; content: string }): string {
  return text ?? seenText(content);
}
