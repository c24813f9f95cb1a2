import { foldKeyword, readKeyword } from "../matching/fold";
import { isAll, type Place } from "../reading/place";
import {
  type Expression,
  type FieldLeaf,
  isLeaf,
  joined,
  type Leaf,
  rareFields,
  type Term,
  withNotsAtLeaves,
} from "./expression";
import { bareName } from "./fields";
import type { ParsedExpression } from "./parse";
import { printed } from "./printer";
import { type Problem, ProblemList } from "./problems";
import type { TermFilters } from "./queried-item";
import type { Range } from "./tokens";

/** The context of an expression. Checks without data are skipped. */
export interface QueryContext {
  sites: readonly { id: string; title: string }[];
  places?: readonly (Place & { label: string })[];
  filters?: Partial<TermFilters>;
  /** A search of notifications, which can consist of a place or an exclusion only. */
  isSearch?: true;
}

/** Returns syntax and semantic problems, sorted by position. */
export function checkExpression(parsed: ParsedExpression, context: QueryContext): Problem[] {
  const { expression, problems, text } = parsed;
  if (expression === null) return problems;
  const found = new ProblemList(text);
  if (!context.isSearch) checkAnchors(parsed, context, found);
  checkSiblings(expression, parsed, context, found);
  checkLeaves(expression, parsed, context, found);
  return [...problems, ...found.sorted()].toSorted(
    (one, other) => one.from - other.from || one.to - other.to,
  );
}

/** Fields selective enough to anchor an expression in specific places. `rareFields` are in any place. */
const rareInPlaces: ReadonlySet<string> = new Set(["flair", "type", "is"]);

function checkAnchors(parsed: ParsedExpression, { places = [] }: QueryContext, found: ProblemList): void {
  const isNarrow = places.length > 0 && !places.some(({ name }) => isAll(name));
  const isAnchor = (leaf: Leaf) =>
    leaf.type !== "field" || rareFields.has(leaf.field) || (isNarrow && rareInPlaces.has(leaf.field));
  const isAnchored = (part: Expression): boolean => {
    if (part.type === "and") return part.parts.some(isAnchored);
    if (part.type === "or") return part.parts.every(isAnchored);
    return isLeaf(part) && isAnchor(part);
  };
  const expression = parsed.expression!;
  if (isAnchored(withNotsAtLeaves(expression))) return;
  if (expression.type !== "or") {
    found.add("unanchored", wholeOf(parsed, expression), { words: printed(expression) });
    return;
  }
  const isBare = (part: Expression) => !isAnchored(withNotsAtLeaves(part));
  const fix = expression.parts.every(isBare) ? {} : { fix: printed(joined("and", expression.parts)) };
  for (const part of expression.parts.filter(isBare))
    found.add("unanchored", parsed.ranges.get(part)!, { words: printed(part), ...fix });
}

function checkSiblings(
  expression: Expression,
  parsed: ParsedExpression,
  context: QueryContext,
  found: ProblemList,
): void {
  if (expression.type === "not") return checkSiblings(expression.part, parsed, context, found);
  if (isLeaf(expression)) return;
  const seen = new Map<string, boolean>();
  const only = new Map<string, string>();
  for (const part of expression.parts) {
    const [leaf, isNegated] = part.type === "not" ? [part.part, true] : [part, false];
    if (!isLeaf(leaf)) {
      checkSiblings(leaf, parsed, context, found);
      continue;
    }
    const key = getKey(leaf, context.filters?.caseSensitive ?? false);
    const before = seen.get(key);
    const range = parsed.ranges.get(part)!;
    const isOther = part.type === "field" && excludesOthers(part, only);
    if (before === isNegated) found.add("repeated", range, { words: printed(leaf) });
    else if (expression.type === "and" && (before !== undefined || isOther))
      found.add("contradiction", range, { words: printed(leaf) });
    seen.set(key, before ?? isNegated);
  }
}

/** Returns true if items have a single value for this field and another value was required before. */
function excludesOthers({ field, value }: FieldLeaf, only: Map<string, string>): boolean {
  if (field !== "type" && field !== "site" && field !== "author") return false;
  const before = only.get(field) ?? value;
  only.set(field, before);
  return foldKeyword(before) !== foldKeyword(value);
}

/** Returns the same key for leaves that match the same items. */
function getKey(leaf: Leaf, caseSensitive: boolean): string {
  const term = ({ text, isPrefix }: Term) => [
    readKeyword(text)[caseSensitive ? "exact" : "folded"],
    isPrefix,
  ];
  if (leaf.type === "text") return JSON.stringify([leaf.field, term(leaf.term)]);
  if (leaf.type === "field") return JSON.stringify([leaf.field, foldKeyword(leaf.value)]);
  return JSON.stringify(["near", leaf.within, ...leaf.terms.map(term).sort()]);
}

function checkLeaves(
  part: Expression,
  parsed: ParsedExpression,
  context: QueryContext,
  found: ProblemList,
): void {
  if (part.type === "not") return checkLeaves(part.part, parsed, context, found);
  if (!isLeaf(part)) {
    for (const one of part.parts) checkLeaves(one, parsed, context, found);
    return;
  }
  const range = parsed.ranges.get(part)!;
  if (part.type === "text" && part.field === "body" && context.filters?.matchTitlesOnly === true)
    found.add("title-only", range);
  if (part.type !== "field") return;
  if (part.field === "in") checkPlace(part.value, range, context, found);
  if (part.field === "site") checkSite(part.value, range, context, found);
}

function checkPlace(name: string, range: Range, { places }: QueryContext, found: ProblemList): void {
  if (places === undefined || places.some((place) => isAll(place.name))) return;
  const isWatched = places.some((place) =>
    [place.name, bareName(place.label)].some((one) => foldKeyword(one) === foldKeyword(name)),
  );
  if (!isWatched) found.add("place-outside", range, { words: name });
}

function checkSite(id: string, range: Range, { sites, places }: QueryContext, found: ProblemList): void {
  const site = sites.find((one) => one.id === id);
  if (site === undefined) {
    const words = `Unknown site “${id}”. Available sites: ${sites.map((one) => one.id).join(", ")}.`;
    const meant = sites.find((one) => isMeant(id, one));
    found.add("wrong-value", range, { words, ...(meant && { fix: { ...range, text: `site:${meant.id}` } }) });
  } else if (places?.some((place) => place.site === id) === false) {
    found.add("site-outside", range, { words: site.title });
  }
}

function isMeant(typed: string, { id, title }: { id: string; title: string }): boolean {
  const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return letters(typed).includes(letters(id)) || letters(typed).includes(letters(title));
}

function wholeOf({ ranges }: ParsedExpression, expression: Expression): Range {
  return ranges.get(expression)!;
}
