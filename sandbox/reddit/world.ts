import type { Clock } from "../clock";
import { Composer } from "./compose";
import { commentContent, type CommentDraft, postContent, type PostDraft } from "./drafts";
import {
  type Content,
  getContent,
  type Entry,
  entryFor,
  type EntryKind,
  type Posted,
  getPosted,
} from "./entry";
import { getSerial } from "./ids";
import { Library } from "./library";
import { demoStream, type Slot, type StreamSettings } from "./stream";
import { catalogue, type Health, type Subreddit, type SubredditSeed } from "./subreddits";
import { stateAt, Timetable } from "./timetable";

export interface WorldOptions {
  seed: number;
  /** False: only items made by hand. */
  stream: boolean | Partial<StreamSettings>;
  /** Hours of history at the start. */
  historyHours: number;
  /** Replaces the default subreddits. */
  subreddits: readonly SubredditSeed[];
}

const silent: StreamSettings = { perSecond: 0, postShare: 0, keywords: [], burstEveryMinutes: 0 };
/** Step size of `advance`: late items must appear among newer ones. */
const stepMs = 600_000;

/** The simulated Reddit. */
export class World {
  readonly clock: Clock;
  readonly library = new Library();
  readonly #options: WorldOptions;
  #keywords: readonly string[] = [];
  #timetable: Timetable;
  #composer: Composer;
  #startMs = 0;

  constructor(clock: Clock, options: Partial<WorldOptions> = {}) {
    this.clock = clock;
    this.#options = { seed: 1, stream: true, historyHours: 3, subreddits: catalogue, ...options };
    [this.#timetable, this.#composer] = this.#begin();
    this.catchUp();
  }

  /** Deletes all items made by hand, restores the subreddits and resets the clock. */
  reset(): void {
    this.clock.reset();
    this.library.clear();
    [this.#timetable, this.#composer] = this.#begin();
    this.catchUp();
  }

  #begin(): [Timetable, Composer] {
    const { seed, stream, subreddits, historyHours } = this.#options;
    for (const one of subreddits) this.library.addSubreddit(one);
    const settings = stream === false ? silent : { ...demoStream, ...(stream === true ? {} : stream) };
    const tracks = stream === false ? demoStream.keywords : settings.keywords;
    this.#keywords = tracks.map((track) => track.keyword.toLowerCase());
    this.#startMs = this.clock.nowMs() - historyHours * 3_600_000;
    const known = [...this.library.subreddits.values()];
    const timetable = new Timetable(seed, settings, known, this.#startMs);
    return [timetable, new Composer(timetable.stream)];
  }

  /** Generates the items due by the clock. All readers call it first. */
  catchUp(): void {
    this.#timetable.catchUp(this.clock.nowMs(), (slot) => this.#getEntry(slot), {
      list: (entry) => this.library.list(entry),
      withdraw: (entry, state) => this.library.withdraw(entry, state),
    });
  }

  /** Advances the clock and generates items for that time. */
  advance(ms: number): void {
    for (let left = ms; left > 0; left -= stepMs) {
      this.clock.advance(Math.min(left, stepMs));
      this.catchUp();
    }
  }

  pauseStream(): void {
    this.catchUp();
    this.#timetable.pause(this.clock.nowMs());
  }

  resumeStream(): void {
    this.#timetable.resume(this.clock.nowMs());
  }

  subreddit(name: string): Subreddit | undefined {
    return this.library.subreddits.get(name.toLowerCase());
  }

  setHealth(name: string, health: Health): void {
    this.#founded(name).health = health;
  }

  /** Also finds items that no listing contains, if the stream can recreate them. */
  find(fullname: string): Entry | undefined {
    this.catchUp();
    const known = this.library.get(fullname);
    if (known !== undefined) return known;
    const serial = getSerial(fullname);
    const slot = serial === null ? undefined : this.#timetable.find(serial, this.clock.nowMs());
    if (slot === undefined) return undefined;
    const entry = this.#getEntry(slot);
    entry.state = stateAt(slot, this.clock.nowMs());
    return entry.fullname === fullname ? entry : undefined;
  }

  /** Writes a post and returns its fullname. */
  post(draft: PostDraft): string {
    return this.#byHand("post", draft, true).fullname;
  }

  /** Writes a comment and returns its fullname. */
  comment(draft: CommentDraft): string {
    return this.#byHand("comment", draft, true).fullname;
  }

  /**
   * Writes an item that a filter held since `createdAt` and a moderator approves now. Posts are listed at the
   * top with their old time, comments at their original place.
   */
  approveLate(draft: PostDraft | CommentDraft): string {
    const kind = "body" in draft ? "comment" : "post";
    const { fullname } = this.#byHand(kind, draft, false);
    this.approve(fullname);
    return fullname;
  }

  /** Writes many items with different texts, which contain the keyword if there is one. */
  burst(
    name: string,
    kind: EntryKind,
    count: number,
    how: { keyword?: string; overSeconds?: number } = {},
  ): string[] {
    this.catchUp();
    const subreddit = this.#founded(name);
    const nowMs = this.clock.nowMs();
    const apartMs = ((how.overSeconds ?? 0) * 1000) / Math.max(1, count);
    return Array.from({ length: count }, (_, index) => {
      const atMs = nowMs - Math.round(apartMs * (count - 1 - index));
      const keyword = how.keyword ?? null;
      const entry = this.#newEntry(kind, subreddit, atMs, keyword, (seed) =>
        this.#composer.write({ kind, subreddit, seed, keyword, atMs }),
      );
      this.library.list(entry);
      return entry.fullname;
    });
  }

  /** Hides an item from all listings until it is approved. */
  hold(fullname: string): void {
    this.library.withdraw(this.#known(fullname), "held");
  }

  approve(fullname: string): void {
    const entry = this.#known(fullname);
    entry.state = "visible";
    entry.listedAtMs = entry.kind === "post" ? this.clock.nowMs() : entry.createdAtSeconds * 1000;
    this.library.list(entry);
  }

  /** Removes an item as a moderator. */
  remove(fullname: string): void {
    this.library.withdraw(this.#known(fullname), "removed");
  }

  /** Deletes an item as its author. */
  delete(fullname: string): void {
    this.library.withdraw(this.#known(fullname), "deleted");
  }

  /** Deletes an item without a trace: lookups by fullname omit it as well. */
  vanish(fullname: string): void {
    this.library.withdraw(this.#known(fullname), "gone");
  }

  /** Items written after one time (default: the start), up to and including another. */
  *posted(after: Date = new Date(this.#startMs), until: Date = this.clock.now()): Generator<Posted> {
    for (const slot of this.#timetable.between(+after, +until)) yield getPosted(this.#getEntry(slot));
    for (const entry of this.library.byHand()) {
      const atMs = entry.createdAtSeconds * 1000;
      if (atMs + 999 > +after && atMs <= +until) yield getPosted(entry);
    }
  }

  #byHand(kind: EntryKind, draft: PostDraft | CommentDraft, listed: boolean): Entry {
    this.catchUp();
    const subreddit = this.#founded(draft.subreddit);
    const content = this.#getContent(draft, subreddit);
    const text = `${content.title}\n${content.text}\n${content.url ?? ""}`.toLowerCase();
    const keyword = this.#keywords.find((one) => text.includes(one)) ?? null;
    const atMs = draft.createdAt === undefined ? this.clock.nowMs() : +new Date(draft.createdAt);
    const entry = this.#newEntry(kind, subreddit, atMs, keyword, () => content);
    const { parent } = getContent(entry);
    const post = parent === null ? undefined : this.find(parent.fullname);
    if (post !== undefined) post.comments += 1;
    if (listed) this.library.list(entry);
    return entry;
  }

  #getContent(draft: PostDraft | CommentDraft, subreddit: Subreddit): Content {
    if (!("body" in draft))
      return postContent(draft, draft.crosspostOf ? this.find(draft.crosspostOf) : undefined);
    const shelf = this.library.shelf(subreddit, "post");
    return commentContent(draft, draft.on ? this.find(draft.on) : shelf.at(shelf.size - 1));
  }

  #newEntry(
    kind: EntryKind,
    subreddit: Subreddit,
    atMs: number,
    keyword: string | null,
    write: (seed: number) => Content,
  ): Entry {
    const serial = this.#timetable.stream.ids.serialByHand(this.clock.nowMs());
    const entry = entryFor({ kind, serial, subreddit, atMs, keyword }, () => write(serial));
    entry.byHand = true;
    this.library.keep(entry);
    return entry;
  }

  #getEntry(slot: Slot): Entry {
    return entryFor(slot, () => this.#composer.write(slot));
  }

  #founded(name: string): Subreddit {
    return this.subreddit(name) ?? this.library.addSubreddit({ name, weight: 0 });
  }

  #known(fullname: string): Entry {
    const entry = this.find(fullname);
    if (entry === undefined) throw new RangeError(`no item named ${fullname}`);
    return entry;
  }
}
