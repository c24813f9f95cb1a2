import type { ItemKind } from "@/domain/item";
import type {
  ForumSite,
  ListedSite,
  PagedSite,
  PlaceHealth,
  SequencedSite,
  Site,
  StreamedSite,
} from "@/domain/site";
import type { SiteErrorKind } from "@/domain/site-error";
import type { Fault } from "@/server/platform/run-context";
import type { SiteTally } from "@/server/reading/context";
import type { ListenTally } from "@/server/reading/stream-state";

/** What a site can do wrong, as its stand-in does it. */
export interface Trouble {
  name: string;
  /** Begins it: for one place alone or for the whole site; where `times` is given it ends after so many requests. */
  begin(where: { place?: string; kind?: ItemKind; times?: number }): void;
}

/** One site on its stand-in, on a clock that the test moves: what every site is tried by. */
interface AnyStand<S extends Site> {
  site: S;
  /** One question about what is new. */
  ask(): Promise<unknown>;
  /** Places that a watch can name. */
  places: readonly [string, ...string[]];
  /** Writes something there, in words of the test's, and answers its fullname. */
  write(place: string, kind: ItemKind, words: string): string;
  /** Writes so many at once, more than a page holds. */
  writeMany(place: string, kind: ItemKind, words: string, count: number): string[];
  /** The ways in which something ends on the site. */
  endings: Readonly<Record<string, (fullname: string) => void>>;
  /** Of the site: everything waits. */
  pauses: readonly Trouble[];
  /** One question each: what the site's error is. */
  errors: readonly (Trouble & { kind: SiteErrorKind })[];
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  pollOnce(how?: { limitMs?: number }): Promise<SiteTally & { faults: Fault[] }>;
  /** The same in a process that ends while it reads, after so many questions. */
  pollDying(after: number): Promise<unknown>;
  recheck(): Promise<{ rechecked: number; blanked: number; faults: Fault[] }>;
  close(): Promise<unknown>;
}

/** A site that is read page by page, place by place. */
export interface PagedStand extends AnyStand<PagedSite> {
  reads: "pages";
  places: readonly [string, string];
  /** A name that nobody has taken. */
  nobodys: string;
  /** What a place can become that can't be read any more, and back. */
  refusals: readonly PlaceHealth[];
  setHealth(place: string, health: PlaceHealth): void;
  /** Of one place: its position stays, the others go on. */
  troubles: readonly Trouble[];
  /** Answers that refuse whatever is asked. */
  denials: readonly Trouble[];
}

/** A site that is read page by page as a whole: its one place is 'all'. */
export interface WholeStand extends AnyStand<PagedSite> {
  reads: "pages";
  places: readonly ["all"];
  /** Of the whole site: its positions stay, and all is read once they are over. */
  troubles: readonly Trouble[];
  /** The list of one kind fails whenever it is asked for. */
  failList(kind: ItemKind): void;
  /** One page of it does, 2 or later. */
  failPage(kind: ItemKind, page: number): void;
  /** Changes the words of what stands there. */
  edit(fullname: string, words: string): void;
  /** Writes a comment on this post. */
  commentOn(fullname: string, words: string): string;
  /** Happens whenever time passes, so also between two requests of one read. */
  meanwhile(happens: () => void): void;
  /** What it was asked, oldest first. */
  requests(): readonly { path: string; atMs: number; userAgent: string | null }[];
}

/** A site whose items are numbered. */
export interface SequenceStand extends AnyStand<SequencedSite> {
  reads: "sequence";
  /** Of the whole site: its position stays, and all is read once they are over. */
  troubles: readonly Trouble[];
  /** Of one number, whose requests go on failing. */
  failOne(fullname: string): void;
  /** Changes the words of what stands there. */
  edit(fullname: string, words: string): void;
  /** Of the items so many are answered, then who asks is told to wait. */
  refuseAfter(answers: number): void;
  /** So many reads of it find nothing. */
  hide(fullname: string, reads: number): void;
  /** Its text is held back from now on, for so long. */
  delay(words: string, seconds: number): string;
  /** The newest number that is named stays what it is. */
  freeze(isFrozen: boolean): void;
}

/** A site whose places are lists at addresses of their own. */
export interface ListStand {
  site: ListedSite;
  /** Lists of different formats. */
  places: readonly [string, string];
  /** A place whose page names this list. */
  pageOf(place: string): string;
  write(place: string, words: string): string;
  endings: Readonly<Record<string, (place: string, id: string) => void>>;
  /** Of one list: its position stays, the others go on; with the kind of the error. */
  troubles: readonly (Trouble & { kind: SiteErrorKind })[];
  /** How long until each is asked again. */
  freshMs: number;
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  pollOnce(): Promise<SiteTally & { faults: Fault[] }>;
  /** The same in a process that ends once it has heard of a list. */
  pollDying(): Promise<unknown>;
  recheck(): Promise<{ rechecked: number; blanked: number; faults: Fault[] }>;
  close(): Promise<unknown>;
}

/** A site whose places are forums, each at an address of its own: what ails one is none of the others' business. */
export interface ForumStand extends AnyStand<ForumSite> {
  reads: "forums";
  places: readonly [string, string, ...string[]];
}

type Listened = ListenTally & { faults: Fault[] };

/** A site that tells everything as it happens, at two hosts. */
export interface StreamStand {
  site: StreamedSite;
  /** Writes something as one of its accounts, and answers its fullname. */
  write(words: string, how?: { kind?: ItemKind; by?: string; writtenAt?: Date }): string;
  edit(fullname: string, words: string): void;
  delete(fullname: string): void;
  /** What an account can become that takes all it wrote along, and back. */
  ends: Readonly<Record<string, (account: string) => void>>;
  comesBack(account: string): void;
  /** Of the line: its position stays, and all is taken in once they are over. */
  troubles: readonly (Pick<Trouble, "name"> & { begin(): void })[];
  /** The host that is listened to is gone for good. */
  loseHost(): void;
  /** What accounts are called can't be asked. */
  loseNames(): void;
  /** What happened longer ago than this is told no more. */
  keepOnly(ms: number): void;
  nameOf(account: string): string;
  idOf(account: string): string;
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  listenOnce(): Promise<Listened>;
  /** A reader that stays until it is told to end, and what went wrong so far. */
  stay(): Promise<{ faults: readonly Fault[]; end(): Promise<Listened> }>;
  /** A process that ends after so many pieces. */
  listenDying(after: number): Promise<unknown>;
  recheck(): Promise<{ rechecked: number; blanked: number; faults: Fault[] }>;
  close(): Promise<unknown>;
}

export type Stand = PagedStand | WholeStand | SequenceStand | ForumStand;
