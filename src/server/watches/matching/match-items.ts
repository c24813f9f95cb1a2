import { Matcher } from "@/domain/matching/matcher";
import type { MatchRule } from "@/domain/matching/rule";
import { getItem, type StoredContent } from "./stored-item";

export interface ItemsToMatch {
  rules: readonly MatchRule[];
  items: readonly StoredContent[];
}

/** Runs in a worker thread. Returns for each item the ids of the rules that it matches. */
export function matchItems({ rules, items }: ItemsToMatch): string[][] {
  const matcher = new Matcher(rules);
  return items.map((item) => matcher.match(getItem(item)).map(({ watchId }) => watchId));
}
