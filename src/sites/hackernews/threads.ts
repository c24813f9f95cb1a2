import { titleOf, type RawItem } from "./responses";

/** Comments stand deeper at times, but nobody reads on there. */
const MOST_STEPS = 100;
const KEPT_PARENTS = 50_000;
const KEPT_TITLES = 10_000;

/** What stands in which story, as far as it was met; the oldest is forgotten first. */
export class Threads {
  readonly #parents = new Map<number, number>();
  readonly #titles = new Map<number, string>();

  note(raw: RawItem): void {
    if (raw.parent) keep(this.#parents, raw.id, raw.parent, KEPT_PARENTS);
    else if (raw.title) keep(this.#titles, raw.id, titleOf(raw), KEPT_TITLES);
  }

  /** The title of the story of a comment, found by walking up; null where it can't be learned. */
  async titleOf(comment: number, ask: (number: number) => Promise<RawItem | null>): Promise<string | null> {
    let at = comment;
    for (let steps = 0; steps < MOST_STEPS; steps += 1) {
      const title = this.#titles.get(at);
      if (title !== undefined) return title;
      let above = this.#parents.get(at);
      if (above === undefined) {
        const raw = await ask(at);
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

function keep<V>(map: Map<number, V>, number: number, value: V, most: number): void {
  map.delete(number);
  map.set(number, value);
  if (map.size > most) map.delete(map.keys().next().value!);
}
