import { type Clock, writtenBefore } from "../clock";
import { hash, Random } from "../random";
import { comments, matchComments, matchTitles, names, things, titles } from "./words";

export interface HackerNewsOptions {
  seed: number;
  /** Generated items per second. 0: only items made by hand. */
  perSecond: number;
  /** Keywords that occasionally appear in items, and how often. */
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** Shares of generated items that appear late, never, or as "[delayed]" for minutes. */
  lateShare: number;
  neverShare: number;
  delayedShare: number;
}

/** The real site's rate: 12,500 items a day. */
export const usual: HackerNewsOptions = {
  seed: 1,
  perSecond: 0.15,
  keywords: ["invoice software", "late payments", "tidewater"],
  keywordEverySeconds: 90,
  lateShare: 0.01,
  neverShare: 0,
  delayedShare: 0.005,
};

export interface Entry {
  id: number;
  type: "story" | "comment" | "poll" | "pollopt";
  by: string;
  atMs: number;
  title?: string;
  text?: string;
  url?: string;
  parent?: number;
  /** The story of a comment. */
  root?: number;
  /** Live comments of a story. */
  comments: number;
  /** The poll that this option belongs to. */
  poll?: number;
  /** Item numbers of a poll's options. */
  parts?: number[];
  state: "live" | "deleted" | "dead";
  /** Hidden until this time and for the first reads. */
  shownAtMs: number;
  nullReads: number;
  delayedUntilMs: number;
  keyword: string | null;
}

export type Draft = Partial<Pick<Entry, "by" | "title" | "text" | "url" | "parent" | "nullReads">> & {
  delayedSeconds?: number;
  atMs?: number;
  /** Makes it a poll. The options get the next numbers. */
  options?: readonly string[];
};

const oldestId = 47_900_000;
const plain = { shownAtMs: 0, nullReads: 0, delayedUntilMs: 0, comments: 0 };

/** All items of the simulated Hacker News, with consecutive numbers. */
export class HackerNewsWorld {
  readonly clock: Clock;
  readonly #options: HackerNewsOptions;
  #entries: Entry[] = [];
  #firstId = oldestId;
  #random: Random;
  #dueMs: number;
  #keywordDueMs: number;
  #frozenAt: number | null = null;
  #isSilent = false;

  constructor(clock: Clock, options: Partial<HackerNewsOptions> = {}) {
    this.clock = clock;
    this.#options = { ...usual, ...options };
    [this.#random, this.#dueMs, this.#keywordDueMs] = this.#begin();
  }

  reset(): void {
    [this.#random, this.#dueMs, this.#keywordDueMs] = this.#begin();
  }

  #begin(): [Random, number, number] {
    const { seed, perSecond, keywordEverySeconds } = this.#options;
    this.#entries = [];
    this.#firstId = oldestId + writtenBefore(this.clock, perSecond);
    this.#frozenAt = null;
    this.#isSilent = false;
    const nowMs = this.clock.nowMs();
    this.#add({
      type: "story",
      by: names[0]!,
      atMs: nowMs - 60_000,
      title: "The harbour at night",
      keyword: null,
    });
    return [new Random(hash(seed, 0x4e, 0)), nowMs, nowMs + keywordEverySeconds * 1000];
  }

  /** Generates the items due by the clock. All readers call it first. */
  catchUp(): void {
    const { perSecond, keywords, keywordEverySeconds } = this.#options;
    const nowMs = this.clock.nowMs();
    if (perSecond === 0 || this.#isSilent) return;
    while (this.#dueMs <= nowMs) {
      const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
      if (isHeard) this.#keywordDueMs += keywordEverySeconds * 1000;
      this.#compose(this.#dueMs, isHeard ? this.#random.pick(keywords) : null);
      // Irregular intervals are more realistic.
      this.#dueMs += (1000 / perSecond) * (0.2 + 1.6 * this.#random.next());
    }
  }

  #compose(atMs: number, keyword: string | null): void {
    const random = this.#random;
    const { lateShare, neverShare, delayedShare } = this.#options;
    const by = random.pick(names);
    const lot = random.next();
    const isLate = lot < lateShare;
    const shownAtMs = isLate ? atMs + 1_000 + random.int(240_000) : lot > 1 - neverShare ? Infinity : 0;
    const isDelayed = random.chance(delayedShare);
    const often = {
      by,
      atMs,
      keyword,
      shownAtMs,
      delayedUntilMs: isDelayed ? atMs + 60_000 + random.int(540_000) : 0,
    };
    if (random.chance(0.12)) {
      const title = random.pick(keyword === null ? titles : matchTitles);
      const url = random.chance(0.7) ? `https://example.com/${random.int(1_000_000)}` : undefined;
      this.#add({ ...often, delayedUntilMs: 0, type: "story", title: filled(title, keyword, random), url });
      return;
    }
    const parent = this.#entries[Math.max(0, this.#entries.length - 1 - random.int(40))]!.id;
    const text = random.pick(keyword === null ? comments : matchComments);
    this.#add({ ...often, type: "comment", parent, text: filled(text, keyword, random) });
  }

  #add(entry: Partial<Entry> & Pick<Entry, "type" | "by" | "atMs" | "keyword">): Entry {
    const id = this.#firstId + this.#entries.length;
    const above = entry.parent === undefined ? undefined : this.#entries[entry.parent - this.#firstId];
    const root = above?.root ?? above?.id;
    if (root !== undefined) this.#entries[root - this.#firstId]!.comments += 1;
    const added: Entry = { state: "live", ...plain, ...entry, ...(root !== undefined && { root }), id };
    this.#entries.push(added);
    return added;
  }

  /** Writes a comment if it has a parent, a poll if it has options, otherwise a story. Returns its number. */
  write({ delayedSeconds = 0, options = [], ...draft }: Draft): number {
    this.catchUp();
    const atMs = draft.atMs ?? this.clock.nowMs();
    const type = draft.parent !== undefined ? "comment" : options.length > 0 ? "poll" : "story";
    const delayedUntilMs = atMs + delayedSeconds * 1000;
    const entry = this.#add({ by: "ferryman", keyword: null, ...draft, type, atMs, delayedUntilMs });
    const option = { type: "pollopt", by: entry.by, keyword: null, atMs, poll: entry.id } as const;
    if (type === "poll") entry.parts = options.map((text) => this.#add({ ...option, text }).id);
    return entry.id;
  }

  find(id: number): Entry | undefined {
    this.catchUp();
    if (id >= oldestId && id < this.#firstId) return goneBefore(id);
    return this.#entries[id - this.#firstId];
  }

  /** Removes an item, as its author ("deleted") or the moderators ("dead") do. */
  end(id: number, state: "deleted" | "dead"): void {
    const entry = this.known(id);
    const story = entry.root === undefined ? undefined : this.find(entry.root);
    if (story !== undefined && entry.state === "live") story.comments -= 1;
    entry.state = state;
  }

  edit(id: number, words: Partial<Pick<Entry, "title" | "text">>): void {
    Object.assign(this.known(id), words);
  }

  /** The next reads of the item return null. */
  hide(id: number, reads: number): void {
    this.known(id).nullReads = reads;
  }

  /** Keeps `maxitem` constant even if items are written. */
  freeze(isFrozen: boolean): void {
    this.#frozenAt = isFrozen ? this.tip() : null;
  }

  /** Stops generating items. */
  fallSilent(): void {
    this.catchUp();
    this.#isSilent = true;
  }

  tip(): number {
    this.catchUp();
    return this.#frozenAt ?? this.#firstId + this.#entries.length - 1;
  }

  /** Returns the items after one number, up to and including another. */
  written(after: number, until: number): readonly Entry[] {
    const [from, to] = [after + 1 - this.#firstId, until + 1 - this.#firstId];
    return this.#entries.slice(Math.max(0, from), Math.max(0, to));
  }

  newest(count: number): readonly Entry[] {
    this.catchUp();
    return this.#entries.slice(-count).toReversed();
  }

  known(id: number): Entry {
    const entry = this.find(id);
    if (entry === undefined) throw new RangeError(`no item ${id}`);
    return entry;
  }
}

/** An item from before the sandbox started, since deleted. */
function goneBefore(id: number): Entry {
  const entry = { id, type: "comment", by: names[0]!, atMs: 0, state: "deleted", keyword: null } as const;
  return { ...entry, ...plain };
}

function filled(text: string, keyword: string | null, random: Random): string {
  return text.replaceAll("{k}", keyword ?? "").replaceAll("{thing}", random.pick(things));
}
