import { getTitle, type RawItem } from "./responses";

/** Maximum depth to walk up. */
const MAX_STEPS = 100;
const MAX_PARENTS = 50_000;
const MAX_TITLES = 10_000;

/** Caches parents and story titles. Evicts the oldest entries first. */
export class Threads {
  readonly #parents = new Map<number, number>();
  readonly #titles = new Map<number, string>();

  note(raw: RawItem): void {
    if (raw.parent) keep(this.#parents, raw.id, raw.parent, MAX_PARENTS);
    else if (raw.title) keep(this.#titles, raw.id, getTitle(raw), MAX_TITLES);
  }

  /** Walks up to a comment's story and returns its title, or null if it can't be found. */
  async getTitle(
    comment: number,
    request: (number: number) => Promise<RawItem | null>,
  ): Promise<string | null> {
    let at = comment;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const title = this.#titles.get(at);
      if (title !== undefined) return title;
      let above = this.#parents.get(at);
      if (above === undefined) {
        const raw = await request(at);
        if (raw === null) return null;
        this.note(raw);
        if (!raw.parent) return this.#titles.get(at) ?? null;
        above = raw.parent;
      }
      at = above;
    }
    return null;
  }
}

function keep<V>(map: Map<number, V>, number: number, value: V, max: number): void {
  map.delete(number);
  map.set(number, value);
  if (map.size > max) map.delete(map.keys().next().value!);
}
