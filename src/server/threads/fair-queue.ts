/** A bounded queue that serves its keys in turn, so one key with many entries doesn't delay the others. */
export class FairQueue<Entry> {
  readonly #entries = new Map<string, Entry[]>();
  #size = 0;

  constructor(private readonly max: { total: number; perKey: number }) {}

  get size(): number {
    return this.#size;
  }

  /** Returns "full" or "too-many" without adding the entry if the queue or the key has reached its limit. */
  add(key: string, entry: Entry): "added" | "full" | "too-many" {
    const own = this.#entries.get(key) ?? [];
    if (own.length >= this.max.perKey) return "too-many";
    if (this.#size >= this.max.total) return "full";
    this.#entries.set(key, [...own, entry]);
    this.#size += 1;
    return "added";
  }

  /** Removes and returns the first entry of the runnable key that has waited longest. */
  next(canRun: (key: string) => boolean): { key: string; entry: Entry } | null {
    for (const [key, [entry, ...rest]] of this.#entries) {
      if (!canRun(key)) continue;
      this.#entries.delete(key);
      if (rest.length > 0) this.#entries.set(key, rest);
      this.#size -= 1;
      return { key, entry: entry! };
    }
    return null;
  }
}
