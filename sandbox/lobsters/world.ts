import { type Clock, writtenBefore } from "../clock";
import { hash, Random } from "../random";
import { comments, heardComments, heardTitles, names, texts, things, titles } from "./words";

export interface LobstersOptions {
  seed: number;
  /** Stories and comments a minute that are written by themselves; 0: none but what a hand writes. */
  perMinute: number;
  /** Words of which one is written now and then, and how often one of them comes. */
  keywords: readonly string[];
  keywordEverySeconds: number;
  /** So long a page of a list is shown as it was. */
  listsKeptMs: number;
}

/** Livelier than the real one, which writes some 500 a day, so that there is something to see. */
export const usual: LobstersOptions = {
  seed: 1,
  perMinute: 2,
  keywords: ["invoice software", "late payments", "tidewater"],
  keywordEverySeconds: 600,
  listsKeptMs: 45_000,
};

/** What stands, or stood: comments name their story. */
export interface Entry {
  kind: "story" | "comment";
  shortId: string;
  by: string;
  atMs: number;
  title: string;
  /** As it was typed. */
  text: string;
  url: string;
  story: string | null;
  /** Of a story. */
  tags: readonly string[];
  state: "live" | "deleted" | "moderated";
  /** When its words were last changed; as it was written: `atMs`. */
  editedMs: number;
  keyword: string | null;
}

export type Draft = Partial<
  Pick<Entry, "by" | "title" | "text" | "url" | "story" | "tags" | "atMs" | "keyword">
>;

/** Everything that stands on the sandbox's Lobsters. */
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

  get listsKeptMs(): number {
    return this.#options.listsKeptMs;
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

  /** Writes what is due by the clock. Everything that reads the world calls it first. */
  catchUp(): void {
    const { perMinute, keywords, keywordEverySeconds } = this.#options;
    const nowMs = this.clock.nowMs();
    if (perMinute === 0) return;
    while (this.#dueMs <= nowMs) {
      const isHeard = keywords.length > 0 && this.#dueMs >= this.#keywordDueMs;
      if (isHeard) this.#keywordDueMs += keywordEverySeconds * 1000;
      this.#compose(this.#dueMs, isHeard ? this.#random.pick(keywords) : null);
      // People don't write by a metronome.
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
      const title = filled(keyword === null ? titles : heardTitles);
      const hasText = random.chance(0.3);
      const url = `https://example.com/${random.int(1_000_000)}`;
      this.#add({ by, atMs, keyword, title, ...(hasText ? { text: filled(texts) } : { url }) });
      return;
    }
    const story = this.#stories.at(-1 - random.int(Math.min(20, this.#stories.length)))!.shortId;
    this.#add({ by, atMs, keyword, story, text: filled(keyword === null ? comments : heardComments) });
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

  /** Six characters that say nothing about when. */
  #newId(): string {
    const number = this.#before + this.#entries.size;
    for (let salt = 0; ; salt += 1) {
      const id = hash(this.#options.seed, number, salt).toString(36).padStart(6, "0").slice(-6);
      if (!this.#entries.has(id)) return id;
    }
  }

  /** Writes a comment where a story is named, else a story; the answer is its short id. */
  write(draft: Draft): string {
    this.catchUp();
    const story = draft.story ?? null;
    if (story !== null && this.known(story).kind !== "story") throw new RangeError(`${story} is no story`);
    return this.#add({ ...draft, story, atMs: draft.atMs ?? this.clock.nowMs() }).shortId;
  }

  find(shortId: string): Entry | undefined {
    this.catchUp();
    return this.#entries.get(shortId);
  }

  /** Takes it away as its author does, or as moderators do. */
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

  /** Stories that stand, the newest first. */
  newest(): Entry[] {
    this.catchUp();
    return this.#stories.filter(({ state }) => state === "live").reverse();
  }

  /** Comments that stand on stories that stand, the newest first. */
  newestComments(): Entry[] {
    this.catchUp();
    const stands = ({ state }: Entry) => state === "live";
    return this.#comments.filter((one) => stands(one) && stands(this.known(one.story!))).reverse();
  }

  /** The comments on a story, gone ones too, oldest first. */
  thread(story: string): readonly Entry[] {
    this.catchUp();
    return this.#threads.get(story) ?? [];
  }

  /** All that was ever written, oldest first. */
  written(): Entry[] {
    this.catchUp();
    return [...this.#entries.values()];
  }
}
