import { storable } from "@/domain/item";
import { escapeMarkdown } from "@/domain/markdown/escape";

const maxTags = 100;
const maxTag = 200;

/** Tags as a line of Markdown with signs between them, so no phrase is in two of them. Empty if there are none. */
export function tagLine(tags: readonly string[]): string {
  const shown = tags
    .slice(0, maxTags)
    .map((tag) => storable(tag.slice(0, maxTag)).replace(/\s+/g, " ").trim());
  return [...new Set(shown)]
    .filter((tag) => tag !== "")
    .map(escapeMarkdown)
    .join(" · ");
}
