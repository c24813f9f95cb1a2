import type { Item } from "../item";
import { namesOn } from "../place";
import type { AuthorIdsBySite } from "../query/authors";
import type { Layer } from "./layer";
import { Matcher } from "./matcher";
import type { Match, MatchRule } from "./rule";

/** A watch as it changed: its places are '<site>:<name>', of any sites, and its authors' ids by site. */
export type ChangedWatch = Omit<MatchRule, "authors"> & {
  isActive: boolean;
  authors?: AuthorIdsBySite | null;
};

/** The rules of several sites, each compiled with those of its own: a place is told by its name alone. */
export class SiteMatcher {
  readonly #bySite: ReadonlyMap<string, Matcher>;
  readonly #labelled: (item: Item) => Item;

  /** `labelled` gives an item what its site calls its place. */
  constructor(
    sites: readonly string[],
    layers: ReadonlyMap<string, Layer>,
    labelled: (item: Item) => Item = (item) => item,
  ) {
    this.#labelled = labelled;
    this.#bySite = new Map(sites.map((site) => [site, new Matcher(layers.get(site) ?? [])]));
  }

  /** How many rules count; a watch of two sites is a rule of each. */
  get size(): number {
    return this.#all().reduce((sum, matcher) => sum + matcher.size, 0);
  }

  /** How many layers the site has that has most. */
  get depth(): number {
    return Math.max(0, ...this.#all().map((matcher) => matcher.depth));
  }

  /** Of these watches those that do not count as they are now. */
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

  /** The rules that fit an item, each watch at most once. */
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
