import type { FetchedList, FoundList, ListMarks } from "./fetched-list";
import type { ForumPage } from "./forum-page";
import type { ForwardPages } from "./forward-pages";
import type { Item, ItemKind } from "./item";
import type { FileMarks, ItemFile, LatestList } from "./item-files";
import type { ListingLimits } from "./lane";
import type { InThread, Parser } from "./parser";
import type { RequestWindow } from "./request-budget";
import type { Rate } from "./site-error";
import type { SiteLinks } from "./site-links";
import type { ItemStatus, PlaceHealth, PlaceResponses, Responses } from "./site-requests";
import type { StreamBatch } from "./stream";
import type { TrackerResponses } from "./tracker";
import type { WalkResponses } from "./walk";

export type { FetchedList, FoundList, ListMarks } from "./fetched-list";

export { placeHealths, type PlaceHealth, type ItemStatus } from "./site-requests";

/** Static information about a site. */
export interface SiteFacts extends SiteLinks {
  /** The id in rows, and the prefix of places in watches. */
  id: string;
  /** Display name. */
  title: string;
  /** Noun for its places, in lower case. */
  placeWord: string;
  /** True if watches can name the whole site: the place 'all'. */
  hasAll: boolean;
  /** True if the whole site is read completely. 'all' is then as reliable as named places on other sites. */
  readsWhole: boolean;
  /**
   * Set if watches can also name parts of a site that is read completely: "sampled" with it, or "whole" if they
   * are read separately and all their items are stored.
   */
  hasParts?: "sampled" | "whole";
  /** Returns why a name can't be a place, given its health if it was checked. Default: it doesn't exist. */
  toRefusal?(place: string, health: PlaceHealth | null): string | null;
  /** Only the text of one in this many items is stored. Default: all are. */
  sampledOneIn?: number;
  /** Read interval with the built-in scheduler (ms). */
  readEveryMs: number;
  /** Minimum read interval (ms) if the site is read as fast as its budget allows evenly. */
  soonestMs?: number;
  /** Request limit for all purposes. */
  window: RequestWindow;
  /** True if a place can have this name, in any case. The place need not exist. */
  isPlaceName(name: string): boolean;
  /** True if a name can start like this, in lower case. */
  isBeginning(typed: string): boolean;
  /** Returns the name from user input: without white space and prefix, or from a URL of the site. */
  strippedName(typed: string): string;
  /** Display name of a place. */
  getLabel(place: string): string;
  /** URL of a place. */
  getUrl(place: string): string;
  /** The host of a place, if places are user-supplied URLs. Failures then affect only the place. */
  getHost?(place: string): string;
  /** True if a place's name is a secret URL, which is stored encrypted (hidden-name.ts). */
  hidesNames?: true;
  /** Maximum number of watched places in this installation, and the text for too many. */
  placeLimit?: { max: number; excess: string } | undefined;
  /** True to show its error messages to the users who watch a place, as for user-supplied hosts. */
  explainsFailures?: true;
  /** Popular places by name, with their own titles. */
  wellKnown?: Readonly<Record<string, string>>;
  /** Returns the displayed part of an item as Markdown. Never throws. */
  getContent(item: Pick<Item, "html" | "body">): string;
  /**
   * Returns the place that shows all replies to an item, or null if it can't have any. Absent for sites without
   * threads.
   */
  getThreadPlace?(item: Pick<Item, "place" | "fullname">): string | null;
  /** True if `fetchItem` returns the number of replies to a post. */
  countsReplies?: true;
  /** What users should know before they add a place. */
  placeNote?: string | undefined;
  /** For the coverage page: one sentence about how the site is read, a known limit, and its announced end. */
  coverage: { summary: string; limit: string | null; ends?: string };
}

/** True if the failures of a site's places are shown to users. */
export function explainsFailure({ getHost, explainsFailures }: SiteFacts): boolean {
  return getHost !== undefined || explainsFailures === true;
}

/** The exports of a folder in `sites/`. */
export interface RegisteredSite extends SiteFacts {
  /** True if the settings allow reading it. */
  isSetUp(): boolean;
  /** The client id whose requests the site counts, and the maximum share of them for 'all', 0 to 1. */
  allowance(): { clientId: string; allShare: number };
  /** Functions that `connect` runs in worker threads, if users name the site's hosts. */
  parsers?: readonly Parser[];
  /** Connects with the configured credentials. Create one per process: it stores the access token. */
  connect(inThread: InThread): Site;
}

/** A readable site. `reads` distinguishes the types. All methods only throw SiteErrors. */
export type Site =
  PagedSite | SequencedSite | ListedSite | ForumSite | TrackerSite | WalkedSite | StreamedSite | FiledSite;

/** A site that is read page by page, newest first. */
export interface PagedSite extends SiteFacts, Responses, PlaceResponses {
  reads: "pages";
  /** Rows per page. */
  pageSize: number;
  listing: ListingLimits;
  /** True if pages start after an item. If it was deleted, an empty page is not the end of the listing. */
  hasAnchors: boolean;
  /** For sites that count pages by rows: returns the cursor after this many rows. */
  afterRows?(rows: number): string;
  /**
   * Fetches one page of the newest items of these places (including 'all'), newest first. If it is
   * "too-large", request fewer rows; single items that are too large are skipped.
   */
  fetchNewest(query: {
    places: readonly string[];
    kind: ItemKind;
    /** Default: `pageSize`. */
    limit?: number;
    after?: string | null;
    signal?: AbortSignal;
  }): Promise<Page>;
}

/** A site whose items have consecutive numbers, so we notice missing ones. It is watched as a whole. */
export interface SequencedSite extends SiteFacts, Responses {
  reads: "sequence";
  /** The highest number on the site. */
  fetchTip(signal?: AbortSignal): Promise<{ tip: number; rate: Rate }>;
  fetchNumber(number: number, signal?: AbortSignal): Promise<{ found: Numbered; rate: Rate }>;
  /**
   * Returns the item with all displayed parts, if that needs more requests. Calls `canRequest` before each of
   * them. Parts that can't be fetched are omitted.
   */
  completed(item: Item, canRequest: () => Promise<boolean>, signal?: AbortSignal): Promise<Item>;
  /**
   * Returns the root of the thread that contains the item, or null if the site doesn't show it. Calls
   * `canRequest` before each request, and throws if one fails or isn't allowed.
   */
  findRoot(
    fullname: string,
    canRequest: () => Promise<boolean>,
    signal?: AbortSignal,
  ): Promise<string | null>;
}

/**
 * The content at a number: an item, a hidden item ("nothing"), no item yet ("absent"), or an item whose text
 * is delayed ("delayed").
 */
export type Numbered = Item | "nothing" | "absent" | "delayed";

/** A site whose places are lists with their own URLs, content and freshness, requested separately. */
export interface ListedSite extends SiteFacts {
  reads: "lists";
  /** Places on the same host are read one after the other. */
  getHost(place: string): string;
  lookUp: Responses["lookUp"];
  /** Not supported: any URL could be an entry of a list. */
  fetchItem?: undefined;
  fetchList(place: string, marks: ListMarks, signal?: AbortSignal): Promise<FetchedList>;
  /** Finds the list at a URL from a user, or the list linked on that page. Never throws. */
  findList(address: string, signal?: AbortSignal): Promise<FoundList>;
  /** Returns the status of these items' pages by fullname. Omits unknown ones. Never throws. */
  fetchStatus(
    items: readonly Pick<Item, "fullname" | "url">[],
    signal?: AbortSignal,
  ): Promise<Map<string, ItemStatus>>;
}

/** A site whose places are forums with numbered posts. Hidden numbers are deleted or not public. */
export interface ForumSite extends SiteFacts, Responses {
  reads: "forums";
  getHost(place: string): string;
  /**
   * Fetches the latest posts of a forum, or the ones below a number. Sends one request at a time per forum.
   */
  fetchPosts(place: string, below: number | null, signal?: AbortSignal): Promise<ForumPage>;
  /** The forum's own title, or null. Never throws. */
  fetchTitle(place: string, signal?: AbortSignal): Promise<string | null>;
  /** Finds the forum at a URL from a user. Never throws. */
  findList(address: string, signal?: AbortSignal): Promise<FoundList>;
}

/** A site whose places number their posts consecutively and count the comments of each. */
export interface TrackerSite extends SiteFacts, Responses, PlaceResponses, TrackerResponses {
  reads: "trackers";
}

/**
 * A site that streams all events in order, at least once. It is watched as a whole. Its other places, if it has
 * any, are read page by page.
 */
export interface StreamedSite extends SiteFacts, Responses {
  reads: "stream";
  /** Retention of events on the site (ms). An older cursor causes a gap. 0: every interruption is a gap. */
  lookBackMs: number;
  /** Reads the places other than 'all'. */
  pages?: ForwardPages;
  checkPlace?: PlaceResponses["checkPlace"];
  /**
   * Streams events in batches, starting at the cursor (null: now) and repeating a few earlier ones. The next
   * batch is only read from the connection on demand, so memory stays bounded. Ends without an error when the
   * signal is aborted. Throws if the connection is refused, lost or silent. The next `listen` connects to the
   * next host and moves the cursor back by a margin.
   */
  listen(cursor: string | null, signal: AbortSignal): AsyncIterable<StreamBatch>;
  /** Looks up accounts. Absent if events contain their names. Returns names by id, without unknown ones. */
  fetchNames?(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, string>>;
  /** Returns account ids by current name in lower case. Ids map to themselves. Omits unknown accounts. */
  fetchAccounts?(names: readonly string[], signal?: AbortSignal): Promise<Map<string, string>>;
}

/** A site with a stream and other places. */
export type PagesOfStream = StreamedSite & { pages: ForwardPages };

/**
 * A site that publishes a file of new items in some minutes, and a list of the latest items to check the files
 * against. It has no deletions.
 */
export interface FiledSite extends SiteFacts, Responses {
  reads: "files";
  /** Returns the fullname of the item at a URL, which need not exist. */
  getFullname(url: string): string;
  /** Fetches the latest list. `list` is null if it has not changed since these validators. */
  fetchLatest(
    marks: FileMarks | null,
    signal?: AbortSignal,
  ): Promise<{ list: LatestList | null; marks: FileMarks; rate: Rate }>;
  /** Fetches the file of a minute (minutes since the epoch). Null if there is none, or none yet. */
  fetchFile(minute: number, signal?: AbortSignal): Promise<{ file: ItemFile | null; rate: Rate }>;
}

/** A site whose places share sources, each read step by step. */
export interface WalkedSite extends SiteFacts, Responses, Partial<PlaceResponses>, WalkResponses {
  reads: "walks";
}

export interface Page {
  items: Item[];
  /** Rows that are invalid or too large. */
  skipped: number;
  /** Cursor of the next page, or null at the end of the listing. */
  after: string | null;
  rate: Rate;
  /** Number of requests used. Default: one. */
  requests?: number;
}
