/** The site sends HTML escaped as a whole where an answer was not asked for raw. Never unescaped twice. */
export function unescapeOnce(html: string): string {
  if (!html.startsWith("&lt;")) return html;
  return html
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&amp;", "&");
}

const VOID_TAGS = new Set(["br", "hr", "img", "wbr", "input", "col"]);

/**
 * How deep the elements of this HTML can be nested at most, told from its tags alone: what is asked for is whether
 * a parser may be let near it at all.
 */
export function nestingOf(html: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [, slash, name = ""] of html.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)/g)) {
    if (VOID_TAGS.has(name.toLowerCase())) continue;
    depth = slash ? Math.max(0, depth - 1) : depth + 1;
    if (depth > deepest) deepest = depth;
  }
  return deepest;
}
