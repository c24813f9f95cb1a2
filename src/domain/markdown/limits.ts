import { countTags } from "./nesting";

/** Contract section 2: deeper or longer texts are shown as plain text. */
const MAX_NESTING = 100;
const MAX_LENGTH = 40_000;

/*
 * Parsing time grows with the square of some counts. Nobody writes texts beyond these; one that is made to be slow
 * stays below a fraction of a second.
 */
const MAX_MARKERS = 2_000;
const MAX_CONTAINERS = 5_000;
const MAX_RAW_TAGS = 500;

/** Whether a source must not be parsed at all, told in time proportional to its length. */
export function isTooMuch(source: string): boolean {
  if (source.length > MAX_LENGTH) return true;
  const tags = countTags(source, MAX_NESTING);
  if (tags.depth > MAX_NESTING || tags.count > MAX_RAW_TAGS) return true;
  const markers = source.match(/\*+|_+|~+|\[/g)?.length ?? 0;
  return markers > MAX_MARKERS || nestsTooDeep(source);
}

/** Quotes and lists: a line opens as many levels as markers stand at its beginning, or as its indentation allows. */
function nestsTooDeep(source: string): boolean {
  const marker = /[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
  let total = 0;
  for (const line of source.split("\n")) {
    let levels = 0;
    marker.lastIndex = 0;
    while (marker.test(line)) levels += 1;
    total += levels;
    const indentation = line.length - line.trimStart().length;
    if (levels > MAX_NESTING || indentation > 2 * MAX_NESTING || total > MAX_CONTAINERS) return true;
  }
  return false;
}

/**
 * Whether a parsed tree is deeper than what the next steps, which recurse, should be given. The limit counts what a
 * person nests, which makes up to two levels each (a list and its item).
 */
export function isTooDeep(tree: object): boolean {
  let level: readonly object[] = [tree];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > 2 * MAX_NESTING + 10) return true;
    level = level.flatMap(childrenOf);
  }
  return false;
}

function childrenOf(node: object): readonly object[] {
  return "children" in node && Array.isArray(node.children) ? node.children : [];
}
