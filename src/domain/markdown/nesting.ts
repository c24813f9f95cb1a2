const VOID_TAGS: ReadonlySet<string> = new Set([
  "br",
  "hr",
  "img",
  "wbr",
  "input",
  "col",
  "area",
  "link",
  "meta",
]);

/** What the tags of a text add up to, without parsing it as HTML. */
interface Tags {
  /** How deep elements can be nested at most. */
  depth: number;
  /** How many elements are opened. */
  count: number;
}

/**
 * Counts the tags of HTML, or of Markdown with HTML in it, to decide whether a parser may be let near it. An end tag
 * closes the nearest element of its name and all within it; one without such an element closes nothing. Counting
 * stops at `limit`, so that the cost stays proportional to the text.
 */
export function countTags(html: string, limit: number): Tags {
  const open: string[] = [];
  let depth = 0;
  let count = 0;
  for (const [, slash, tag = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9-]*)/gi)) {
    const name = tag.toLowerCase();
    if (slash) {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
      continue;
    }
    count += 1;
    if (!VOID_TAGS.has(name)) open.push(name);
    depth = Math.max(depth, open.length);
    if (depth > limit) break;
  }
  return { depth, count };
}
