import type { Entry, EntryKind } from "./entry";
import { Shelf } from "./shelf";
import { type Subreddit, type SubredditSeed, getSubreddit } from "./subreddits";

type Shelves = Record<EntryKind, Shelf>;

/** The subreddits, their listings and an index of items by fullname. */
export class Library {
  readonly subreddits = new Map<string, Subreddit>();
  readonly all: Shelves = { post: new Shelf(), comment: new Shelf() };
  readonly #shelves = new Map<Subreddit, Shelves>();
  readonly #listed = new Map<string, Entry>();
  /** Items written or changed by hand. They are never evicted, because the stream can't recreate them. */
  readonly #stored = new Map<string, Entry>();
  #order = 0;

  addSubreddit(seed: SubredditSeed): Subreddit {
    const subreddit = getSubreddit(seed, this.subreddits.size);
    this.subreddits.set(subreddit.name.toLowerCase(), subreddit);
    this.#shelves.set(subreddit, { post: new Shelf(), comment: new Shelf() });
    return subreddit;
  }

  shelf(subreddit: Subreddit, kind: EntryKind): Shelf {
    const shelves = this.#shelves.get(subreddit);
    if (shelves === undefined) throw new RangeError(`no shelf for ${subreddit.name}`);
    return shelves[kind];
  }

  get(fullname: string): Entry | undefined {
    return this.#stored.get(fullname) ?? this.#listed.get(fullname);
  }

  *byHand(): Generator<Entry> {
    for (const entry of this.#stored.values()) if (entry.byHand) yield entry;
  }

  keep(entry: Entry): void {
    this.#stored.set(entry.fullname, entry);
  }

  /** Adds an item to the listings of its subreddit and of 'all', by its listing time. */
  list(entry: Entry): void {
    this.#order += 1;
    entry.order = this.#order;
    this.#listed.set(entry.fullname, entry);
    // Only items of public subreddits are in 'all'.
    if (entry.subreddit.health === "ok") this.all[entry.kind].put(entry);
    const fallen = this.shelf(entry.subreddit, entry.kind).put(entry);
    if (fallen !== undefined) this.#listed.delete(fallen.fullname);
  }

  withdraw(entry: Entry, state: Entry["state"]): void {
    entry.state = state;
    this.keep(entry);
    this.#listed.delete(entry.fullname);
    this.all[entry.kind].take(entry);
    this.shelf(entry.subreddit, entry.kind).take(entry);
  }

  clear(): void {
    for (const memory of [this.subreddits, this.#shelves, this.#listed, this.#stored]) memory.clear();
    this.all.post.clear();
    this.all.comment.clear();
    this.#order = 0;
  }
}
