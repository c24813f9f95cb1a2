import { Boundaries } from "./boundary";
import { Candidates } from "./candidates";
import { type Compiled, Term, wantedShiftInShape } from "./compiled";
import { TermTexts } from "./term-texts";
import { Found } from "./found";
import { hasMarkupSignIn } from "./markup-signs";
import type { Reading } from "./reading";
import { Sieve } from "./sieve";
import { hashOf, shiftFor, windowMask } from "./windows";

/** Of a bucket in one field, bits: nothing more is wanted anywhere of its ordered terms, at all of them, of all. */
const Settled = { anywhere: 1, ordered: 2, whole: 4 } as const;
const settledBits = 3;
/** A text is gone over in blocks: long enough for the memory, short enough to note soon what is settled. */
const blockUnits = 128;
// Imported bindings are read through a getter by some loaders, which loops as hot as these would feel.
const { titleAnywhere, titleWhole } = Found;
const widths = windowMask.filter((_, width) => width > 0 && width !== 5);
const spread = hashOf;
const none = -1;
const askedStarts = 8;
/** What is missing of a term, as the title's bits: anything. */
const anyOpen = titleAnywhere | titleWhole;
/** An anchor ends so many units after the start of its term at most. */
const farthestStart = 256 + 6;
const { shape: shapeWord, check: parentWord } = Term;
const termSize = Term.size;
const wantedInShape = wantedShiftInShape;

/**
 * Finds which terms occur in an item, and how. Presence is all that is asked: what has shown all that is wanted of it
 * is not looked at again, so that nested keywords cost no more than their number.
 */
export class Scan {
  readonly #compiled: Compiled;
  readonly #boundaries = new Boundaries();
  readonly #bucketShift: number;
  readonly #sieve: Sieve;
  readonly #texts: TermTexts;
  readonly #candidates: Candidates;
  /** Of each term its `Found` bits, and of each bucket its `Settled` bits by field; all zero between items. */
  readonly #found: Uint8Array;
  readonly #settled: Uint8Array;
  readonly #foundTerms: number[] = [];
  readonly #settledBuckets: number[] = [];
  /** The field that is being gone over. */
  #exact: Uint16Array = new Uint16Array(0);
  #length = 0;
  #typedFrom = Infinity;
  #fieldShift = 0;
  #wantedShift = 0;
  #settledShift = 0;
  /** The last places asked, each in the row of its lower bits, and whether a whole word may start there. */
  readonly #startAt = new Int32Array(askedStarts);
  readonly #isStart = new Uint8Array(askedStarts);
  /** A stretch in which no whole word can start, as far as that is known. */
  #startlessFrom = 0;
  #startlessTo = none;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#bucketShift = shiftFor(compiled.buckets.length / 2 - 1);
    this.#sieve = new Sieve(compiled);
    this.#candidates = new Candidates(compiled);
    this.#texts = new TermTexts(compiled);
    this.#found = new Uint8Array(compiled.terms.length / termSize);
    this.#settled = new Uint8Array(compiled.buckets.length / 2 - 1);
  }

  /**
   * Goes over one field for what is watched in 'all' and in this place. `fieldShift` is the field's place in
   * `Found`, `kindShift` that of the item's kind in wanted bits.
   */
  run(reading: Reading, place: number, fieldShift: number, kindShift: number): void {
    this.#exact = reading.exact;
    this.#texts.reading = reading;
    this.#length = reading.length;
    this.#typedFrom = reading.typedFrom;
    this.#fieldShift = fieldShift;
    this.#wantedShift = wantedInShape + kindShift + fieldShift;
    this.#settledShift = fieldShift === 0 ? 0 : settledBits;
    this.#startAt.fill(none);
    this.#startlessTo = none;
    const { windows, length } = reading;
    const sieve = this.#sieve;
    const candidates = this.#candidates;
    sieve.choose(place);
    for (let from = 0; from < length; from += blockUnits) {
      const to = Math.min(length, from + blockUnits);
      if (from > 0) sieve.skip(this.#isDone(windows[from - 1]!, from, to) ? windows[from - 1]! : none);
      // In rows, each a loop of its own: so the processor waits for many places of memory at once.
      const anchors = sieve.sift(windows, from, to);
      this.#gather(anchors);
      const count = candidates.choose(reading);
      for (let at = 0; at < count; at++) {
        const term = candidates.terms[at]!;
        const start = candidates.starts[at]!;
        if (this.#openOf(term) !== 0 && this.#texts.isAt(term, start)) this.#look(term, start);
      }
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

  /** Gathers the loose terms that may have one of these anchors, and goes over the ordered ones at once. */
  #gather(count: number): void {
    const { buckets } = this.#compiled;
    const { anchors, starts } = this.#sieve;
    const candidates = this.#candidates;
    const settled = this.#settled;
    const bucketShift = this.#bucketShift;
    const settledShift = this.#settledShift;
    const anySettled = this.#settledBuckets.length > 0;
    candidates.clear();
    for (let at = 0; at < count; at++) {
      const anchor = anchors[at]!;
      const bucket = spread(anchor) >>> bucketShift;
      if (anySettled && ((settled[bucket]! >> settledShift) & Settled.whole) !== 0) continue;
      const loose = buckets[2 * bucket + 1]!;
      candidates.add(loose, buckets[2 * bucket + 2]!, anchor, starts[at]!);
      if (buckets[2 * bucket]! < loose) this.#meetOrdered(bucket, starts[at]!);
    }
  }

  /** As many as there may be that begin with this anchor. */
  #meetOrdered(bucket: number, start: number): void {
    if (start < 0) return;
    const { buckets, terms } = this.#compiled;
    const from = buckets[2 * bucket]!;
    const to = buckets[2 * bucket + 1]!;
    const settled = this.#settled[bucket]! >> this.#settledShift;
    if ((settled & Settled.ordered) !== 0) return;
    if ((settled & Settled.anywhere) !== 0 && !this.#isStartAt(start)) return;
    let met = 0;
    let missing = 0;
    let term = this.#texts.lastUpTo(from, to, start);
    while (term !== none && !this.#texts.isAt(term, start)) term = terms[term * termSize + parentWord]!;
    for (; term !== none; term = terms[term * termSize + parentWord]!) {
      met++;
      missing |= this.#look(term, start);
    }
    if (met < to - from || (missing & titleAnywhere) !== 0) return;
    this.#settle(bucket, missing === 0 ? Settled.anywhere | Settled.ordered : Settled.anywhere);
  }

  /**
   * Whether nothing more is wanted, from one unit up to another, of all that may have this window for an anchor, or its
   * last units: either nothing at all, or whole words only, and none can start where they would have to.
   */
  #isDone(window: number, from: number, to: number): boolean {
    if (!widths.every((mask) => this.#isSettled(window & mask, titleAnywhere))) return false;
    return widths.every((mask) => this.#isSettled(window & mask, anyOpen)) || !this.#hasStart(from, to);
  }

  /** Whether none of the terms with this anchor want any of these bits any more. */
  #isSettled(anchor: number, bits: number): boolean {
    const { buckets } = this.#compiled;
    const bucket = spread(anchor) >>> this.#bucketShift;
    const loose = buckets[2 * bucket + 1]!;
    const settled = this.#settled[bucket]! >> this.#settledShift;
    if ((settled & Settled.whole) !== 0) return true;
    const needed = bits === anyOpen ? Settled.ordered : Settled.anywhere;
    if (buckets[2 * bucket]! < loose && (settled & needed) === 0) return false;
    for (let term = loose; term < buckets[2 * bucket + 2]!; term++)
      if ((this.#openOf(term) & bits) !== 0) return false;
    if (bits === anyOpen) this.#settle(bucket, Settled.whole);
    return true;
  }

  /** Whether a whole word may start where a term would have to start whose anchor ends in this stretch. */
  #hasStart(from: number, to: number): boolean {
    const first = from - farthestStart;
    if (first <= 0) return true;
    const isKnown = this.#startlessFrom <= first && first <= this.#startlessTo;
    for (let at = isKnown ? this.#startlessTo : first; at < to; at++)
      if (this.#boundaries.isStart(this.#exact, at)) return true;
    if (!isKnown) this.#startlessFrom = first;
    this.#startlessTo = to;
    return false;
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
    this.#settled[bucket]! |= how << this.#settledShift;
  }

  /** What is wanted of a term in this field and has not been shown, as the title's bits. */
  #openOf(term: number): number {
    const wanted = this.#compiled.terms[term * termSize + shapeWord]! >> this.#wantedShift;
    return wanted & 3 & ~(this.#found[term]! >> this.#fieldShift);
  }

  /** Notes what the occurrence that starts here shows, and returns what is still missing, both as the title's bits. */
  #look(term: number, start: number): number {
    const open = this.#openOf(term);
    if (open === 0) return 0;
    const length = this.#texts.lengthOf(term);
    if (start >= this.#typedFrom && !hasMarkupSignIn(this.#exact, start, start + length)) return open;
    // Exact case and whole word must come from the same occurrence.
    if (!this.#texts.isSpelled(term, start)) return open;
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
}
