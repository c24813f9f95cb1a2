import type { Element, ElementContent, Nodes, Root, RootContent, Text } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { findOccurrences } from "@/domain/matching/occurrences";
import { blockElements } from "@/domain/visible-text/html";
import { seenText } from "@/domain/visible-text/visible-text";
import { isRaised } from "./raised";
import { SCHEMA } from "./schema";

export interface Highlight {
  keyword: string;
  wholeWordOnly?: boolean;
  caseSensitive?: boolean;
  /** Highlights whole words that start with the keyword. */
  isPrefix?: boolean;
  /** A search term: underlined instead of marked, because the marker is for matches. */
  isHit?: boolean;
}

interface Span {
  start: number;
  end: number;
  isHit: boolean;
}

/** Several `mark` elements (search hits: `.qhit`) across emphasis or links. Removes the source's own. */
export function rehypeMarks({ highlights }: { highlights: readonly Highlight[] }) {
  return (tree: Root): void => {
    visit(tree, "element", (node) => {
      if (node.tagName === "mark") node.tagName = "span";
      // A source can't imitate a search hit either.
      if (node.tagName === "u") node.properties = {};
    });
    if (highlights.length === 0) return;
    const { text, starts } = getText(tree);
    const spans = spansIn(text, highlights);
    if (spans.length === 0) return;
    let next = 0;
    visit(tree, "text", (node, index, parent) => {
      const from = starts.get(node);
      if (index === undefined || !parent || from === undefined) return undefined;
      while (next < spans.length && spans[next]!.end <= from) next++;
      const chunks = split(node.value, from, spans, next);
      const children: RootContent[] = parent.children;
      children.splice(index, 1, ...chunks);
      return [SKIP, index + chunks.length];
    });
  };
}

const hidden = new Set(SCHEMA.strip);

function getText(tree: Root): { text: string; starts: ReadonlyMap<Text, number> } {
  const starts = new Map<Text, number>();
  const parts: string[] = [];
  let length = 0;
  const add = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const enter = (node: Nodes): void => {
    if (node.type === "text") {
      starts.set(node, length);
      return add(node.value);
    }
    if (!("children" in node) || (node.type === "element" && hidden.has(node.tagName))) return;
    const edges = node.type === "element" ? edgesOf(node, parts.at(-1) ?? "") : { before: "", after: "" };
    add(edges.before);
    node.children.forEach(enter);
    add(edges.after);
  };
  enter(tree);
  return { text: parts.join(""), starts };
}

/** Text that separates an element from its neighbors, as in the matched text. */
function edgesOf({ tagName, properties }: Element, before: string): { before: string; after: string } {
  if (tagName === "li") return { before: "\n- ", after: "\n" };
  if (blockElements.has(tagName)) return { before: "\n", after: "\n" };
  if (tagName === "img") return { before: String(properties.alt ?? ""), after: "" };
  return { before: tagName === "sup" && isRaised(before) ? "^" : "", after: "" };
}

/** Returns sorted, non-overlapping spans. Keywords with markup signs are also searched for without them. */
function spansIn(text: string, highlights: readonly Highlight[]): Span[] {
  const found = highlights.flatMap(({ keyword, isHit = false, ...how }) => {
    const spans = findOccurrences(text, keyword, how);
    const seen = spans.length > 0 ? spans : findOccurrences(text, seenText(keyword), how);
    return seen.map((span) => ({ ...span, isHit }));
  });
  const spans: Span[] = [];
  for (const span of found.sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last !== undefined && span.start < last.end) {
      last.end = Math.max(last.end, span.end);
      last.isHit &&= span.isHit;
    } else spans.push({ ...span });
  }
  return spans;
}

/** `first` is the first span that can overlap. Skips white space: marks are invalid between blocks. */
function split(value: string, from: number, spans: readonly Span[], first: number): ElementContent[] {
  const chunks: ElementContent[] = [];
  let at = 0;
  for (let n = first; n < spans.length && spans[n]!.start < from + value.length; n++) {
    const start = Math.max(spans[n]!.start - from, at);
    const end = Math.min(spans[n]!.end - from, value.length);
    if (start > at) chunks.push({ type: "text", value: value.slice(at, start) });
    const text: Text = { type: "text", value: value.slice(start, end) };
    const mark: Element = spans[n]!.isHit
      ? { type: "element", tagName: "u", properties: { className: ["qhit"] }, children: [text] }
      : { type: "element", tagName: "mark", properties: {}, children: [text] };
    chunks.push(text.value.trim() === "" ? text : mark);
    at = end;
  }
  if (at < value.length || chunks.length === 0) chunks.push({ type: "text", value: value.slice(at) });
  return chunks;
}
