import type { Clock } from "../clock";

export interface FeedEntry {
  id: string;
  title: string;
  text: string;
  atMs: number;
  state: "stands" | "gone" | "deleted";
}

export interface FeedOfWorld {
  name: string;
  title: string;
  format: "rss" | "atom" | "json";
  /** So many of its entries are listed, the newest. */
  shows: number;
  /** Whether its entries say when they were published. */
  isDated: boolean;
  /** Seconds for which it says to be fresh. */
  maxAge: number | null;
  /** Another each time that it gives all of its entries new ids. */
  era: number;
  entries: FeedEntry[];
}

/** Blogs of this sandbox, by their names. */
export class FeedsWorld {
  readonly #feeds = new Map<string, FeedOfWorld>();
  #next = 1;

  constructor(readonly clock: Clock) {
    this.reset();
  }

  reset(): void {
    this.#feeds.clear();
    this.#next = 1;
    this.open("tidings", { title: "Tidings of the harbour", format: "rss" });
    this.open("ledger", { title: "The ledger", format: "atom" });
    this.open("kettle", { title: "Kettle notes", format: "json" });
  }

  open(name: string, more: Partial<FeedOfWorld> = {}): FeedOfWorld {
    const usual = {
      title: name,
      format: "rss",
      shows: 30,
      isDated: true,
      maxAge: 300,
      era: 0,
      entries: [],
    } as const;
    const feed: FeedOfWorld = { ...usual, ...more, entries: [], name };
    this.#feeds.set(name, feed);
    return feed;
  }

  find(name: string): FeedOfWorld | undefined {
    return this.#feeds.get(name);
  }

  all(): FeedOfWorld[] {
    return [...this.#feeds.values()];
  }

  /** Answers the id of what was written. */
  write(name: string, { title, text = "", atMs }: { title: string; text?: string; atMs?: number }): string {
    const id = String(this.#next++);
    const entry: FeedEntry = { id, title, text, atMs: atMs ?? this.clock.nowMs(), state: "stands" };
    this.#feeds.get(name)!.entries.unshift(entry);
    return id;
  }

  /** Takes an entry away: its page answers 410 where it is deleted, 404 where it is gone. */
  end(name: string, id: string, state: "gone" | "deleted"): void {
    const entry = this.#feeds.get(name)?.entries.find((one) => one.id === id);
    if (entry !== undefined) entry.state = state;
  }
}

/** What a feed lists. */
export function listedOf({ entries, shows }: FeedOfWorld): FeedEntry[] {
  return entries.filter(({ state }) => state === "stands").slice(0, shows);
}
