import type { StoredContent } from "./matching/stored-item";

const sampleCount = 5;
type Samples = Record<"added" | "dropped", StoredContent[]>;

/** Counts items by whether they match before and after a change, each once, and samples the newest. */
export class ChangeTally {
  readonly counts = { added: 0, dropped: 0, unchanged: 0 };
  readonly samples: Samples = { added: [], dropped: [] };
  readonly #seen = new Set<string>();

  has(fullname: string): boolean {
    return this.#seen.has(fullname);
  }

  add(item: StoredContent, matches: readonly string[]): void {
    this.#seen.add(item.fullname);
    const isBefore = matches.includes("before");
    const isAfter = matches.includes("after");
    if (isBefore && isAfter) this.counts.unchanged += 1;
    else if (isBefore) this.#count("dropped", item);
    else if (isAfter) this.#count("added", item);
  }

  #count(kind: keyof Samples, item: StoredContent): void {
    this.counts[kind] += 1;
    const newest = [...this.samples[kind], item];
    newest.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime());
    this.samples[kind] = newest.slice(0, sampleCount);
  }
}
