import { Boundaries } from "./boundary";
import { type Compiled, Term } from "./compiled";
import { Found } from "./found";
import type { Reading } from "./reading";
import { Sieve } from "./sieve";
import { hashOf, shiftFor, windowMask } from "./windows";

/** Of a bucket in one field, bits: nothing more is wanted of its ordered terms anywhere, or of any of its terms at all. */
const Settled = { anywhere: 1, whole: 2 } as const;
// Imported bindings are read through a getter by some loaders, which loops as hot as these would feel.
const { titleAnywhere, titleWhole } = Found;
const [, oneUnit, twoUnits, threeUnits, fourUnits] = windowMask;
const spread = hashOf;
const none = -1;
const askedStarts = 8;
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
  readonly #sieve: Sieve;
  /** Of each term its `Found` bits, and of each bucket its `Settled` bits by field; all zero between items. */
  readonly #found: Uint8Array;
  readonly #settled: Uint8Array;
  readonly #foundTerms: number[] = [];
  readonly #settledBuckets: number[] = [];
  /** The field that is being gone over. */
  #exact = new Uint16Array(0);
  #folded = new Uint16Array(0);
  #length = 0;
  #fieldShift = 0;
  #kindShift = 0;
  /** The last places asked, each in the row of its lower bits, and whether a whole word may start there. */
  readonly #startAt = new Int32Array(askedStarts);
  readonly #isStart = new Uint8Array(askedStarts);

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#bucketShift = shiftFor(compiled.buckets.length / 2 - 1);
    this.#sieve = new Sieve(compiled);
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
    this.#startAt.fill(none);
    const { windows } = reading;
    this.#sieve.choose(subreddit);
    const count = this.#sieve.sift(windows, reading.length);
    const { places } = this.#sieve;
    // Of this window nothing more is wanted: a run of one letter is a run of one window.
    let doneWindow = none;
    for (let at = 0; at < count; at++) {
      const end = places[at]! + 1;
      const window = windows[end - 1]!;
      if (window !== doneWindow && this.#meetAll(window, end)) doneWindow = window;
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

  /** At the end of a window; true when nothing more is wanted of whatever has it for an anchor, or its last units. */
  #meetAll(window: number, end: number): boolean {
    const sieve = this.#sieve;
    let isDone = true;
    if (sieve.passes(window)) isDone = this.#meet(window, end - 6);
    const four = window & fourUnits;
    if (sieve.passes(four)) isDone = this.#meet(four, end - 4) && isDone;
    const three = window & threeUnits;
    if (!sieve.passesShort(three)) return isDone;
    if (sieve.passes(three)) isDone = this.#meet(three, end - 3) && isDone;
    isDone = this.#meet(window & twoUnits, end - 2) && isDone;
    return this.#meet(window & oneUnit, end - 1) && isDone;
  }

  /** At a place where something has this anchor, or nothing has; true when nothing more is wanted of its bucket. */
  #meet(anchor: number, start: number): boolean {
    if (start < 0) return false;
    const { buckets, terms } = this.#compiled;
    const bucket = spread(anchor) >>> this.#bucketShift;
    const from = buckets[2 * bucket]!;
    const loose = buckets[2 * bucket + 1]!;
    const to = buckets[2 * bucket + 2]!;
    if (from === to) return true;
    const settled = this.#settled[bucket]! >> this.#fieldShift;
    if ((settled & Settled.whole) !== 0) return true;
    let missing = 0;
    for (let term = loose; term < to; term++) {
      if (terms[term * termSize + anchorWord] !== anchor) {
        missing = titleAnywhere;
        continue;
      }
      const termStart = start - (terms[term * termSize + shapeWord]! & 0xff);
      missing |= this.#isAt(term, termStart) ? this.#look(term, termStart) : titleAnywhere;
    }
    if (from < loose) {
      if ((settled & Settled.anywhere) !== 0 && !this.#isStartAt(start)) return false;
      const left = this.#meetOrdered(from, loose, start);
      if ((left & titleAnywhere) === 0) this.#settle(bucket, Settled.anywhere);
      missing |= left;
    }
    if (missing === 0) this.#settle(bucket, Settled.whole);
    return missing === 0;
  }

  /** As many as there may be that begin with this anchor; what is still missing of any of them. */
  #meetOrdered(from: number, to: number, start: number): number {
    const { parents } = this.#compiled;
    let met = 0;
    let missing = 0;
    let term = this.#lastUpTo(from, to, start);
    while (term !== none && !this.#isAt(term, start)) term = parents[term]!;
    for (; term !== none; term = parents[term]!) {
      met++;
      missing |= this.#look(term, start);
    }
    return met === to - from ? missing : missing | titleAnywhere;
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
    const row = start & (askedStarts - 1);
    if (this.#startAt[row] !== start) {
      this.#startAt[row] = start;
      this.#isStart[row] = this.#boundaries.isStart(this.#exact, start) ? 1 : 0;
    }
    return this.#isStart[row] !== 0;
  }

  #settle(bucket: number, how: number): void {
    if (this.#settled[bucket] === 0) this.#settledBuckets.push(bucket);
    this.#settled[bucket]! |= how << this.#fieldShift;
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
