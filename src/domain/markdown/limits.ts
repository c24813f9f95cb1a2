import type { Nodes as HtmlNodes } from "hast";
import type { Nodes as MarkdownNodes } from "mdast";
import { countSource } from "./source-counts";

/** Limits for one text. A text that exceeds any of them is shown as plain text. */
export const BUDGET = {
  length: 40_000,
  nesting: 100,
  /** Total over all tables. Each row is padded to the width of the table head. */
  cells: 3_000,
  nodes: 20_000,
  bytes: 400_000,
};

/** Real texts don't reach these limits. Beyond them, malicious texts cause quadratic parsing time. */
const LIMITS = {
  rawTags: 300,
  emphasis: 2_000,
  stacked: 2_500,
  brackets: 2_500,
  underlines: 300,
  cells: BUDGET.cells,
  /** Levels of quotes and lists, summed over all lines. */
  levels: 1_200,
  /** Characters searched for end markers that could be missing. */
  searched: 2_000_000,
  /** Estimated time on a slow machine, in microseconds. */
  work: 85_000,
};

/** Returns true if a source must not be parsed. Takes linear time. */
export function isTooMuch(source: string): boolean {
  if (source.length > BUDGET.length) return true;
  const counts = countSource(source, { depth: BUDGET.nesting, searched: LIMITS.searched });
  if (counts.depth > BUDGET.nesting) return true;
  return (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).some((name) => counts[name] > LIMITS[name]);
}

export interface TreeCounts {
  nodes: number;
  cells: number;
  bytes: number;
  depth: number;
}

/** Counts a Markdown or HTML tree level by level. Includes the cells that pad table rows. */
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

/** The next steps recurse and copy. A source level creates up to two tree levels (a list and its item). */
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

/** Bytes of the tags, including attributes we add to links, and text. Reference URLs count once per use. */
function bytesOf(node: MarkdownNodes | HtmlNodes): number {
  if (node.type === "element") {
    const { href, src, alt } = node.properties;
    const ownMarkup = 2 * node.tagName.length + (href === undefined && src === undefined ? 20 : 80);
    return [href, src, alt].reduce<number>((sum, value) => sum + escapedBytes(value), ownMarkup);
  }
  return "value" in node ? escapedBytes(node.value) : 0;
}

function escapedBytes(value: unknown): number {
  if (typeof value !== "string") return 0;
  let bytes = 0;
  for (let at = 0; at < value.length; at += 1) {
    const code = value.charCodeAt(at);
    if (code === 0x26 || code === 0x3c || code === 0x22) bytes += 6;
    // Each half of a surrogate pair counts as two of its four bytes.
    else bytes += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code < 0xe000) ? 2 : 3;
  }
  return bytes;
}
