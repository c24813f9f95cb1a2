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

/** Untrusted Markdown parsed once, as everything that is kept of it. Never throws; what is over the budget is cut. */
export function keptText(source: string): KeptText {
  const tree = markdownTree(source);
  const text = cut(treeToText(tree, { links: "text-only" }));
  const linkedText = cut(treeToText(tree, { links: "with-address" }));
  return { html: treeToHtml(tree), text, linkedText: linkedText === text ? null : linkedText };
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
