import type { Item } from "@/domain/item";
import { siteOf } from "@/sites/registry";
import { keptText, type KeptText } from "@/domain/markdown/kept-text";

/** What an item says, as the site sent it. */
export type RenderSource = Pick<Item, "site" | "html" | "body">;

/** What is kept of it: Markdown for the wire, and that rendered. */
export interface RenderedSource extends KeptText {
  content: string;
}

/** Converts and renders an item's text. Never throws; its cost is bounded by what it refuses. */
export function renderSource(source: RenderSource): RenderedSource {
  const content = siteOf(source.site).contentOf(source);
  return { content, ...keptText(content) };
}
