import { treeToHtml } from "./html";
import { BUDGET } from "./limits";
import { treeToText } from "./text";
import { markdownTree } from "./tree";

/** The stored forms of a rendered text, for places that must not parse untrusted markup again. */
export interface StoredText {
  /** Safe HTML without highlights. */
  html: string;
  text: string;
  /** Plain text with link URLs. Null if it is the same as `text`. */
  linkedText: string | null;
}

/** Maximum growth of a stored text. A list of short links reaches about half of it. */
const growth = { times: 8, characters: 4_000 };

/** Never throws. Cuts the text at the budget, and stores the source verbatim if it would grow too much. */
export function storedText(source: string): StoredText {
  const tree = markdownTree(source);
  const text = cut(treeToText(tree, { links: "text-only" }));
  const linkedText = cut(treeToText(tree, { links: "with-address" }));
  const result = { html: treeToHtml(tree), text, linkedText: linkedText === text ? null : linkedText };
  const length = result.html.length + text.length + (result.linkedText?.length ?? 0);
  return length > growth.times * source.length + growth.characters ? unparsedText(source) : result;
}

/** Stores the source escaped, without parsing. The cost is that of a copy. */
export function unparsedText(source: string): StoredText {
  const text = cut(source);
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("\n", "<br>");
  return { html: `<p>${escaped}</p>`, text, linkedText: null };
}

/** An escaped character takes up to six bytes; the rest is for line breaks. */
const maxCharacters = BUDGET.bytes / 8;

function cut(text: string): string {
  return text.length <= maxCharacters ? text : text.slice(0, maxCharacters).toWellFormed();
}
