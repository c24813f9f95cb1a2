import { hash, Random } from "../random";
import type { EntryKind } from "./entry";
import { Ids } from "./ids";
import type { Subreddit } from "./subreddits";

export interface KeywordTrack {
  keyword: string;
  /** Display names, or 'all' for any. */
  subreddits: readonly string[];
  everySeconds: number;
}

export interface StreamSettings {
  /** Items per second across all subreddits, without keyword items. */
  perSecond: number;
  postShare: number;
  keywords: readonly KeywordTrack[];
  /** Interval of bursts: 40 items within ten seconds in one subreddit. 0: none. */
  burstEveryMinutes: number;
}

const business = [
  ...["smallbusiness", "freelance", "Entrepreneur", "startups", "consulting", "SaaS"],
  ...["Accounting", "Bookkeeping", "CanadaSmallBusiness", "graphic_design", "webdev"],
];

export const demoStream: StreamSettings = {
  perSecond: 1.2,
  postShare: 0.35,
  // Frequent enough for the demo, but below the 200 per hour at which emails become digests.
  keywords: [
    {
      keyword: "invoice software",
      subreddits: ["smallbusiness", "freelance", "Entrepreneur"],
      everySeconds: 20,
    },
    { keyword: "tidewater", subreddits: ["smallbusiness", "freelance"], everySeconds: 20 },
    { keyword: "late payments", subreddits: business, everySeconds: 20 },
  ],
  burstEveryMinutes: 10,
};

const burstSize = 40;
/** More than one id tick, so ids are unique. */
const burstApartMs = 250;

/** One generated item. Depends only on seed, track and number, never on earlier items. */
export interface Slot {
  track: number;
  number: number;
  atMs: number;
  serial: number;
  seed: number;
  kind: EntryKind;
  subreddit: Subreddit;
  keyword: string | null;
  /**
   * Delay before it is listed: some comments appear late, below newer ones, and some posts await approval.
   */
  lagMs: number;
  /** Time until it is deleted or removed after being listed. */
  goneAfterMs: number | null;
}

interface Track {
  index: number;
  periodMs: number;
  offsetMs: number;
  keyword: string | null;
  subreddits: readonly Subreddit[];
  /** Cumulative weights. */
  sums: readonly number[];
  postShare: number;
  /** Number of items per burst, all in one subreddit. */
  clump: number;
}

/** An endless schedule of items. Any time range can be generated without state. */
export class Stream {
  readonly ids: Ids;
  readonly #tracks: Track[];
  readonly #seed: number;

  constructor(seed: number, settings: StreamSettings, subreddits: readonly Subreddit[]) {
    this.#seed = seed;
    this.#tracks = tracksOf(settings, subreddits);
    const shortest = Math.min(...this.#tracks.map((track) => track.periodMs));
    this.ids = new Ids(Math.max(1, Math.min(200, Math.floor(shortest))));
  }

  /** Generates the items after one time, up to and including another, in order. */
  *between(afterMs: number, untilMs: number): Generator<Slot> {
    const cursors = this.#tracks.map((track) => cursorAfter(track, afterMs));
    for (;;) {
      let first: Cursor | undefined;
      for (const cursor of cursors) {
        if (cursor.atMs <= untilMs && (first === undefined || cursor.atMs < first.atMs)) first = cursor;
      }
      if (first === undefined) return;
      yield this.#slot(first.track, first.number);
      first.number += 1;
      first.atMs = getMoment(first.track, first.number);
    }
  }

  /** Returns the item with this serial, if it is from this stream. */
  find(serial: number): Slot | undefined {
    const { atMs, tickMs, track: index } = this.ids.getMoment(serial);
    const track = this.#tracks[index];
    if (track === undefined) return undefined;
    const number = numberAt(track, atMs - 0.5);
    if (getMoment(track, number) >= atMs + tickMs) return undefined;
    const slot = this.#slot(track, number);
    return slot.serial === serial ? slot : undefined;
  }

  /** Returns an earlier post of the subreddit for a comment to reply to. */
  getParent(slot: Pick<Slot, "subreddit" | "atMs" | "seed">): Slot | undefined {
    const base = this.#tracks[0];
    if (base === undefined || base.keyword !== null) return undefined;
    const newest = Math.floor((slot.atMs - base.offsetMs) / base.periodMs) - 1;
    const skipped = new Random(slot.seed ^ 0x5bd1e995).int(120);
    for (let back = skipped; back < skipped + 2500; back += 1) {
      const candidate = this.#slot(base, newest - back);
      if (candidate.kind === "post" && candidate.subreddit === slot.subreddit) return candidate;
    }
    return undefined;
  }

  #slot(track: Track, number: number): Slot {
    const random = new Random(hash(this.#seed, track.index, Math.floor(number / track.clump)));
    const atMs = getMoment(track, number);
    const kind = random.chance(track.postShare) ? "post" : "comment";
    const subreddit = pickByWeight(track, random);
    return {
      track: track.index,
      number,
      atMs,
      serial: this.ids.serial(atMs, track.index),
      kind,
      subreddit,
      keyword: track.keyword,
      lagMs: lagOf(kind, track, random),
      goneAfterMs: isOrdinary(track) && random.chance(0.01) ? 30_000 + random.int(1_200_000) : null,
      seed: hash(this.#seed ^ 0x2545f491, track.index, number),
    };
  }
}

/** True unless the items contain keywords, which watches wait for, or belong to a burst. */
function isOrdinary(track: Track): boolean {
  return track.keyword === null && track.clump === 1;
}

function lagOf(kind: EntryKind, track: Track, random: Random): number {
  if (kind === "comment") return track.clump === 1 && random.chance(0.04) ? 500 + random.int(3500) : 0;
  return isOrdinary(track) && random.chance(0.015) ? 120_000 + random.int(360_000) : 0;
}

function tracksOf(settings: StreamSettings, subreddits: readonly Subreddit[]): Track[] {
  const written = subreddits.filter((subreddit) => subreddit.weight > 0);
  const open = written.filter((subreddit) => subreddit.health === "ok");
  const base = trackOf(0, 1000 / settings.perSecond, 0, null, written, settings.postShare);
  const keywords = settings.keywords.map((track, index) => {
    const names = new Set(track.subreddits.map((name) => name.toLowerCase()));
    const members = subreddits.filter((subreddit) => names.has(subreddit.name.toLowerCase()));
    const periodMs = track.everySeconds * 1000;
    // Staggered, so keyword items don't coincide.
    const offsetMs = Math.round((periodMs * (index + 0.3)) / settings.keywords.length);
    return trackOf(index + 1, periodMs, offsetMs, track.keyword, names.has("all") ? open : members, 0.5);
  });
  if (keywords.length > 29) throw new RangeError("at most 29 keywords have a track");
  const apartMs = (settings.burstEveryMinutes * 60_000) / burstSize;
  const bursts = { ...trackOf(0, apartMs, apartMs * 25, null, open, 0.2), clump: burstSize };
  const tracks = settings.perSecond > 0 ? [base, ...keywords] : keywords;
  if (settings.perSecond > 0 && apartMs > 0) tracks.push(bursts);
  return tracks.map((track, index) => ({ ...track, index }));
}

interface Cursor {
  track: Track;
  number: number;
  atMs: number;
}

function cursorAfter(track: Track, afterMs: number): Cursor {
  let number = Math.floor((afterMs - track.offsetMs) / track.periodMs) - 1;
  while (getMoment(track, number) <= afterMs) number += 1;
  return { track, number, atMs: getMoment(track, number) };
}

function trackOf(
  index: number,
  periodMs: number,
  offsetMs: number,
  keyword: string | null,
  subreddits: readonly Subreddit[],
  postShare: number,
): Track {
  let sum = 0;
  const sums = subreddits.map((subreddit) => (sum += Math.max(subreddit.weight, 0.001)));
  return { index, periodMs, offsetMs, keyword, subreddits, sums, postShare, clump: 1 };
}

function getMoment(track: Track, number: number): number {
  const within = ((number % track.clump) + track.clump) % track.clump;
  return Math.round((number - within) * track.periodMs + track.offsetMs + within * burstApartMs);
}

/** The first number at or after this time, except for rounding. */
function numberAt(track: Track, atMs: number): number {
  if (track.clump === 1) return Math.ceil((atMs - track.offsetMs) / track.periodMs);
  const clump = Math.floor((atMs - track.offsetMs) / (track.periodMs * track.clump));
  const startedMs = clump * track.clump * track.periodMs + track.offsetMs;
  return clump * track.clump + Math.min(track.clump, Math.ceil((atMs - startedMs) / burstApartMs));
}

function pickByWeight(track: Track, random: Random): Subreddit {
  const wanted = random.next() * (track.sums.at(-1) ?? 0);
  const index = track.sums.findIndex((sum) => sum > wanted);
  const picked = track.subreddits[index];
  if (picked === undefined) throw new RangeError("a stream without subreddits");
  return picked;
}
