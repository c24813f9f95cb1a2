import type { ElementContent, Root, RootContent, Text } from "hast";
import { SKIP, visit } from "unist-util-visit";
import { findOccurrences } from "@/domain/matching/occurrences";

/** A keyword whose occurrences are to be marked, with the filters of its watch. */
export interface Highlight {
  keyword: string;
  wholeWordOnly?: boolean;
  caseSensitive?: boolean;
  /** Wherever a word begins so: all of that word. */
  isPrefix?: boolean;
}

/** Wraps what the matcher would find in a `mark`; marks that the text brought along are none. */
export function rehypeMarks({ highlights }: { highlights: readonly Highlight[] }) {
  return (tree: Root): void => {
    visit(tree, "element", (node) => {
      if (node.tagName === "mark") node.tagName = "span";
    });
    if (highlights.length === 0) return;
    visit(tree, "text", (node, index, parent) => {
      if (index === undefined || !parent) return undefined;
      const pieces = split(node.value, highlights).map(({ text, isMatch }): ElementContent => {
        const piece: Text = { type: "text", value: text };
        return isMatch ? { type: "element", tagName: "mark", properties: {}, children: [piece] } : piece;
      });
      const children: RootContent[] = parent.children;
      children.splice(index, 1, ...pieces);
      return [SKIP, index + pieces.length];
    });
  };
}

interface Piece {
  text: string;
  isMatch: boolean;
}

/** The text in pieces, in order, overlapping occurrences of several keywords as one. */
function split(text: string, highlights: readonly Highlight[]): Piece[] {
  const found = highlights
    .flatMap(({ keyword, ...how }) => findOccurrences(text, keyword, how))
    .sort((a, b) => a.start - b.start);
  const pieces: Piece[] = [];
  let at = 0;
  for (const { start, end } of found) {
    const last = pieces.at(-1);
    if (start < at && last) {
      if (end > at) last.text += text.slice(at, end);
    } else {
      if (start > at) pieces.push({ text: text.slice(at, start), isMatch: false });
      pieces.push({ text: text.slice(start, end), isMatch: true });
    }
    at = Math.max(at, end);
  }
  if (at < text.length || pieces.length === 0) pieces.push({ text: text.slice(at), isMatch: false });
  return pieces;
}
