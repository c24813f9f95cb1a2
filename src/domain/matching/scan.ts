import { Boundaries } from "./boundary";
import { type Compiled, Term } from "./compiled";
import { filterShift } from "./filter";
import { Found } from "./found";
import type { Reading } from "./reading";
import { hashOf, shiftFor, windowMask } from "./windows";

/** Of a bucket in one field, bits: nothing more is wanted of all its terms, anywhere or at all. */
const Settled = { anywhere: 1, whole: 2 } as const;
// Imported bindings are read through a getter by some loaders, which loops as hot as these would feel.
const { titleAnywhere, titleWhole } = Found;
const [, oneUnit, twoUnits, threeUnits, fourUnits] = windowMask;
const spread = hashOf;
const none = -1;
const { textFrom: textFromWord, anchor: anchorWord, shape: shapeWord, spelledFrom: spelledFromWord } = Term;
const termSize = Term.size;

/**
 * Finds which terms occur in an item, and how. Presence is all that is asked: what has shown all that is wanted of it
 * is not looked at again, so that nested keywords cost no more than their number.
 */
export class Scan {
  readonly #compiled: Compiled;
  readonly #boundaries = new Boundaries();
  readonly #bucketShift: number;
  readonly #allShift: number;
  /** Of each term its `Found` bits, and of each bucket its `Settled` bits by field; all zero between items. */
  readonly #found: Uint8Array;
  readonly #settled: Uint8Array;
  readonly #foundTerms: number[] = [];
  readonly #settledBuckets: number[] = [];
  #places = new Int32Array(1024);
  /** The field that is being gone over. */
  #exact = new Uint16Array(0);
  #folded = new Uint16Array(0);
  #length = 0;
  #fieldShift = 0;
  #kindShift = 0;
  /** The last place asked, and whether a whole word may start there. */
  #startAt = none;
  #isStart = false;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#bucketShift = shiftFor(compiled.buckets.length / 2 - 1);
    this.#allShift = filterShift(compiled.allFilter.length);
    this.#found = new Uint8Array(compiled.wanted.length);
    this.#settled = new Uint8Array(compiled.buckets.length / 2 - 1);
  }

  /**
   * Goes over one field for what is watched in 'all' and in this subreddit. `fieldShift` is the field's place in
   * `Found`, `kindShift` that of the item's kind in wanted bits.
   */
  run(reading: Reading, subreddit: number, fieldShift: number, kindShift: number): void {
    this.#exact = reading.exact;
    this.#folded = reading.folded;
    this.#length = reading.length;
    this.#fieldShift = fieldShift;
    this.#kindShift = kindShift;
    this.#startAt = none;
    const { windows } = reading;
    const { groupFilterFrom } = this.#compiled;
    const groupFrom = groupFilterFrom[subreddit]!;
    const groupShift = filterShift(groupFilterFrom[subreddit + 1]! - groupFrom);
    const count = this.#sift(windows, reading.length, groupFrom, groupShift);
    for (let at = 0; at < count; at++) {
      const end = this.#places[at]! + 1;
      const window = windows[end - 1]!;
      if (this.#passes(window, groupFrom, groupShift)) this.#meet(window, end - 6);
      const four = window & fourUnits;
      if (this.#passes(four, groupFrom, groupShift)) this.#meet(four, end - 4);
      const three = window & threeUnits;
      if (((this.#compiled.shortFilter[three >>> 5]! >>> three) & 1) === 0) continue;
      if (this.#passes(three, groupFrom, groupShift)) this.#meet(three, end - 3);
      this.#meet(window & twoUnits, end - 2);
      this.#meet(window & oneUnit, end - 1);
    }
  }

  /** Calls `visit` with each term found and its `Found` bits, and forgets them. */
  drain(visit: (term: number, found: number) => void): void {
    for (const bucket of this.#settledBuckets) this.#settled[bucket] = 0;
    this.#settledBuckets.length = 0;
    for (const term of this.#foundTerms) {
      visit(term, this.#found[term]!);
      this.#found[term] = 0;
    }
    this.#foundTerms.length = 0;
  }

  /** Fills `#places` with those where an anchor may end, by its last units, and tells how many there are. */
  #sift(windows: Int32Array, length: number, groupFrom: number, groupShift: number): number {
    if (this.#places.length < length) this.#places = new Int32Array(2 * length);
    const places = this.#places;
    const { shortFilter, allFilter, groupFilters } = this.#compiled;
    const allShift = this.#allShift;
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

  /** Whether anything that is watched here may have this very anchor. */
  #passes(anchor: number, groupFrom: number, groupShift: number): boolean {
    const { allFilter, groupFilters } = this.#compiled;
    const hash = spread(anchor);
    const all = allFilter[(hash >>> this.#allShift) >>> 5]!;
    const group = groupFilters[groupFrom + ((hash >>> groupShift) >>> 5)]!;
    return (
      ((((all >>> (hash >>> this.#allShift)) & (all >>> (hash >>> (this.#allShift - 5)))) |
        ((group >>> (hash >>> groupShift)) & (group >>> (hash >>> (groupShift - 5))))) &
        1) !==
      0
    );
  }

  /** At a place where something has this anchor, or nothing has. */
  #meet(anchor: number, start: number): void {
    if (start < 0) return;
    const { buckets, terms } = this.#compiled;
    const bucket = spread(anchor) >>> this.#bucketShift;
    const from = buckets[2 * bucket]!;
    const loose = buckets[2 * bucket + 1]!;
    const to = buckets[2 * bucket + 2]!;
    for (let term = loose; term < to; term++) {
      if (terms[term * termSize + anchorWord] !== anchor) continue;
      const termStart = start - (terms[term * termSize + shapeWord]! & 0xff);
      if (this.#isAt(term, termStart)) this.#look(term, termStart);
    }
    if (from < loose) this.#meetOrdered(bucket, from, loose, start);
  }

  /** As many as there may be that begin with this anchor. */
  #meetOrdered(bucket: number, from: number, to: number, start: number): void {
    const settled = this.#settled[bucket]! >> this.#fieldShift;
    if (settled !== 0 && ((settled & Settled.whole) !== 0 || !this.#isStartAt(start))) return;
    const { parents } = this.#compiled;
    let met = 0;
    let missing = 0;
    let term = this.#lastUpTo(from, to, start);
    while (term !== none && !this.#isAt(term, start)) term = parents[term]!;
    for (; term !== none; term = parents[term]!) {
      met++;
      missing |= this.#look(term, start);
    }
    if (met === to - from && (missing & titleAnywhere) === 0) this.#settle(bucket, missing === 0);
  }

  /** The last term of a bucket that is no greater than the text from here; what the text begins with is among its parents. */
  #lastUpTo(from: number, to: number, start: number): number {
    let low = from - 1;
    let high = to;
    while (high - low > 1) {
      const between = (low + high) >>> 1;
      if (this.#isUpTo(between, start)) low = between;
      else high = between;
    }
    return low < from ? none : low;
  }

  #isUpTo(term: number, start: number): boolean {
    const { terms, texts } = this.#compiled;
    const from = terms[term * termSize + textFromWord]!;
    const length = terms[term * termSize + shapeWord]! >>> 8;
    for (let at = 0; at < length; at++) {
      if (start + at >= this.#length) return false;
      const difference = texts[from + at]! - this.#folded[start + at]!;
      if (difference !== 0) return difference < 0;
    }
    return true;
  }

  #isAt(term: number, start: number): boolean {
    const { terms, texts } = this.#compiled;
    const from = terms[term * termSize + textFromWord]!;
    const length = terms[term * termSize + shapeWord]! >>> 8;
    if (start < 0 || start + length > this.#length) return false;
    for (let at = length - 1; at >= 0; at--) if (texts[from + at] !== this.#folded[start + at]) return false;
    return true;
  }

  #isStartAt(start: number): boolean {
    if (this.#startAt !== start) {
      this.#startAt = start;
      this.#isStart = this.#boundaries.isStart(this.#exact, start);
    }
    return this.#isStart;
  }

  #settle(bucket: number, isWhole: boolean): void {
    if (this.#settled[bucket] === 0) this.#settledBuckets.push(bucket);
    this.#settled[bucket]! |=
      (isWhole ? Settled.anywhere | Settled.whole : Settled.anywhere) << this.#fieldShift;
  }

  /** Notes what the occurrence that starts here shows, and returns what is still missing, both as the title's bits. */
  #look(term: number, start: number): number {
    const { wanted, terms } = this.#compiled;
    const open =
      (wanted[term]! >> (this.#kindShift + this.#fieldShift)) & 3 & ~(this.#found[term]! >> this.#fieldShift);
    if (open === 0) return 0;
    const length = terms[term * termSize + shapeWord]! >>> 8;
    if (!this.#isSpelled(term, start, length)) return open;
    const isWhole =
      (open & titleWhole) !== 0 &&
      this.#isStartAt(start) &&
      this.#boundaries.isEnd(this.#exact, start + length, this.#length);
    const shown = (open & titleAnywhere) | (isWhole ? titleWhole : 0);
    if (shown !== 0) {
      if (this.#found[term] === 0) this.#foundTerms.push(term);
      this.#found[term]! |= shown << this.#fieldShift;
    }
    return open & ~shown;
  }

  /** Exact case and whole word must come from the same occurrence. */
  #isSpelled(term: number, start: number, length: number): boolean {
    const { terms, spellings } = this.#compiled;
    const from = terms[term * termSize + spelledFromWord]!;
    if (from === none) return true;
    for (let at = length - 1; at >= 0; at--)
      if (spellings[from + at] !== this.#exact[start + at]) return false;
    return true;
  }
}
