import type { Nodes as HtmlNodes } from "hast";
import type { Nodes as MarkdownNodes } from "mdast";
import { countSource } from "./source-counts";

/** What one text may come to, wherever it is shown; beyond any of it the text is shown as the plain text that it is. */
export const BUDGET = {
  /** Characters of source. */
  length: 40_000,
  /** Elements within each other. */
  nesting: 100,
  /** Of all tables: each row has as many as its table's head, however few are written. */
  cells: 3_000,
  /** Elements and texts. */
  nodes: 20_000,
  /** Of HTML, or of plain text. */
  bytes: 400_000,
};

/*
 * Below these a parser needs a fraction of a tenth of a second. Nobody writes texts beyond them; of those that are made to be
 * slow, each is the cause of time that grows with its square.
 */
const MOST = {
  rawTags: 300,
  emphasis: 2_000,
  stacked: 2_500,
  brackets: 2_500,
  underlines: 300,
  cells: BUDGET.cells,
  /** Levels of quotes and lists, summed over the lines. */
  levels: 1_200,
  /** Characters looked through in search of an end that need not be there. */
  searched: 2_000_000,
  /** Microseconds, about, on a slow machine. */
  work: 85_000,
};

/** Whether a source must not be parsed at all, told in time proportional to its length. */
export function isTooMuch(source: string): boolean {
  if (source.length > BUDGET.length) return true;
  const counts = countSource(source, { depth: BUDGET.nesting, searched: MOST.searched });
  if (counts.depth > BUDGET.nesting) return true;
  return (Object.keys(MOST) as (keyof typeof MOST)[]).some((name) => counts[name] > MOST[name]);
}

/** What a tree comes to. */
export interface TreeCounts {
  nodes: number;
  cells: number;
  bytes: number;
  depth: number;
}

/** Counts a tree of Markdown (its cells as they will be once rows are filled up) or of HTML, level by level. */
export function countTree(tree: MarkdownNodes | HtmlNodes): TreeCounts {
  const counts: TreeCounts = { nodes: 0, cells: 0, bytes: 0, depth: 0 };
  let level: readonly (MarkdownNodes | HtmlNodes)[] = [tree];
  for (; level.length > 0; counts.depth += 1) {
    counts.nodes += level.length;
    const below: (MarkdownNodes | HtmlNodes)[] = [];
    for (const node of level) {
      counts.cells += cellsOf(node);
      counts.bytes += bytesOf(node);
      if ("children" in node) for (const child of node.children) below.push(child);
    }
    level = below;
  }
  return counts;
}

/**
 * Whether a tree is more than the next steps, which recurse and copy, should be given. Its depth counts what a person nests,
 * which makes up to two levels each (a list and its item).
 */
export function isOverBudget(tree: MarkdownNodes | HtmlNodes): boolean {
  const { nodes, cells, bytes, depth } = countTree(tree);
  if (nodes > BUDGET.nodes || cells > BUDGET.cells || bytes > BUDGET.bytes) return true;
  return depth > 2 * BUDGET.nesting + 10;
}

function cellsOf(node: MarkdownNodes | HtmlNodes): number {
  if (node.type === "table") {
    const width = node.align?.length ?? 0;
    return node.children.reduce((sum, row) => sum + Math.max(width, row.children.length), 0);
  }
  return node.type === "element" && (node.tagName === "td" || node.tagName === "th") ? 1 : 0;
}

/** Tags with what is added to each link, and texts; addresses may be used many times though they were written once. */
function bytesOf(node: MarkdownNodes | HtmlNodes): number {
  if (node.type === "element") {
    const { href, src, alt } = node.properties;
    const ownMarkup = 2 * node.tagName.length + (href === undefined && src === undefined ? 20 : 80);
    return [href, src, alt].reduce<number>((sum, value) => sum + escapedBytes(value), ownMarkup);
  }
  return "value" in node ? escapedBytes(node.value) : 0;
}

/** As UTF-8, with `<` and `&` written as references. */
function escapedBytes(value: unknown): number {
  if (typeof value !== "string") return 0;
  let bytes = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code === 0x26 || code === 0x3c || code === 0x22) bytes += 6;
    // Half a surrogate pair counts as two of its four.
    else bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return bytes;
}
