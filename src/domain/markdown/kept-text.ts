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

/** What is kept is at most this many times as long as its source: about twice what a list of short links comes to. */
const growth = { times: 8, characters: 4_000 };

/**
 * Untrusted Markdown parsed once, as everything that is kept of it. Never throws; what is over the budget is cut, and a source
 * that would be stored at a multiple of its length is kept as it stands.
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
