import type { Entry } from "./entry";

/** Maximum listing length. Removed items are not replaced by older ones. */
export const listingCap = 1000;

/** A cached listing of one kind, oldest first in memory. */
export class Shelf {
  readonly #entries: Entry[] = [];

  get size(): number {
    return this.#entries.length;
  }

  at(index: number): Entry | undefined {
    return this.#entries[index];
  }

  /** Returns the evicted item, if any. */
  put(entry: Entry): Entry | undefined {
    this.#entries.splice(this.positionOf(entry), 0, entry);
    return this.#entries.length > listingCap ? this.#entries.shift() : undefined;
  }

  take(entry: Entry): void {
    const index = this.#entries.lastIndexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1);
  }

  contains(entry: Entry): boolean {
    return this.#entries[this.positionOf(entry)] === entry;
  }

  /** Returns the insertion index (binary search). */
  positionOf(entry: Entry): number {
    const last = this.#entries.at(-1);
    if (last === undefined || isOlder(last, entry)) return this.#entries.length;
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = this.#entries[middle];
      if (found !== undefined && isOlder(found, entry)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  clear(): void {
    this.#entries.length = 0;
  }
}

export function isOlder(one: Entry, other: Entry): boolean {
  return (
    one.listedAtMs < other.listedAtMs || (one.listedAtMs === other.listedAtMs && one.order < other.order)
  );
}
