import type { Compiled } from "./compiled";
import { filterShift } from "./filter";
import { hashOf, windowMask } from "./windows";

// Imported bindings are read through a getter by some loaders, which loops as hot as these would feel.
const [, oneUnit, twoUnits, threeUnits, fourUnits] = windowMask;
const usualRoom = 1024;
const spread = hashOf;

/** Tells of nearly every place in a text that nothing watched in 'all' or in one subreddit has its anchor there. */
export class Sieve {
  readonly #compiled: Compiled;
  readonly #allShift: number;
  #groupFrom = 0;
  #groupShift = 0;
  #skipped = -1;
  /** What `sift` has found: anchors that something may have, and where they start. */
  readonly anchors = new Int32Array(usualRoom);
  readonly starts = new Int32Array(usualRoom);

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#allShift = filterShift(compiled.allFilter.length);
  }

  /** Begins with a text of this subreddit. */
  choose(subreddit: number): void {
    const { groupFilterFrom } = this.#compiled;
    this.#groupFrom = groupFilterFrom[subreddit]!;
    this.#groupShift = filterShift(groupFilterFrom[subreddit + 1]! - this.#groupFrom);
    this.#skipped = -1;
  }

  /** Leaves out a window from here on, and what is anchored in its last units. */
  skip(window: number): void {
    this.#skipped = window;
  }

  /** Fills the rows with the anchors that end from one unit up to another, at most 128 on; tells how many there are. */
  sift(windows: Int32Array, fromUnit: number, toUnit: number): number {
    const { anchors, starts } = this;
    const { shortFilter, allFilter, groupFilters } = this.#compiled;
    const allShift = this.#allShift;
    const groupFrom = this.#groupFrom;
    const groupShift = this.#groupShift;
    const skipped = this.#skipped;
    let count = 0;
    for (let at = fromUnit; at < toUnit; at++) {
      const window = windows[at]!;
      const four = window & fourUnits;
      const three = window & threeUnits;
      const hash = spread(four);
      const all = hash >>> allShift;
      const group = hash >>> groupShift;
      const allWord = allFilter[all >>> 5]! >>> all;
      const groupWord = groupFilters[groupFrom + (group >>> 5)]! >>> group;
      const passed = (shortFilter[three >>> 5]! >>> three) | allWord | groupWord;
      if ((passed & 1) === 0 || window === skipped) continue;
      if (at >= 5 && this.#passes(window)) {
        anchors[count] = window;
        starts[count++] = at - 5;
      }
      if (at >= 3 && this.#passes(four)) {
        anchors[count] = four;
        starts[count++] = at - 3;
      }
      if (((shortFilter[three >>> 5]! >>> three) & 1) === 0) continue;
      if (at >= 2 && this.#passes(three)) {
        anchors[count] = three;
        starts[count++] = at - 2;
      }
      if (at >= 1) {
        anchors[count] = window & twoUnits;
        starts[count++] = at - 1;
      }
      anchors[count] = window & oneUnit;
      starts[count++] = at;
    }
    return count;
  }

  /** Whether anything that is watched here may have this very anchor. */
  #passes(anchor: number): boolean {
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
