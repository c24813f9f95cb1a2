import { type Clock, writtenBefore } from "../clock";
import { hash, Random } from "../random";
import { comments, matchComments, matchTitles, names, texts, things, titles } from "./words";

export interface LobstersOptions {
  seed: number;
  /** Generated stories and comments per minute. 0: only items made by hand. */
  perMinute: number;
  /** Keywords that occasionally appear in items, and how often. */
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** How long list pages are cached. */
  listsCachedMs: number;
}

/** Busier than the real site (about 500 items a day), for demonstration. */
export const usual: LobstersOptions = {
  seed: 1,
  perMinute: 2,
  keywords: ["invoice software", "late payments", "tidewater"],
  keywordEverySeconds: 600,
  listsCachedMs: 45_000,
};

/** A story or a comment, possibly removed. Comments have the id of their story. */
export interface Entry {
  kind: "story" | "comment";
  shortId: string;
  by: string;
  atMs: number;
  title: string;
  /** Markdown source. */
  text: string;
  url: string;
  story: string | null;
  tags: readonly string[];
  state: "live" | "deleted" | "moderated";
  /** Time of the last edit. Equals `atMs` if there was none. */
  editedMs: number;
  keyword: string | null;
}

export type Draft = Partial<
  Pick<Entry, "by" | "title" | "text" | "url" | "story" | "tags" | "atMs" | "keyword">
>;

/** All items of the simulated Lobsters. */
export class LobstersWorld {
  readonly clock: Clock;
  readonly #options: LobstersOptions;
  #entries = new Map<string, Entry>();
  #before = 0;
  #stories: Entry[] = [];
  #comments: Entry[] = [];
  #threads = new Map<string, Entry[]>();
  #random: Random;
  #dueMs: number;
  #keywordDueMs: number;

  constructor(clock: Clock, options: Partial<LobstersOptions> = {}) {
    this.clock = clock;
    this.#options = { ...usual, ...options };
    [this.#random, this.#dueMs, this.#keywordDueMs] = this.#begin();
  }

  get listsCachedMs(): number {
    return this.#options.listsCachedMs;
  }

  reset(): void {
    [this.#random, this.#dueMs, this.#keywordDueMs] = this.#begin();
  }

  #begin(): [Random, number, number] {
    this.#entries = new Map();
    this.#before = writtenBefore(this.clock, 1);
    this.#stories = [];
    this.#comments = [];
    this.#threads = new Map();
    const nowMs = this.clock.nowMs();
    this.#add({ title: "The lighthouse that ran Forth", by: names[0], atMs: nowMs - 60_000 });
    const random = new Random(hash(this.#options.seed, 0x10b, 0));
    return [random, nowMs, nowMs + this.#options.keywordEverySeconds * 1000];
  }

  /** Generates the items due by the clock. All readers call it first. */
  catchUp(): void {
    const { perMinute, keywords, keywordEverySeconds } = this.#options;
    const nowMs = this.clock.nowMs();
    if (perMinute === 0) return;
    while (this.#dueMs <= nowMs) {
      const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
      if (isHeard) this.#keywordDueMs += keywordEverySeconds * 1000;
      this.#compose(this.#dueMs, isHeard ? this.#random.pick(keywords) : null);
      // Irregular intervals are more realistic.
      this.#dueMs += (60_000 / perMinute) * (0.2 + 1.6 * this.#random.next());
    }
  }

  #compose(atMs: number, keyword: string | null): void {
    const random = this.#random;
    const by = random.pick(names);
    const filled = (lines: readonly string[]) =>
      random
        .pick(lines)
        .replaceAll("{k}", keyword ?? "")
        .replaceAll("{thing}", random.pick(things));
    if (random.chance(0.2)) {
      const title = filled(keyword === null ? titles : matchTitles);
      const hasText = random.chance(0.3);
      const url = `https://example.com/${random.int(1_000_000)}`;
      this.#add({ by, atMs, keyword, title, ...(hasText ? { text: filled(texts) } : { url }) });
      return;
    }
    const story = this.#stories.at(-1 - random.int(Math.min(20, this.#stories.length)))!.shortId;
    this.#add({ by, atMs, keyword, story, text: filled(keyword === null ? comments : matchComments) });
  }

  #add(draft: Draft & { atMs: number }): Entry {
    const { by = "tidepool", title = "", text = "", url = "", story = null, keyword = null, atMs } = draft;
    const { tags = ["practices"] } = draft;
    const kind = story === null ? "story" : "comment";
    const shortId = this.#newId();
    const entry: Entry = {
      ...{ kind, shortId, by, atMs, title, text, url, story, tags, keyword },
      ...{ state: "live", editedMs: atMs },
    };
    this.#entries.set(shortId, entry);
    if (story === null) {
      this.#stories.push(entry);
      this.#threads.set(shortId, []);
    } else {
      this.#comments.push(entry);
      this.#threads.get(story)!.push(entry);
    }
    return entry;
  }

  /** Six characters that don't reveal the creation order. */
  #newId(): string {
    const number = this.#before + this.#entries.size;
    for (let salt = 0; ; salt += 1) {
      const id = hash(this.#options.seed, number, salt).toString(36).padStart(6, "0").slice(-6);
      if (!this.#entries.has(id)) return id;
    }
  }

  /** Writes a comment if a story is given, otherwise a story. Returns its short id. */
  write(draft: Draft): string {
    this.catchUp();
    const story = draft.story ?? null;
    if (story !== null && this.known(story).kind !== "story") throw new RangeError(`${story} is not a story`);
    return this.#add({ ...draft, story, atMs: draft.atMs ?? this.clock.nowMs() }).shortId;
  }

  find(shortId: string): Entry | undefined {
    this.catchUp();
    return this.#entries.get(shortId);
  }

  /** Removes an item, as its author or a moderator does. */
  end(shortId: string, state: "deleted" | "moderated"): void {
    this.known(shortId).state = state;
  }

  edit(shortId: string, words: Partial<Pick<Entry, "title" | "text">>): void {
    Object.assign(this.known(shortId), words, { editedMs: this.clock.nowMs() });
  }

  known(shortId: string): Entry {
    const entry = this.#entries.get(shortId);
    if (entry === undefined) throw new RangeError(`nothing with the short id ${shortId}`);
    return entry;
  }

  /** Visible stories, newest first. */
  newest(): Entry[] {
    this.catchUp();
    return this.#stories.filter(({ state }) => state === "live").reverse();
  }

  /** Visible comments on visible stories, newest first. */
  newestComments(): Entry[] {
    this.catchUp();
    const stands = ({ state }: Entry) => state === "live";
    return this.#comments.filter((one) => stands(one) && stands(this.known(one.story!))).reverse();
  }

  /** Comments on a story including removed ones, oldest first. */
  thread(story: string): readonly Entry[] {
    this.catchUp();
    return this.#threads.get(story) ?? [];
  }

  /** All items including removed ones, oldest first. */
  written(): Entry[] {
    this.catchUp();
    return [...this.#entries.values()];
  }
}
