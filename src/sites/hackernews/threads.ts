import { getTitle, type RawItem } from "./responses";

/** Maximum requests to walk up. Threads with thousands of nested replies exist. */
const MAX_REQUESTS = 100;
const MAX_PARENTS = 50_000;
const MAX_TITLES = 10_000;

/** Caches parents and story titles. Evicts the oldest entries first. */
export class Threads {
  readonly #parents = new Map<number, number>();
  /** Null for stories without a title, such as deleted ones. */
  readonly #titles = new Map<number, string | null>();

  note(raw: RawItem): void {
    if (raw.parent) keep(this.#parents, raw.id, raw.parent, MAX_PARENTS);
    else keep(this.#titles, raw.id, raw.title ? getTitle(raw) : null, MAX_TITLES);
  }

  /** A comment's story, or null if not found. `findKnown` returns that of an uncached comment, or null. */
  async findStory(
    comment: number,
    request: (number: number) => Promise<RawItem | null>,
    findKnown: (number: number) => Promise<number | null> = async () => null,
  ): Promise<{ number: number; title: string | null } | null> {
    let requests = 0;
    for (let at = comment; ;) {
      const title = this.#titles.get(at);
      if (title !== undefined) return { number: at, title };
      let above = this.#parents.get(at);
      if (above === undefined) {
        const known = await findKnown(at);
        if (known !== null) return { number: known, title: this.#titles.get(known) ?? null };
        requests += 1;
        const raw = requests > MAX_REQUESTS ? null : await request(at);
        if (raw === null) return null;
        this.note(raw);
        if (!raw.parent) return { number: at, title: this.#titles.get(at) ?? null };
        above = raw.parent;
      }
      // Replies have higher numbers than their parents.
      if (above >= at) return null;
      at = above;
    }
  }
}

function keep<V>(map: Map<number, V>, number: number, value: V, max: number): void {
  map.delete(number);
  map.set(number, value);
  if (map.size > max) map.delete(map.keys().next().value!);
}
