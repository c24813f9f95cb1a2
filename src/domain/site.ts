import type { Item, ItemKind } from "./item";
import type { ListingLimits } from "./lane";
import type { Listed } from "./list-news";
import type { InThread, Parser } from "./parser";
import type { RequestWindow } from "./request-budget";
import type { Rate } from "./site-error";
import type { SiteLinks } from "./site-links";
import type { StreamBatch } from "./stream";

/** Whether and why a place can be read: only "ok" can. */
export const placeHealths = ["ok", "private", "banned", "quarantined", "gated", "missing"] as const;
export type PlaceHealth = (typeof placeHealths)[number];

/** What is known of a site without asking it. */
export interface SiteFacts extends SiteLinks {
  /** As rows name it; it begins the places of a watch. */
  id: string;
  /** As people name it. */
  title: string;
  /** What a watch names on it, as a word in lower case. */
  placeWord: string;
  /** Whether a watch can name all of it: the place 'all'. */
  hasAll: boolean;
  /** Whether all of it is read completely, so that 'all' is promised and held as a named place is elsewhere. */
  readsWhole: boolean;
  /** How often it is read where the app's own clock says when, milliseconds. */
  readEveryMs: number;
  /** Where given, it is read oftener than that as far as its budget allows it evenly, but never sooner than this, milliseconds. */
  soonestMs?: number;
  /** What it allows, whoever asks for what. */
  window: RequestWindow;
  /** Whether a watch can name a place so, in any case; says nothing about whether there is one. */
  isPlaceName(name: string): boolean;
  /** Whether a name can begin so, in lower case. */
  isBeginning(typed: string): boolean;
  /** The name in what people type: without surrounding space and the site's prefix, and out of an address of the site. */
  strippedName(typed: string): string;
  /** A place as people write it. */
  labelOf(place: string): string;
  /** Where people read a place. */
  urlOf(place: string): string;
  /** The host of a place, if places are URLs from users. Failures are then the place's, and the number per host is limited. */
  hostOf?(place: string): string;
  /** True if a place's name is a secret URL. It is stored encrypted; rows contain a hidden name (hidden-name.ts). */
  hidesNames?: true;
  /** Some places that many people may want, by their names, with what they call themselves. */
  wellKnown?: Readonly<Record<string, string>>;
  /** What is shown of an item, as Markdown. Never throws. */
  contentOf(item: Pick<Item, "html" | "body">): string;
  /** For the coverage page: one sentence about how the site is read, a known limit, and its announced end. */
  coverage: { summary: string; limit: string | null; ends?: string };
}

/** What a folder below `sites/` brings. */
export interface RegisteredSite extends SiteFacts {
  /** Whether the settings have what it takes to read it. */
  isSetUp(): boolean;
  /** Whose requests the site counts, and the share of them that its 'all' may have, 0 to 1. */
  allowance(): { clientId: string; allShare: number };
  /** Functions that `connect` runs in worker threads, if users name the site's hosts. */
  parsers?: readonly Parser[];
  /** The site as the settings name it. One serves a process: it holds what the site let it in by. */
  connect(inThread: InThread): Site;
}

/** A site as it is read, told apart by `reads`. Whatever it is asked, it throws a SiteError and nothing else. */
export type Site = PagedSite | SequencedSite | ListedSite | ForumSite | StreamedSite;

/** A site that is read page by page, the newest first. */
export interface PagedSite extends SiteFacts, Responses, PlaceResponses {
  reads: "pages";
  /** As many rows as a page has. */
  pageSize: number;
  listing: ListingLimits;
  /** Whether a page begins behind an item: where that is gone an empty page is no end of the listing. */
  hasAnchors: boolean;
  /** Where pages are counted from the newest row: what leads to the page below so many rows. */
  afterRows?(rows: number): string;
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

/** A site whose items are numbered without a hole: what is missing is known by number. It is watched as a whole. */
export interface SequencedSite extends SiteFacts, Responses {
  reads: "sequence";
  /** The newest number that the site names. */
  fetchTip(signal?: AbortSignal): Promise<{ tip: number; rate: Rate }>;
  fetchNumber(number: number, signal?: AbortSignal): Promise<{ found: Numbered; rate: Rate }>;
  /**
   * The same item with all that is shown of it, where that takes more questions. `mayAsk` is asked before each of them; what
   * could not be learned is left out.
   */
  completed(item: Item, mayAsk: () => Promise<boolean>, signal?: AbortSignal): Promise<Item>;
}

/**
 * What stands at a number: an item; nothing that is ever shown ("nothing"); nothing yet ("absent"); or something whose text
 * is held back for a while ("delayed").
 */
export type Numbered = Item | "nothing" | "absent" | "delayed";

/**
 * A site whose places are lists, each at an address of its own: every one is asked for by itself, shows what it wants to, and
 * says how long that is fresh.
 */
export interface ListedSite extends SiteFacts {
  reads: "lists";
  /** Places of one host are asked one after the other. */
  hostOf(place: string): string;
  lookUp: Responses["lookUp"];
  /** Any page may be an entry of some list: none is asked about by its link. */
  fetchItem?: undefined;
  fetchList(place: string, marks: ListMarks, signal?: AbortSignal): Promise<FetchedList>;
  /** The list at an address that somebody gave, or that the page there names. Never throws. */
  findList(address: string, signal?: AbortSignal): Promise<FoundList>;
  /** Which of these items' own pages stand, and which are gone, by fullname; what can't be told is left out. Never throws. */
  fetchStatus(
    items: readonly Pick<Item, "fullname" | "url">[],
    signal?: AbortSignal,
  ): Promise<Map<string, Standing>>;
}

/** What a list calls itself, and where people read it; null: it doesn't say. */
export interface ListTitle {
  title: string | null;
  home: string | null;
}

/** A list as a watch names it, and what is in it; or why there is none, and whether anything answers there. */
export type FoundList =
  | (ListTitle & { place: string; items: number; newestAt: Date | null })
  | { reason: string; isThere: boolean };

/** What an answer said of itself, by which it is asked whether it changed; and where the list said that it lives now. */
export interface ListMarks {
  etag: string | null;
  modified: string | null;
  movedTo: string | null;
}

/** A list as it stands; entries of null: as it stood when it had these marks. */
export interface FetchedList {
  entries: ListEntry[] | null;
  /** Null with them. */
  called: ListTitle | null;
  /** Entries that say nothing. */
  skipped: number;
  marks: ListMarks;
  /** How long it need not be asked again, milliseconds. */
  freshMs: number;
}

/** An entry, as an item whose time is when it was published, or now; its id and trait in letters and digits. */
export interface ListEntry extends Listed {
  item: Item;
}

export type Standing = "standing" | "deleted";

/**
 * A site whose places are forums, each at an address of its own. A forum numbers its posts as they are written; numbers that
 * it does not show were deleted, or are not for everybody.
 */
export interface ForumSite extends SiteFacts, Responses {
  reads: "forums";
  hostOf(place: string): string;
  /** The newest posts of a forum, or those with numbers below one. Never asks for two things of a forum at once. */
  fetchPosts(place: string, below: number | null, signal?: AbortSignal): Promise<ForumPage>;
  /** What a forum calls itself; null where it doesn't say. Never throws. */
  fetchTitle(place: string, signal?: AbortSignal): Promise<string | null>;
  /** The forum at an address that somebody gave. Never throws. */
  findList(address: string, signal?: AbortSignal): Promise<FoundList>;
}

export interface ForumPage {
  /** The highest number first. */
  posts: ForumPost[];
  /** Rows that could not be read. */
  skipped: number;
}

/** A post as an item; null: nothing of it is told, such as a note that a topic was closed. */
export interface ForumPost {
  number: number;
  item: Item | null;
}

/** A site that tells everything as it happens, in order and at least once, by a stream. It is watched as a whole. */
export interface StreamedSite extends SiteFacts, Responses {
  reads: "stream";
  /** So long the site keeps what it told, milliseconds: a cursor older than this leaves a gap. */
  lookBackMs: number;
  /**
   * What happened since the cursor (null: from now on), in pieces, repeating a little of what was before it. The next piece is
   * taken off the line only when it is asked for, so memory stays bounded. Ends without an error when the signal is aborted.
   * Throws when the line is refused, lost or silent: the next call goes to the next host, with the cursor put back by a margin.
   */
  listen(cursor: string | null, signal: AbortSignal): AsyncIterable<StreamBatch>;
  /** What accounts are called, by their ids, one of which is the author of an item; those that it can't tell are left out. */
  fetchNames(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, string>>;
  /** The ids of accounts by what they are called now, in lower case; an id is its own. Those that there are none of are left out. */
  fetchAccounts(names: readonly string[], signal?: AbortSignal): Promise<Map<string, string>>;
}

/** What every site is asked beside its news. */
interface Responses {
  /** Fullnames that one look-up may name, and how many requests it is. */
  lookUp: { most: number; requests(fullnames: number): number };
  /** Which of these items still stand. A fullname without an entry could not be told: ask again. */
  fetchByFullname(
    fullnames: readonly string[],
    signal?: AbortSignal,
  ): Promise<{ standing: Map<string, Standing>; rate: Rate }>;
  /** One item as it stands there, by one request; null where it shows none. Left out where links can't be asked about. */
  fetchItem?(fullname: string, signal?: AbortSignal): Promise<{ item: Item | null; rate: Rate }>;
  /** Resolves a share link to a URL; null if the site doesn't redirect it. */
  resolveShareLink?(link: string, signal?: AbortSignal): Promise<{ address: string | null; rate: Rate }>;
}

/** What a site is asked about the places that a watch can name. */
interface PlaceResponses {
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
  /** That it took. Default: one. */
  requests?: number;
}
