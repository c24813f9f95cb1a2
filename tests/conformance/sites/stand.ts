import type { ItemKind } from "@/domain/reading/item";
import type {
  FiledSite,
  ForumSite,
  ListedSite,
  PagedSite,
  PlaceHealth,
  SequencedSite,
  Site,
  StreamedSite,
  TrackerSite,
  WalkedSite,
} from "@/domain/reading/site";
import type { SiteErrorKind } from "@/domain/reading/site-error";
import type { Fault } from "@/server/platform/run-context";
import type { SiteTally } from "@/server/reading/context";
import type { ListenTally } from "@/server/reading/stream-state";

/** A failure that a site's stand-in can simulate. */
export interface Trouble {
  name: string;
  /** Starts it for a place or for the whole site. With `times` it ends after that many requests. */
  begin(where: { place?: string; kind?: ItemKind; times?: number }): void;
}

/** A site on its stand-in with a manual clock, as used by the tests of all sites. */
interface AnyStand<S extends Site> {
  site: S;
  /** Sends one request for new items. */
  request(): Promise<unknown>;
  /** Places that a watch can name. */
  places: readonly [string, ...string[]];
  /** Writes an item with these words and returns its fullname. */
  write(place: string, kind: ItemKind, words: string): string;
  /** Writes this many items, more than fit on a page. */
  writeMany(place: string, kind: ItemKind, words: string, count: number): string[];
  /** Writes a reply in the thread of this post and returns its fullname. Absent for sites without threads. */
  reply?(place: string, root: string, words: string): string;
  /** Changes the text of a reply. Absent for sites without threads. */
  editReply?(fullname: string, words: string): void;
  /** The ways an item can be deleted on the site. */
  endings: Readonly<Record<string, (fullname: string) => void>>;
  /** Failures of the whole site, which pause all reads. */
  pauses: readonly Trouble[];
  /** Failures of a single request, with the resulting kind of error. */
  errors: readonly (Trouble & { kind: SiteErrorKind })[];
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  pollOnce(how?: { limitMs?: number }): Promise<SiteTally & { faults: Fault[] }>;
  /** Like `pollOnce`, but the process dies after this many requests. */
  pollDying(after: number): Promise<unknown>;
  recheck(): Promise<{ rechecked: number; blanked: number; faults: Fault[] }>;
  close(): Promise<unknown>;
}

/** A site that is read in pages, place by place. */
export interface PagedStand extends AnyStand<PagedSite> {
  reads: "pages";
  places: readonly [string, string];
  /** A name that isn't in use. */
  nobodys: string;
  /** States of an unreadable place. */
  refusals: readonly PlaceHealth[];
  setHealth(place: string, health: PlaceHealth): void;
  /** Failures of one place: its position stays, and the others are read. */
  failures: readonly Trouble[];
  /** Responses that refuse every request. */
  denials: readonly Trouble[];
}

/** A site that is read in pages as a whole. Its only place is 'all'. */
export interface WholeStand extends AnyStand<PagedSite> {
  reads: "pages";
  places: readonly ["all"];
  /** Failures of the whole site: positions stay, and all items are read when they end. */
  failures: readonly Trouble[];
  /** Makes every request for the list of one kind fail. */
  failList(kind: ItemKind): void;
  /** Makes page 2 or a later one fail. */
  failPage(kind: ItemKind, page: number): void;
  /** Changes an item's text. */
  edit(fullname: string, words: string): void;
  /** Writes a comment on this post. */
  commentOn(fullname: string, words: string): string;
  /** Sets a callback for clock changes, including those between two requests of one read. */
  meanwhile(happens: () => void): void;
  /** The requests it received, oldest first. */
  requests(): readonly { path: string; atMs: number; userAgent: string | null }[];
}

/** A site with numbered items. */
export interface SequenceStand extends AnyStand<SequencedSite> {
  reads: "sequence";
  /** Failures of the whole site: its position stays, and all items are read when they end. */
  failures: readonly Trouble[];
  /** Makes all requests for one number fail. */
  failOne(fullname: string): void;
  /** Changes an item's text. */
  edit(fullname: string, words: string): void;
  /** Allows this many item requests, then responds with a rate limit. */
  refuseAfter(responses: number): void;
  /** Makes the next `reads` requests for this item return nothing. */
  hide(fullname: string, reads: number): void;
  /** Writes an item whose text is delayed by this many seconds. */
  delay(words: string, seconds: number): string;
  /** Freezes the reported maximum number. */
  freeze(isFrozen: boolean): void;
}

/** A site whose places are lists, each at its own URL. */
export interface ListStand {
  site: ListedSite;
  /** Lists in different formats. */
  places: readonly [string, string];
  /** A place whose page links to this list. */
  getPage(place: string): string;
  write(place: string, words: string): string;
  endings: Readonly<Record<string, (place: string, id: string) => void>>;
  /** Failures of one list, with the kind of error: its position stays, and the others are read. */
  failures: readonly (Trouble & { kind: SiteErrorKind })[];
  /** Time between reads of a list. */
  freshMs: number;
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  pollOnce(): Promise<SiteTally & { faults: Fault[] }>;
  /** Like `pollOnce`, but the process dies after receiving a list. */
  pollDying(): Promise<unknown>;
  recheck(): Promise<{ rechecked: number; blanked: number; faults: Fault[] }>;
  close(): Promise<unknown>;
}

/** A site whose places are forums, each at its own URL. Failures of one don't affect the others. */
export interface ForumStand extends AnyStand<ForumSite> {
  reads: "forums";
  places: readonly [string, string, ...string[]];
}

/** A site with numbered posts and counted comments in each place. */
export interface TrackerStand extends AnyStand<TrackerSite> {
  reads: "trackers";
  places: readonly [string, string];
  /** A name that isn't in use. */
  nobodys: string;
}

/** A site whose places share sources that are read step by step. */
export interface WalkStand extends AnyStand<WalkedSite> {
  reads: "walks";
}

type Listened = ListenTally & { faults: Fault[] };

/** A site that streams its events from two hosts. */
export interface StreamStand {
  site: StreamedSite;
  /** Writes an item as this account and returns its fullname. */
  write(words: string, how?: { kind?: ItemKind; by?: string; on?: string; writtenAt?: Date }): string;
  edit(fullname: string, words: string): void;
  delete(fullname: string): void;
  /** The states of an account that remove all its items. */
  ends: Readonly<Record<string, (account: string) => void>>;
  comesBack(account: string): void;
  /** Failures of the connection: its position stays, and all events are processed when they end. */
  failures: readonly (Pick<Trouble, "name"> & { begin(): void })[];
  /** Takes the current host down permanently. */
  loseHost(): void;
  /** Makes requests for account names fail. */
  loseNames(): void;
  /** Drops events older than this from the stream. */
  keepOnly(ms: number): void;
  nameOf(account: string): string;
  getId(account: string): string;
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  listenOnce(): Promise<Listened>;
  /** Starts a reader that keeps running until `end` is called, and exposes its faults. */
  stay(): Promise<{ faults: readonly Fault[]; end(): Promise<Listened> }>;
  /** Listens in a process that dies after this many batches. */
  listenDying(after: number): Promise<unknown>;
  recheck(): Promise<{ rechecked: number; blanked: number; faults: Fault[] }>;
  close(): Promise<unknown>;
}

/** A site with a file of new items per minute, and a list to check the files against. */
export interface FileStand {
  site: FiledSite;
  /** The part of the site whose items are written. */
  place: string;
  request(): Promise<unknown>;
  /** Lists an item, and writes it to the next file unless told otherwise. Returns its fullname. */
  write(
    words: string,
    how?: { isUnfiled?: boolean; isUnlisted?: boolean; atMs?: number; url?: string },
  ): string;
  /** Properties of the files and lists from now on. */
  faults(faults: {
    lateMinutes?: number;
    neverFiles?: number;
    truncatedFiles?: number;
    badLines?: number;
    emptyTitles?: number;
    isListStuck?: boolean;
  }): void;
  /** Completes truncated files. */
  mend(): void;
  /** Failures of the whole site, which pause all reads. */
  pauses: readonly Trouble[];
  /** Failures of a single request, with the resulting kind of error. */
  errors: readonly (Trouble & { kind: SiteErrorKind })[];
  /** Failures of the site: all items are read when they end. */
  troubles: readonly Trouble[];
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  pollOnce(how?: { limitMs?: number }): Promise<SiteTally & { faults: Fault[] }>;
  /** Reads every minute for this long. */
  readFor(ms: number): Promise<void>;
  /** Like `pollOnce`, but the process dies after this many files. */
  pollDying(after: number): Promise<unknown>;
  close(): Promise<unknown>;
}

export type Stand = PagedStand | WholeStand | SequenceStand | ForumStand | TrackerStand | WalkStand;
