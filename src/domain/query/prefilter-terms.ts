import { foldKeyword } from "../matching/fold";
import { type Expression, isLeaf, type Leaf, type Term, withNotsAtLeaves } from "./expression";

/** A cheap necessary condition. Terms are matched case-insensitively, as substrings, in all fields. */
export type RequiredTerm =
  { type: "term"; term: Term } | { type: "author" | "link" | "thread"; value: string };

/** Estimated number of matching items, on any positive scale. */
export type PrefilterCost = (requiredTerm: RequiredTerm) => number;

/** Returns the cheapest set of terms of which every match contains one. Null if no such set exists. */
export function prefilterTermsFor(
  expression: Expression,
  cost: PrefilterCost = costByLength,
): RequiredTerm[] | null {
  return cheapest(withNotsAtLeaves(expression), cost)?.prefilterTerms ?? null;
}

/** Without frequency data: longer terms are rarer, and authors, links and threads are rarer than words. */
export function costByLength(requiredTerm: RequiredTerm): number {
  if (requiredTerm.type !== "term") return 2 ** -fieldBits[requiredTerm.type];
  return 2 ** -Math.min(foldKeyword(requiredTerm.term.text).length, 40);
}

/** One in 2 to this power items is expected to match. */
const fieldBits = { author: 24, link: 16, thread: 24 } as const;

interface Choice {
  prefilterTerms: RequiredTerm[];
  cost: number;
}

/** AND needs the terms of one part, OR those of all parts. Avoids expanding to a normal form. */
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

/** Every item that matches the leaf contains each of these. */
function prefilterTermsForLeaf(leaf: Leaf): RequiredTerm[] {
  if (leaf.type === "text") return [{ type: "term", term: leaf.term }];
  if (leaf.type === "near") return leaf.terms.map((term) => ({ type: "term", term }));
  const { field: type, value } = leaf;
  return type === "author" || type === "link" || type === "thread" ? [{ type, value }] : [];
}

function lowest(found: readonly Choice[]): Choice | null {
  return found.reduce<Choice | null>((min, one) => (min === null || one.cost < min.cost ? one : min), null);
}
