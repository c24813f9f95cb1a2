import type { Item, ItemKind } from "./item";
import type { Rate } from "./site-error";

/** Whether and why a place can be read: only "ok" can. */
export const placeHealths = ["ok", "private", "banned", "quarantined", "gated", "missing"] as const;
export type PlaceHealth = (typeof placeHealths)[number];

/** What is known of a site without asking it. */
export interface SiteFacts {
  /** As rows name it; it begins the places of a watch. */
  id: string;
  /** As people name it. */
  title: string;
  /** Whether a watch can name a place so, in any case; says nothing about whether there is one. */
  isPlaceName(name: string): boolean;
  /** Whether a name can begin so, in lower case. */
  isBeginning(typed: string): boolean;
  /** The name in what people type: without surrounding space and without the site's prefix. */
  strippedName(typed: string): string;
  /** A place as people write it. */
  labelOf(place: string): string;
  /** The item that an address of the site names; null for every other address. */
  itemOfLink(address: string): LinkedItem | null;
  /** What is shown of an item, as Markdown. Never throws. */
  contentOf(item: Pick<Item, "html" | "body">): string;
}

/** What a folder below `sites/` brings. */
export interface RegisteredSite extends SiteFacts {
  /** Whose requests the site counts, and the share of them that its 'all' may have, 0 to 1. */
  allowance(): { clientId: string; allShare: number };
  /** The site as the settings name it. One serves a process: it holds what the site let it in by. */
  connect(): Site;
}

/** What an address of a site leads to: the item, and its place as far as the address says it. */
export interface LinkedItem {
  fullname: string;
  place: string | null;
}

/** A site that is read page by page, the newest first. Another way of reading is another member, told apart by `reads`. */
export type Site = PagedSite;

interface PagedSite extends SiteFacts, Answers {
  reads: "pages";
  /** As many rows as a page has, and as many fullnames as one request looks up. */
  pageSize: number;
  /**
   * One page of the newest items of these places ('all' is one), newest first as the site lists them. Where it is
   * "too-large", ask for fewer rows; an item that is too large alone is skipped.
   */
  fetchNewest(question: {
    places: readonly string[];
    kind: ItemKind;
    /** Default: pageSize. */
    limit?: number;
    after?: string | null;
    signal?: AbortSignal;
  }): Promise<Page>;
}

/** What every site is asked beside its news. Each throws a SiteError and nothing else. */
interface Answers {
  /** Which of at most a page of items still stand. A fullname without an entry could not be told: ask again. */
  fetchByFullname(
    fullnames: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ standing: Map<string, "standing" | "deleted">; rate: Rate }>;
  checkPlace(
    name: string,
    signal?: AbortSignal,
  ): Promise<{ health: PlaceHealth; displayName: string | null; rate: Rate }>;
  /** Names that begin with this, as far as a watch can have them. */
  searchPlaces(prefix: string, signal?: AbortSignal): Promise<{ names: string[]; rate: Rate }>;
}

export interface Page {
  items: Item[];
  /** Rows that could not be read as an item, or that alone are too large. */
  skipped: number;
  /** Where the next page begins; null at the end of what the site lists. */
  after: string | null;
  rate: Rate;
}
