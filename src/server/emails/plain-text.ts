import { markdownToText } from "@/domain/markdown/text";

/** Markdown as running text on one line, for the short passages of a mail. */
export function plainText(markdown: string, links: "with-address" | "text-only"): string {
  return markdownToText(markdown, { links }).replace(/\s+/g, " ").trim();
}
