import { foldKeyword } from "../matching/fold";
import { type Expression, isLeaf, type Leaf, type Term, withNotsAtLeaves } from "./expression";

/** What an item must have, so that asking the rest is worth it. A term is found anywhere, in any case, in any field. */
export type RequiredTerm =
  { type: "term"; term: Term } | { type: "author"; value: string } | { type: "link"; value: string };

/** How many items are likely to have it, on any scale; above 0. */
export type PrefilterCost = (requiredTerm: RequiredTerm) => number;

/**
 * The witnesses that cost least together: an item that the expression holds of has at least one of them. Null where there are
 * none, since the expression then holds of items that have nothing to look for, such as all of a place.
 */
export function prefilterTermsFor(
  expression: Expression,
  cost: PrefilterCost = costByLength,
): RequiredTerm[] | null {
  return cheapest(withNotsAtLeaves(expression), cost)?.prefilterTerms ?? null;
}

/** Where no frequency is known: the longer, the rarer; names of authors and links are rarer than words. */
export function costByLength(requiredTerm: RequiredTerm): number {
  if (requiredTerm.type !== "term") return 2 ** (requiredTerm.type === "author" ? -24 : -16);
  return 2 ** -Math.min(foldKeyword(requiredTerm.term.text).length, 40);
}

interface Choice {
  prefilterTerms: RequiredTerm[];
  cost: number;
}

/** Of an AND one part's, of an OR all parts': no branch is ever written out. */
function cheapest(part: Expression, cost: PrefilterCost): Choice | null {
  if (part.type === "not") return null;
  if (isLeaf(part)) return lowest(choices(part, cost));
  const parts = part.parts.map((one) => cheapest(one, cost));
  if (part.type === "and") return lowest(parts.filter((one) => one !== null));
  const all: Choice = { prefilterTerms: [], cost: 0 };
  for (const one of parts) {
    if (one === null) return null;
    all.prefilterTerms.push(...one.prefilterTerms);
    all.cost += one.cost;
  }
  return all;
}

function choices(leaf: Leaf, cost: PrefilterCost): Choice[] {
  return prefilterTermsForLeaf(leaf).map((requiredTerm) => ({
    prefilterTerms: [requiredTerm],
    cost: cost(requiredTerm),
  }));
}

/** Each of them is in every item that the leaf holds of. */
function prefilterTermsForLeaf(leaf: Leaf): RequiredTerm[] {
  if (leaf.type === "text") return [{ type: "term", term: leaf.term }];
  if (leaf.type === "near") return leaf.terms.map((term) => ({ type: "term", term }));
  const { field: type, value } = leaf;
  return type === "author" || type === "link" ? [{ type, value }] : [];
}

function lowest(found: readonly Choice[]): Choice | null {
  return found.reduce<Choice | null>(
    (least, one) => (least === null || one.cost < least.cost ? one : least),
    null,
  );
}
