import type { Compiled } from "./compiled";
import { filterShift } from "./filter";
import { hashOf, windowMask } from "./windows";

// Imported bindings are read through a getter by some loaders, which loops as hot as these would feel.
const [, , , threeUnits, fourUnits] = windowMask;
const spread = hashOf;

/** Tells of nearly every place in a text that nothing watched in 'all' or in one subreddit has its anchor there. */
export class Sieve {
  readonly #compiled: Compiled;
  readonly #allShift: number;
  #groupFrom = 0;
  #groupShift = 0;
  /** What `sift` has found: each place is that of a window's last unit. */
  places = new Int32Array(1024);

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#allShift = filterShift(compiled.allFilter.length);
  }

  choose(subreddit: number): void {
    const { groupFilterFrom } = this.#compiled;
    this.#groupFrom = groupFilterFrom[subreddit]!;
    this.#groupShift = filterShift(groupFilterFrom[subreddit + 1]! - this.#groupFrom);
  }

  /** Fills `places` with those where an anchor may end, by its last units, and tells how many there are. */
  sift(windows: Int32Array, length: number): number {
    if (this.places.length < length) this.places = new Int32Array(2 * length);
    const places = this.places;
    const { shortFilter, allFilter, groupFilters } = this.#compiled;
    const allShift = this.#allShift;
    const groupFrom = this.#groupFrom;
    const groupShift = this.#groupShift;
    let count = 0;
    for (let at = 0; at < length; at++) {
      const window = windows[at]!;
      const hash = spread(window & fourUnits);
      const three = window & threeUnits;
      const all = hash >>> allShift;
      const group = hash >>> groupShift;
      const passed =
        (shortFilter[three >>> 5]! >>> three) |
        (allFilter[all >>> 5]! >>> all) |
        (groupFilters[groupFrom + (group >>> 5)]! >>> group);
      if ((passed & 1) !== 0) places[count++] = at;
    }
    return count;
  }

  /** Whether anything of up to three units may end with this window. */
  passesShort(three: number): boolean {
    return ((this.#compiled.shortFilter[three >>> 5]! >>> three) & 1) !== 0;
  }

  /** Whether anything that is watched here may have this very anchor. */
  passes(anchor: number): boolean {
    const { allFilter, groupFilters } = this.#compiled;
    const hash = spread(anchor);
    const all = hash >>> this.#allShift;
    const allWord = allFilter[all >>> 5]!;
    if (((allWord >>> all) & (allWord >>> (hash >>> (this.#allShift - 5))) & 1) !== 0) return true;
    const group = hash >>> this.#groupShift;
    const groupWord = groupFilters[this.#groupFrom + (group >>> 5)]!;
    return ((groupWord >>> group) & (groupWord >>> (hash >>> (this.#groupShift - 5))) & 1) !== 0;
  }
}
