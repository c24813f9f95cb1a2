import { Matcher } from "@/domain/matching/matcher";
import type { MatchRule } from "@/domain/matching/rule";
import type { Item } from "@/domain/reading/item";
import type { Place } from "@/domain/reading/place";
import { matchesExpression } from "@/domain/query/evaluate";
import {
  bestExclusions,
  type Exclusion,
  getExclusions,
  type Hidden,
  isLeftOut,
  withExclusion,
} from "@/domain/query/exclusions";
import { printed } from "@/domain/query/printer";
import { isRefused } from "@/domain/query/problems";
import { type Looking, problemsIn } from "../expression-problems";
import { asMatched, getItem, type StoredContent } from "./stored-item";

export type ExcludingWatch = Looking & { keyword: string };

/** Runs in a worker thread. Returns exclusions that would keep the watch from matching this item. */
export function offerExclusions({
  watch,
  item,
}: {
  watch: ExcludingWatch;
  item: StoredContent;
}): Exclusion[] {
  return getExclusions(matchedItem(item, watch), watch);
}

export interface ItemsToExclude {
  watch: ExcludingWatch;
  exclusions: readonly Exclusion[];
  items: readonly StoredContent[];
}

/** Runs in a worker thread. Returns indexes of matching exclusions; null if already excluded. */
export function findExcluded({ watch, exclusions, items }: ItemsToExclude): (number[] | null)[] {
  const indexed = exclusions.map((one, at) => ({ ...one, at }));
  const matcher = new Matcher(indexed.flatMap((one) => (one.kind === "words" ? [getRule(watch, one)] : [])));
  const others = indexed.filter(({ kind }) => kind !== "words");
  return items.map((stored) => {
    const item = matchedItem(stored, watch);
    if (isLeftOut(item, watch)) return null;
    const words = matcher.match(item).map(({ watchId }) => Number(watchId));
    return [...words, ...others.flatMap(({ leaf, at }) => (matchesExpression(leaf, item) ? [at] : []))];
  });
}

function getRule(
  { keyword, matchTitlesOnly, caseSensitive, wholeWordOnly }: ExcludingWatch,
  { leaf, at }: Exclusion & { at: number },
): MatchRule {
  const how = { matchTitlesOnly, caseSensitive, wholeWordOnly, includePosts: true, includeComments: true };
  const whole = { revision: 0, activeSince: new Date(0), places: ["all"] };
  return { ...how, ...whole, watchId: `${at}`, keyword, expression: printed(leaf) };
}

function matchedItem(stored: StoredContent, watch: ExcludingWatch): Item {
  return getItem(asMatched(stored, watch));
}

export interface CountedExclusions {
  watch: ExcludingWatch;
  places: readonly (Place & { label: string })[];
  counted: readonly (Exclusion & Hidden)[];
  isOpened: boolean;
}

/** Runs in a worker thread. Returns the best exclusions and the expression with each of them. */
export function chooseExclusions({ watch, places, counted, isOpened }: CountedExclusions) {
  const possible = counted.flatMap((one) => {
    const next = withExclusion(watch, one);
    if (next === null || isRefused(problemsIn(places, { ...watch, expression: next }))) return [];
    return [{ ...one, next }];
  });
  return bestExclusions(possible, isOpened);
}
