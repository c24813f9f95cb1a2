import { foldKeyword } from "../matching/fold";
import { type Expression, isLeaf, type Leaf, type Term, withNotsAtLeaves } from "./expression";

/** What an item must have, so that asking the rest is worth it. A term is found anywhere, in any case, in any field. */
export type Witness =
  { type: "term"; term: Term } | { type: "author"; value: string } | { type: "link"; value: string };

/** How many items are likely to have it, on any scale; above 0. */
export type WitnessCost = (witness: Witness) => number;

/**
 * The witnesses that cost least together: an item that the expression holds of has at least one of them. Null where there are
 * none, since the expression then holds of items that have nothing to look for, such as all of a place.
 */
export function witnessesOf(expression: Expression, cost: WitnessCost = costByLength): Witness[] | null {
  return cheapest(withNotsAtLeaves(expression), cost)?.witnesses ?? null;
}

/** Where no frequency is known: the longer, the rarer; names of authors and links are rarer than words. */
export function costByLength(witness: Witness): number {
  if (witness.type !== "term") return 2 ** (witness.type === "author" ? -24 : -16);
  return 2 ** -Math.min(foldKeyword(witness.term.text).length, 40);
}

interface Choice {
  witnesses: Witness[];
  cost: number;
}

/** Of an AND one part's, of an OR all parts': no branch is ever written out. */
function cheapest(part: Expression, cost: WitnessCost): Choice | null {
  if (part.type === "not") return null;
  if (isLeaf(part)) return lowest(choices(part, cost));
  const parts = part.parts.map((one) => cheapest(one, cost));
  if (part.type === "and") return lowest(parts.filter((one) => one !== null));
  const all: Choice = { witnesses: [], cost: 0 };
  for (const one of parts) {
    if (one === null) return null;
    all.witnesses.push(...one.witnesses);
    all.cost += one.cost;
  }
  return all;
}

function choices(leaf: Leaf, cost: WitnessCost): Choice[] {
  return witnessesOfLeaf(leaf).map((witness) => ({ witnesses: [witness], cost: cost(witness) }));
}

/** Each of them is in every item that the leaf holds of. */
function witnessesOfLeaf(leaf: Leaf): Witness[] {
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
