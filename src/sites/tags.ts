import { storable } from "@/domain/reading/item";
import { escapeMarkdown } from "@/domain/markdown/escape";

export const maxTags = 100;
export const maxTag = 200;

/** Formats tags as one line of Markdown, separated by signs so phrases never span two tags. */
export function tagLine(tags: readonly string[]): string {
  const shown = tags
    .slice(0, maxTags)
    .map((tag) => storable(tag.slice(0, maxTag)).replace(/\s+/g, " ").trim());
  return [...new Set(shown)]
    .filter((tag) => tag !== "")
    .map(escapeMarkdown)
    .join(" · ");
}
