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

export interface SiteFacts extends SiteLinks {
  /** The id in rows, and the prefix of places in watches. */
  id: string;
  title: string;
  /** The title within a sentence, if it differs. */
  titleInText?: string;
  /** Name of all its places, if it isn't "All of" with the title. */
  wholeTitle?: string;
  placeWord: string;
  /** True if watches can name the whole site: the place 'all'. */
  hasAll: boolean;
  /** True if the whole site is read completely. 'all' is then as reliable as named places on other sites. */
  readsWhole: boolean;
  /** "sampled": parts are sampled with the site; "whole": read separately, all their items are stored. */
  hasParts?: "sampled" | "whole";
  /** Returns why a name can't be a place, given its health if it was checked. Default: it doesn't exist. */
  toRefusal?(place: string, health: PlaceHealth | null): string | null;
  /** Only the text of one in this many items is stored. Default: all are. */
  sampledOneIn?: number;
  /** Read interval with the built-in scheduler (ms). */
  readEveryMs: number;
  /** Minimum read interval (ms) if the site is read as fast as its budget allows evenly. */
  minReadEveryMs?: number;
  window: RequestWindow;
  /** True if a place can have this name, in any case. The place need not exist. */
  isPlaceName(name: string): boolean;
  /** True if a name can start like this, in lower case. */
  isNamePrefix(typed: string): boolean;
  /** Returns the name from user input: without white space and prefix, or from a URL of the site. */
  strippedName(typed: string): string;
  getLabel(place: string): string;
  getUrl(place: string): string;
  /** The host of a place, if places are user-supplied URLs. Failures then affect only the place. */
  getHost?(place: string): string;
  /** True if a place's name is a secret URL, which is stored encrypted (hidden-name.ts). */
  hidesNames?: true;
  /** Maximum number of watched places in this installation, and the text for too many. */
  placeLimit?: { max: number; excess: string } | undefined;
  /** True to show its error messages to the users who watch a place, as for user-supplied hosts. */
  explainsFailures?: true;
  wellKnown?: Readonly<Record<string, string>>;
  /** Returns the displayed part of an item as Markdown. Never throws. */
  getContent(item: Pick<Item, "html" | "body">): string;
  /** The place that shows all replies to an item, or null if it can't have any. Absent without threads. */
  getThreadPlace?(item: Pick<Item, "place" | "fullname">): string | null;
  /** True if `fetchItem` returns the number of replies to a post. */
  countsReplies?: true;
  placeNote?: string | undefined;
  /** For the coverage page: one sentence about how the site is read, a known limit, and its announced end. */
  coverage: { summary: string; limit: string | null; ends?: string };
}

export function explainsFailure({ getHost, explainsFailures }: SiteFacts): boolean {
  return getHost !== undefined || explainsFailures === true;
}

export interface RegisteredSite extends SiteFacts {
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

export interface PagedSite extends SiteFacts, Responses, PlaceResponses {
  reads: "pages";
  pageSize: number;
  listing: ListingLimits;
  /** True if pages start after an item. If it was deleted, an empty page is not the end of the listing. */
  hasAnchors: boolean;
  /** For sites that count pages by rows: returns the cursor after this many rows. */
  afterRows?(rows: number): string;
  /** Newest first, including 'all'. On "too-large", request fewer rows. Skips too large single items. */
  fetchNewest(query: {
    places: readonly string[];
    kind: ItemKind;
    limit?: number;
    after?: string | null;
    signal?: AbortSignal;
  }): Promise<Page>;
}

/** A site whose items have consecutive numbers, so we notice missing ones. It is watched as a whole. */
export interface SequencedSite extends SiteFacts, Responses {
  reads: "sequence";
  fetchTip(signal?: AbortSignal): Promise<{ tip: number; rate: Rate }>;
  fetchNumber(number: number, signal?: AbortSignal): Promise<{ found: Numbered; rate: Rate }>;
  /** Fetches further displayed parts; omits failed ones. Calls `canRequest` before each request. */
  completed(item: Item, canRequest: () => Promise<boolean>, signal?: AbortSignal): Promise<Item>;
  /**
   * The root of the item's thread, or null if the site doesn't show it. `findKnown` returns the root of a
   * recorded item. Calls `canRequest` before each request. Throws if one fails or isn't allowed.
   */
  findRoot(
    fullname: string,
    allowed: {
      canRequest: () => Promise<boolean>;
      findKnown: (fullname: string) => Promise<string | null>;
    },
    signal?: AbortSignal,
  ): Promise<string | null>;
}

/** "nothing": hidden, "absent": no item yet, "delayed": its text is delayed. */
export type Numbered = Item | "nothing" | "absent" | "delayed";

/** A site whose places are lists with their own URLs, content and freshness, requested separately. */
export interface ListedSite extends SiteFacts {
  reads: "lists";
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
  /** Fetches the latest posts, or those below a number. Sends one request at a time per forum. */
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

/** A site that streams all events in order, at least once. Watched as a whole; other places are paged. */
export interface StreamedSite extends SiteFacts, Responses {
  reads: "stream";
  /** Retention of events on the site (ms). An older cursor causes a gap. 0: every interruption is a gap. */
  lookBackMs: number;
  /** Reads the places other than 'all'. */
  pages?: ForwardPages;
  checkPlace?: PlaceResponses["checkPlace"];
  /**
   * Streams batches from the cursor, repeating a few events. Null: from `startAt`, or now if the site has no
   * history. Reads the next batch only on demand, to bound memory. Ends without an error on abort, throws if
   * refused, lost or silent. The next `listen` uses the next host and an earlier cursor.
   */
  listen(cursor: string | null, signal: AbortSignal, startAt?: Date): AsyncIterable<StreamBatch>;
  /** Looks up accounts. Absent if events contain their names. Returns names by id, without unknown ones. */
  fetchNames?(ids: readonly string[], signal?: AbortSignal): Promise<Map<string, string>>;
  /** Returns account ids by current name in lower case. Ids map to themselves. Omits unknown accounts. */
  fetchAccounts?(names: readonly string[], signal?: AbortSignal): Promise<Map<string, string>>;
}

export type PagesOfStream = StreamedSite & { pages: ForwardPages };

/** A site with a file of new items per minute and a list to check them against. It has no deletions. */
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
  skipped: number;
  /** Cursor of the next page, or null at the end of the listing. */
  after: string | null;
  rate: Rate;
  /** Number of requests used. Default: one. */
  requests?: number;
}
