import type { Item } from "@/domain/reading/item";
import { getSite } from "@/sites/registry";
import { storedText, type StoredText } from "@/domain/markdown/stored-text";

export type RenderSource = Pick<Item, "site" | "html" | "body">;

export interface RenderedSource extends StoredText {
  content: string;
}

/** Converts and renders an item's text. Never throws. Rejects input that would take too long. */
export function renderSource(source: RenderSource): RenderedSource {
  const content = getSite(source.site).getContent(source);
  return { content, ...storedText(content) };
}
