/** Markdown as running text on one line, for the short passages of a mail. */
export function plainText(markdown: string): string {
  return markdown.replace(/\s+/g, " ").trim();
}
