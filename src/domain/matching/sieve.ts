import type { Compiled } from "./compiled";
import { filterShift } from "./bloom-filter";
import { getHash, windowMask } from "./windows";

// Some module loaders read imported bindings through a getter, which is too slow for these loops.
const [, oneUnit, twoUnits, threeUnits, fourUnits] = windowMask;
const defaultCapacity = 1024;
const spread = getHash;

/** Rules out most positions. Writes unconditionally and advances by 0 or 1 to avoid branches. */
export class Sieve {
  readonly #compiled: Compiled;
  readonly #sixShift: number;
  readonly #fourShift: number;
  #groupFrom = 0;
  #groupShift = 0;
  #skipped = -1;
  readonly #spots = new Int32Array(defaultCapacity);
  /** Results of `sift`: possible anchors and where their terms would start (can be negative). */
  readonly anchors = new Int32Array(defaultCapacity);
  readonly starts = new Int32Array(defaultCapacity);

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#sixShift = filterShift(compiled.sixFilter.length);
    this.#fourShift = filterShift(compiled.fourFilter.length);
  }

  choose(place: number): void {
    const { groupFilterFrom } = this.#compiled;
    this.#groupFrom = groupFilterFrom[place]!;
    this.#groupShift = filterShift(groupFilterFrom[place + 1]! - this.#groupFrom);
    this.#skipped = -1;
  }

  /** Ignores this window and its last units from now on. */
  skip(window: number): void {
    this.#skipped = window;
  }

  /** Finds the possible anchors that end in the given range of at most 128 units. Returns their number. */
  sift(windows: Int32Array, fromUnit: number, toUnit: number): number {
    const { anchors, starts } = this;
    const { shortFilter } = this.#compiled;
    const spots = this.#spots;
    const spotCount = this.#findSpots(windows, fromUnit, toUnit);
    let count = 0;
    for (let spot = 0; spot < spotCount; spot++) {
      const at = spots[spot]!;
      const window = windows[at]!;
      if (window === this.#skipped) continue;
      anchors[count] = window;
      starts[count] = at - 5;
      count += this.#passes(window, this.#compiled.sixFilter, this.#sixShift);
      const four = window & fourUnits;
      anchors[count] = four;
      starts[count] = at - 3;
      count += this.#passes(four, this.#compiled.fourFilter, this.#fourShift);
      const three = window & threeUnits;
      if (((shortFilter[three >>> 5]! >>> three) & 1) === 0) continue;
      for (let width = 3; width >= 1; width--) {
        anchors[count] = width === 3 ? three : window & (width === 2 ? twoUnits : oneUnit);
        starts[count++] = at + 1 - width;
      }
    }
    return count;
  }

  /** Finds the positions that pass a filter. They are a small fraction. */
  #findSpots(windows: Int32Array, fromUnit: number, toUnit: number): number {
    const { shortFilter, sixFilter, fourFilter, groupFilters } = this.#compiled;
    const spots = this.#spots;
    const [sixShift, fourShift] = [this.#sixShift, this.#fourShift];
    const [sixAgain, fourAgain] = [sixShift - 5, fourShift - 5];
    const groupFrom = this.#groupFrom;
    const groupShift = this.#groupShift;
    let count = 0;
    for (let at = fromUnit; at < toUnit; at++) {
      const window = windows[at]!;
      const sixHash = spread(window);
      const hash = spread(window & fourUnits);
      const three = window & threeUnits;
      const six = sixHash >>> sixShift;
      const four = hash >>> fourShift;
      const group = hash >>> groupShift;
      const fourWord = fourFilter[four >>> 5]!;
      const sixWord = sixFilter[six >>> 5]!;
      const passed =
        ((sixWord >>> six) & (sixWord >>> (sixHash >>> sixAgain))) |
        ((fourWord >>> four) & (fourWord >>> (hash >>> fourAgain))) |
        (groupFilters[groupFrom + (group >>> 5)]! >>> group) |
        (shortFilter[three >>> 5]! >>> three);
      spots[count] = at;
      count += passed & 1;
    }
    return count;
  }

  /** Returns 1 if a term watched here can have exactly this anchor, otherwise 0. */
  #passes(anchor: number, filter: Int32Array, shift: number): number {
    const { groupFilters } = this.#compiled;
    const hash = spread(anchor);
    const all = hash >>> shift;
    const allWord = filter[all >>> 5]!;
    const group = hash >>> this.#groupShift;
    const groupWord = groupFilters[this.#groupFrom + (group >>> 5)]!;
    return (
      (((allWord >>> all) & (allWord >>> (hash >>> (shift - 5)))) |
        ((groupWord >>> group) & (groupWord >>> (hash >>> (this.#groupShift - 5))))) &
      1
    );
  }
}
