import type { Item } from "../reading/item";
import { namesOn } from "../reading/place";
import type { AuthorIdsBySite } from "../query/authors";
import type { Layer } from "./layer";
import { Matcher } from "./matcher";
import type { Match, MatchRule } from "./rule";

/** A changed watch. Its places are "<site>:<name>", for any sites, and its author ids are by site. */
export type ChangedWatch = Omit<MatchRule, "authors"> & {
  isActive: boolean;
  authors?: AuthorIdsBySite | null;
};

/** Rules of several sites, compiled per site because places are identified by name only. */
export class SiteMatcher {
  readonly #bySite: ReadonlyMap<string, Matcher>;
  readonly #labelled: (item: Item) => Item;

  /** `labelled` adds the place label of the site to an item. */
  constructor(
    sites: readonly string[],
    layers: ReadonlyMap<string, Layer>,
    labelled: (item: Item) => Item = (item) => item,
  ) {
    this.#labelled = labelled;
    this.#bySite = new Map(sites.map((site) => [site, new Matcher(layers.get(site) ?? [])]));
  }

  /** Number of active rules. A watch of two sites has two rules. */
  get size(): number {
    return this.#all().reduce((sum, matcher) => sum + matcher.size, 0);
  }

  get depth(): number {
    return Math.max(0, ...this.#all().map((matcher) => matcher.depth));
  }

  changedAmong(watches: readonly ChangedWatch[]): ChangedWatch[] {
    return watches.filter((watch) =>
      [...this.#bySite].some(
        ([site, matcher]) => matcher.revisionOf(watch.watchId) !== (isOn(site, watch) ? watch.revision : -1),
      ),
    );
  }

  update(watches: readonly ChangedWatch[]): void {
    for (const [site, matcher] of this.#bySite) {
      const here = watches.filter((watch) => isOn(site, watch));
      const gone = watches.filter((watch) => !isOn(site, watch)).map((watch) => watch.watchId);
      matcher.update(
        here.map((watch) => ({
          ...watch,
          places: namesOn(site, watch.places),
          authors: watch.authors?.[site],
        })),
        gone,
      );
    }
  }

  /** True if watches might need to know the threads of the site's items. */
  hasThreads(site: string): boolean {
    return this.#bySite.get(site)?.hasThreads ?? false;
  }

  match(item: Item): Match[] {
    return this.#bySite.get(item.site)?.match(this.#labelled(item)) ?? [];
  }

  #all(): Matcher[] {
    return [...this.#bySite.values()];
  }
}

function isOn(site: string, { isActive, places }: ChangedWatch): boolean {
  return isActive && places.some((place) => place.startsWith(`${site}:`));
}
