import { seenText } from "../visible-text/visible-text";

/** Until rendered, uses the source without markup: only the rendering thread parses untrusted Markdown. */
export function displayText({ text, content }: { text: string | null; content: string }): string {
  return text ?? seenText(content);
}
