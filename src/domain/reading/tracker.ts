import type { Item } from "./item";
import type { Rate } from "./site-error";

export interface Opening {
  number: number;
  title: string;
  /** The site's word for the list that contains its comments. */
  thread: string;
  createdAt: Date;
  changedAt: Date;
  /** Number of comments by the site's count, or null if the site has no count. */
  total: number | null;
  /** Its comments are in no list of changes: they are read whenever it has changed. */
  hasOwnList: boolean;
  /** Null if it can't be read. */
  item: Item | null;
}

/** Why a number has no post: moved to another place, deleted, or not visible to us. */
export const missingReasons = ["transferred", "deleted", "hidden"] as const;
export type Missing = (typeof missingReasons)[number];

/** A comment on the post with `number`, or null for other posts. */
export interface TrackerEntry {
  number: number | null;
  /** Without a title for comments: the reader adds the title of their post. */
  item: Item;
  /** The site counts it as a comment of its post. */
  isCounted: boolean;
}

interface TrackerPage {
  entries: TrackerEntry[];
  skipped: number;
  /** Continues the read. Null at its end. */
  next: string | null;
  rate: Rate;
  requests: number;
}

export interface ChangesPage extends TrackerPage {
  openings: Opening[];
  /** The position for the next read, stored with this page. */
  mark: string;
}

export interface CommentsPage extends TrackerPage {
  /** Comments that the site counts on this page and doesn't show. */
  unshown: number;
}

export interface TrackerStart {
  reached: number;
  /** Posts whose earlier comments are not new. */
  openings: Opening[];
  rate: Rate;
  requests: number;
}

export interface TrackerResponses {
  /** The lists of changes of every place, in reading order: posts before their comments. */
  lists: readonly string[];
  /** Returns where to start: all posts created since then have higher numbers. */
  fetchStart(place: string, since: Date, signal?: AbortSignal): Promise<TrackerStart>;
  /** Fetches the next changes since the mark, oldest first. `hasNews`: posts have changed in this read. */
  fetchChanges(
    place: string,
    from: { list: string; mark: string | null; next: string | null; since: Date; hasNews: boolean },
    signal?: AbortSignal,
  ): Promise<ChangesPage>;
  fetchNumber(
    place: string,
    number: number,
    signal?: AbortSignal,
  ): Promise<{ found: Opening | Missing; rate: Rate }>;
  fetchComments(
    place: string,
    of: Pick<Opening, "number" | "thread"> & { since: Date | null; next: string | null },
    signal?: AbortSignal,
  ): Promise<CommentsPage>;
}

const minute = 60_000;
/** Waits before a post's comments are counted again, and before a hidden number is requested again. */
const recountWaitsMs = [minute, 5 * minute, 30 * minute];
const hiddenWaitsMs = [2 * minute, 10 * minute];

export function recountWaitMs(tries: number): number | null {
  return recountWaitsMs[tries - 1] ?? null;
}

/** Moved and deleted posts are final. */
export function missingWaitMs(why: Missing, tries: number): number | null {
  return why === "hidden" ? (hiddenWaitsMs[tries - 1] ?? null) : null;
}

/** The highest `max` numbers without a post above the position, ascending, and their total count. */
export function holesAbove(
  reached: number,
  known: readonly number[],
  max: number,
): { numbers: number[]; count: number } {
  const numbers = new Set(known.filter((number) => number > reached));
  const top = Math.max(reached, ...numbers);
  const holes: number[] = [];
  for (let number = top - 1; number > reached && holes.length < max; number -= 1)
    if (!numbers.has(number)) holes.push(number);
  return { numbers: holes.reverse(), count: top - reached - numbers.size };
}
