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

interface Tags {
  depth: number;
  count: number;
}

/** Ignores unmatched end tags. An end tag closes everything inside. Stops at `limit` to stay linear. */
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
