import type { ExplainedPart } from "@/contract/expression";
import type { Item } from "@/domain/reading/item";
import { explainMatch, isWatched, type MismatchReason } from "@/domain/matching/explain";
import type { MatchRule } from "@/domain/matching/rule";
import { namesOn } from "@/domain/reading/place";
import type { AuthorIdsBySite } from "@/domain/query/authors";
import { getParts } from "../expression-problems";

export type WatchToExplain = Omit<MatchRule, "authors"> & { authors: AuthorIdsBySite | null };

export interface ItemToExplain {
  item: Item;
  watches: readonly WatchToExplain[];
}
export interface ExplainedWatch {
  verdict: "matched" | MismatchReason;
  parts: ExplainedPart[] | null;
}

/** Runs in a worker thread. Returns for each watch whether it matches the item, and why. */
export function explainWatches({ item, watches }: ItemToExplain): ExplainedWatch[] {
  return watches.map((watch) => ({ verdict: explainOne(watch, item), parts: getParts(watch, item) }));
}

function explainOne(watch: WatchToExplain, item: Item): "matched" | MismatchReason {
  const places = namesOn(item.site, watch.places);
  return explainMatch(item, { ...watch, places, authors: watch.authors?.[item.site] });
}

export function isOutside(
  { places }: Pick<WatchToExplain, "places">,
  item: Pick<Item, "site" | "place">,
): boolean {
  return !isWatched(item.place, namesOn(item.site, places));
}
