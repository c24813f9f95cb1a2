import { type Clock, writtenBefore } from "../clock";

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
  /** Number of entries listed. */
  shows: number;
  /** Whether entries have publication dates. */
  isDated: boolean;
  /** max-age of the feed (seconds). */
  maxAge: number | null;
  /** Increases when the feed replaces the ids of all entries. */
  era: number;
  entries: FeedEntry[];
}

const hourMs = 3_600_000;
/** Entries from before the sandbox started, oldest first. */
const history: readonly [feed: string, title: string, text: string][] = [
  ["tidings", "The lamp is lit again", "Since last night the harbour light burns all year."],
  ["ledger", "Three months of invoices", "What late payments cost a shop of two."],
  ["kettle", "A kettle that whistles in tune", "It took four lids."],
  ["tidings", "Timetable for the winter", "The ferry goes at nine and at four."],
  ["ledger", "Which invoice software we tried", "Five of them, and why we kept the dull one."],
  ["kettle", "Notes on descaling", "Vinegar, and patience."],
];

/** The simulated blogs by name. */
export class FeedsWorld {
  readonly #feeds = new Map<string, FeedOfWorld>();
  #next = 1;

  constructor(
    readonly clock: Clock,
    private readonly how: { hasHistory: boolean },
  ) {
    this.reset();
  }

  reset(): void {
    this.#feeds.clear();
    this.#next = 1;
    this.open("tidings", { title: "Tidings of the harbour", format: "rss" });
    this.open("ledger", { title: "The ledger", format: "atom" });
    this.open("kettle", { title: "Kettle notes", format: "json" });
    if (this.how.hasHistory) this.#writeHistory();
    this.#next += writtenBefore(this.clock, 1);
  }

  /** The same on each start, with the same ids. */
  #writeHistory(): void {
    history.forEach(([name, title, text], at) =>
      this.write(name, { title, text, atMs: this.clock.nowMs() - (history.length - at) * 5 * hourMs }),
    );
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

  /** Returns the id of the new entry. */
  write(name: string, { title, text = "", atMs }: { title: string; text?: string; atMs?: number }): string {
    const id = String(this.#next++);
    const entry: FeedEntry = { id, title, text, atMs: atMs ?? this.clock.nowMs(), state: "stands" };
    this.#feeds.get(name)!.entries.unshift(entry);
    return id;
  }

  /** Removes an entry. Its page returns 410 if it is deleted, 404 if it is gone. */
  end(name: string, id: string, state: "gone" | "deleted"): void {
    const entry = this.#feeds.get(name)?.entries.find((one) => one.id === id);
    if (entry !== undefined) entry.state = state;
  }
}

/** Returns the entries listed in a feed. */
export function getListed({ entries, shows }: FeedOfWorld): FeedEntry[] {
  return entries.filter(({ state }) => state === "stands").slice(0, shows);
}
