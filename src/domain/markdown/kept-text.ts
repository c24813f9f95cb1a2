import { treeToHtml } from "./html";
import { BUDGET } from "./limits";
import { treeToText } from "./text";
import { markdownTree } from "./tree";

/** What is kept of a text that was rendered, and shown wherever strangers' markup must not be parsed again. */
export interface KeptText {
  /** Safe HTML without marks. */
  html: string;
  /** Plain text without the addresses of links. */
  text: string;
  /** Plain text with them; null where that is the same. */
  linkedText: string | null;
}

/** Limit for the growth of a text when it is stored. A list of short links reaches about half of it. */
const growth = { times: 8, characters: 4_000 };

/**
 * Parses untrusted Markdown once, for all stored forms. Never throws. Cuts the text at the budget. If it would grow above the
 * limit, the source is stored verbatim.
 */
export function keptText(source: string): KeptText {
  const tree = markdownTree(source);
  const text = cut(treeToText(tree, { links: "text-only" }));
  const linkedText = cut(treeToText(tree, { links: "with-address" }));
  const kept = { html: treeToHtml(tree), text, linkedText: linkedText === text ? null : linkedText };
  const length = kept.html.length + text.length + (kept.linkedText?.length ?? 0);
  return length > growth.times * source.length + growth.characters ? unparsedText(source) : kept;
}

/** The same of a text that must not be parsed at all: as it stands, escaped; its cost is that of copying it. */
export function unparsedText(source: string): KeptText {
  const text = cut(source);
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");
  return { html: `<p>${escaped}</p>`, text, linkedText: null };
}

/** Escaped, no character takes more than six bytes; the rest is for line breaks. */
const mostCharacters = BUDGET.bytes / 8;

function cut(text: string): string {
  return text.length <= mostCharacters ? text : text.slice(0, mostCharacters).toWellFormed();
}
