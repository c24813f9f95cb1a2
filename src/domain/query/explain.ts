import { type Expression, isLeaf, type Leaf, type Term } from "./expression";
import { leafMatches, noFilters } from "./evaluate";
import { leadsTo } from "./links";
import { parseExpression } from "./parse";
import { type Hit, mergedHits, type QueriedItem, ReadItem, type TermFilters } from "./queried-item";

export interface Explained {
  part: Expression;
  /** True if this part matches on its own. A negation matches if its inner part doesn't. */
  holds: boolean;
  /** False below an odd number of negations. */
  isWanted: boolean;
  /** Positions of a leaf's hits. Empty for fields without text, such as `author:`. */
  hits: readonly Hit[];
  parts: readonly Explained[];
}

/** Evaluates every part without short-circuiting. `holds` of the root equals `matchesExpression`. */
export function explainExpression(
  expression: Expression,
  item: QueriedItem,
  filters: TermFilters = noFilters,
): Explained {
  return explained(expression, new ReadItem(item, filters), true);
}

export function getMarks(explanation: Explained): Hit[] {
  return mergedHits(wantedHits(explanation));
}

/** Returns the terms of all positive leaves (below an even number of negations), in order. */
export function wantedTerms(part: Expression, isWanted = true): Term[] {
  if (part.type === "not") return wantedTerms(part.part, !isWanted);
  if (!isLeaf(part)) return part.parts.flatMap((one) => wantedTerms(one, isWanted));
  if (!isWanted || part.type === "field") return [];
  return part.type === "text" ? [part.term] : [...part.terms];
}

/** Returns the words to highlight for a search: its positive terms, or the query text if there are none. */
export function searchedWords(q: string): { keyword: string; isPrefix?: boolean }[] {
  const { expression } = parseExpression(q);
  const terms = expression === null ? [] : wantedTerms(expression);
  if (terms.length === 0) return [{ keyword: q }];
  return terms.map(({ text, isPrefix }) => ({ keyword: text, ...(isPrefix && { isPrefix }) }));
}

function wantedHits({ hits, parts, isWanted }: Explained): Hit[] {
  return [...(isWanted ? hits : []), ...parts.flatMap(wantedHits)];
}

function explained(part: Expression, read: ReadItem, isWanted: boolean): Explained {
  if (part.type === "not") {
    const inside = explained(part.part, read, !isWanted);
    return { part, holds: !inside.holds, isWanted, hits: [], parts: [inside] };
  }
  if (isLeaf(part))
    return { part, holds: leafMatches(part, read), isWanted, hits: hitsFor(part, read), parts: [] };
  const parts = part.parts.map((one) => explained(one, read, isWanted));
  const holds = part.type === "and" ? parts.every((one) => one.holds) : parts.some((one) => one.holds);
  return { part, holds, isWanted, hits: [], parts };
}

function hitsFor(leaf: Leaf, read: ReadItem): Hit[] {
  if (leaf.type === "text") return read.hits(leaf.term, leaf.field);
  if (leaf.type === "near") return read.nearbyHits(leaf);
  if (leaf.field !== "link") return [];
  return read.links.flatMap(({ address, span }) =>
    span !== null && leadsTo(address, leaf.value) ? [{ field: "body" as const, ...span }] : [],
  );
}
