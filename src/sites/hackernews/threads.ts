import { getTitle, type RawItem } from "./responses";

/** Maximum depth to walk up. */
const MAX_STEPS = 100;
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

  /** Walks up to a comment's story. Returns null if it can't be found. */
  async findStory(
    comment: number,
    request: (number: number) => Promise<RawItem | null>,
  ): Promise<{ number: number; title: string | null } | null> {
    let at = comment;
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const title = this.#titles.get(at);
      if (title !== undefined) return { number: at, title };
      let above = this.#parents.get(at);
      if (above === undefined) {
        const raw = await request(at);
        if (raw === null) return null;
        this.note(raw);
        if (!raw.parent) return { number: at, title: this.#titles.get(at) ?? null };
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
