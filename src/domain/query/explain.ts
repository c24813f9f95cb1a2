import { type Expression, isLeaf, type Leaf, type Term } from "./expression";
import { leafHolds, noFilters } from "./evaluate";
import { leadsTo } from "./links";
import { parseExpression } from "./parse";
import { type Hit, mergedMet, type QueriedItem, ReadItem, type TermFilters } from "./queried-item";

/** What became of a part of an expression. */
export interface Explained {
  part: Expression;
  /** Whether it holds, by itself: of a negation, whether what it negates doesn't. */
  holds: boolean;
  /** Whether what it holds tells for the item or, below an odd number of negations, against it. */
  isWanted: boolean;
  /** Of a leaf, where the item has it; of what is no text, such as an author, nothing. */
  met: readonly Hit[];
  /** The same of its parts, in their order. */
  parts: readonly Explained[];
}

/** Every part, whether it decides anything or not; `holds` of the whole is what `matchesExpression` says. */
export function explainExpression(
  expression: Expression,
  item: QueriedItem,
  filters: TermFilters = noFilters,
): Explained {
  return explained(expression, new ReadItem(item, filters), true);
}

/** What is to be marked in an item: wherever a leaf that is looked for stands, from the left, overlapping ones as one. */
export function marksOf(explanation: Explained): Hit[] {
  return mergedMet(wantedMet(explanation));
}

/** The terms of all leaves that are looked for, in their order: those below an even number of negations. */
export function wantedTerms(part: Expression, isWanted = true): Term[] {
  if (part.type === "not") return wantedTerms(part.part, !isWanted);
  if (!isLeaf(part)) return part.parts.flatMap((one) => wantedTerms(one, isWanted));
  if (!isWanted || part.type === "field") return [];
  return part.type === "text" ? [part.term] : [...part.terms];
}

/** What of a search is marked: each word that it looks for, or where it has none its text. */
export function searchedWords(q: string): { keyword: string; isPrefix?: boolean }[] {
  const { expression } = parseExpression(q);
  const terms = expression === null ? [] : wantedTerms(expression);
  if (terms.length === 0) return [{ keyword: q }];
  return terms.map(({ text, isPrefix }) => ({ keyword: text, ...(isPrefix && { isPrefix }) }));
}

function wantedMet({ met, parts, isWanted }: Explained): Hit[] {
  return [...(isWanted ? met : []), ...parts.flatMap(wantedMet)];
}

function explained(part: Expression, read: ReadItem, isWanted: boolean): Explained {
  if (part.type === "not") {
    const inside = explained(part.part, read, !isWanted);
    return { part, holds: !inside.holds, isWanted, met: [], parts: [inside] };
  }
  if (isLeaf(part))
    return { part, holds: leafHolds(part, read), isWanted, met: metOf(part, read), parts: [] };
  const parts = part.parts.map((one) => explained(one, read, isWanted));
  const holds = part.type === "and" ? parts.every((one) => one.holds) : parts.some((one) => one.holds);
  return { part, holds, isWanted, met: [], parts };
}

function metOf(leaf: Leaf, read: ReadItem): Hit[] {
  if (leaf.type === "text") return read.met(leaf.term, leaf.field);
  if (leaf.type === "near") return read.metNear(leaf);
  if (leaf.field !== "link") return [];
  return read.links.flatMap(({ address, span }) =>
    span !== null && leadsTo(address, leaf.value) ? [{ field: "body" as const, ...span }] : [],
  );
}
