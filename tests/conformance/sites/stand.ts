import type { ItemKind } from "@/domain/item";
import type { PlaceHealth, Site } from "@/domain/site";
import type { SiteErrorKind } from "@/domain/site-error";
import type { Fault } from "@/server/platform/run-context";
import type { PollTally } from "@/server/reading/poll";

/** What a site can do wrong, as its stand-in does it. */
export interface Trouble {
  name: string;
  /** Begins it: for one place alone or for the whole site; where `times` is given it ends after so many requests. */
  begin(where: { place?: string; kind?: ItemKind; times?: number }): void;
}

/** One site on its stand-in, on a clock that the test moves: what every site is tried by. */
export interface Stand {
  site: Site;
  /** Two places that a watch can name, and one that nobody has taken. */
  places: readonly [string, string];
  nobodys: string;
  /** Writes something there, in words of the test's, and answers its fullname. */
  write(place: string, kind: ItemKind, words: string): string;
  /** Writes so many at once, more than a page holds. */
  writeMany(place: string, kind: ItemKind, words: string, count: number): string[];
  /** The ways in which something ends on the site. */
  endings: Readonly<Record<string, (fullname: string) => void>>;
  /** What a place can become that can't be read any more, and back. */
  refusals: readonly PlaceHealth[];
  setHealth(place: string, health: PlaceHealth): void;
  /** Of one place: its position stays, the others go on. */
  troubles: readonly Trouble[];
  /** Of the site: everything waits. */
  pauses: readonly Trouble[];
  /** Answers that refuse whatever is asked. */
  denials: readonly Trouble[];
  /** One question each: what the site's error is. */
  errors: readonly (Trouble & { kind: SiteErrorKind })[];
  heal(): void;
  now(): Date;
  advance(ms: number): void;
  pollOnce(how?: { limitMs?: number; site?: Site }): Promise<PollTally & { faults: Fault[] }>;
  recheck(): Promise<{ rechecked: number; blanked: number; faults: Fault[] }>;
  close(): Promise<unknown>;
}
