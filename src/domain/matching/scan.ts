import { Boundaries } from "./boundary";
import { Candidates } from "./candidates";
import { type Compiled, Term, wantedShiftInShape } from "./compiled";
import { TermTexts } from "./term-texts";
import { Found } from "./found";
import { hasMarkupSignIn } from "./markup-signs";
import type { Reading } from "./reading";
import { Sieve } from "./sieve";
import { getHash, shiftFor, windowMask } from "./windows";

/** Bits per bucket and field: no sorted term wants it anywhere, or at all; no term wants it. */
const Decided = { anywhere: 1, ordered: 2, whole: 4 } as const;
const decidedBits = 3;
/** Block size: long enough to hide memory latency, short enough to notice settled buckets early. */
const blockUnits = 128;
// Some module loaders read imported bindings through a getter, which is too slow for these loops.
const { titleAnywhere, titleWhole } = Found;
const widths = windowMask.filter((_, width) => width > 0 && width !== 5);
const spread = getHash;
const none = -1;
const recentStarts = 8;
/** All bits that can be missing, as bits of the title. */
const anyOpen = titleAnywhere | titleWhole;
/** Maximum distance from the start of a term to the end of its anchor. */
const farthestStart = 256 + 6;
const { shape: shapeWord, check: parentWord } = Term;
const termSize = Term.size;
const wantedInShape = wantedShiftInShape;

/** Finds the terms in an item. Skips a term that has all its wanted bits, as only presence counts. */
export class Scan {
  readonly #compiled: Compiled;
  readonly #boundaries = new Boundaries();
  readonly #bucketShift: number;
  readonly #sieve: Sieve;
  readonly #texts: TermTexts;
  readonly #candidates: Candidates;
  /** `Found` bits by term and `Settled` bits by bucket and field. All zero between items. */
  readonly #found: Uint8Array;
  readonly #decided: Uint8Array;
  readonly #foundTerms: number[] = [];
  readonly #decidedBuckets: number[] = [];
  #exact: Uint16Array = new Uint16Array(0);
  #length = 0;
  #typedFrom = Infinity;
  #fieldShift = 0;
  #wantedShift = 0;
  #decidedShift = 0;
  /** Small cache of word start lookups, indexed by the lower bits of the position. */
  readonly #startAt = new Int32Array(recentStarts);
  readonly #isStart = new Uint8Array(recentStarts);
  /** A range known to contain no word start. */
  #startlessFrom = 0;
  #startlessTo = none;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#bucketShift = shiftFor(compiled.buckets.length / 2 - 1);
    this.#sieve = new Sieve(compiled);
    this.#candidates = new Candidates(compiled);
    this.#texts = new TermTexts(compiled);
    this.#found = new Uint8Array(compiled.terms.length / termSize);
    this.#decided = new Uint8Array(compiled.buckets.length / 2 - 1);
  }

  /** Scans one field. `fieldShift` is its shift in `Found`, `kindShift` that of the kind in wanted bits. */
  run(reading: Reading, place: number, fieldShift: number, kindShift: number): void {
    this.#exact = reading.exact;
    this.#texts.reading = reading;
    this.#length = reading.length;
    this.#typedFrom = reading.typedFrom;
    this.#fieldShift = fieldShift;
    this.#wantedShift = wantedInShape + kindShift + fieldShift;
    this.#decidedShift = fieldShift === 0 ? 0 : decidedBits;
    this.#startAt.fill(none);
    this.#startlessTo = none;
    const { windows, length } = reading;
    const sieve = this.#sieve;
    const candidates = this.#candidates;
    sieve.choose(place);
    for (let from = 0; from < length; from += blockUnits) {
      const to = Math.min(length, from + blockUnits);
      if (from > 0) sieve.skip(this.#isDone(windows[from - 1]!, from, to) ? windows[from - 1]! : none);
      // Separate loops let the processor wait for several memory accesses in parallel.
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

  /** Calls `visit` with each term that was found and its `Found` bits, then resets them. */
  drain(visit: (term: number, found: number) => void): void {
    for (const bucket of this.#decidedBuckets) this.#decided[bucket] = 0;
    this.#decidedBuckets.length = 0;
    for (const term of this.#foundTerms) {
      visit(term, this.#found[term]!);
      this.#found[term] = 0;
    }
    this.#foundTerms.length = 0;
  }

  #gather(count: number): void {
    const { buckets } = this.#compiled;
    const { anchors, starts } = this.#sieve;
    const candidates = this.#candidates;
    const decided = this.#decided;
    const bucketShift = this.#bucketShift;
    const decidedShift = this.#decidedShift;
    const anyDecided = this.#decidedBuckets.length > 0;
    candidates.clear();
    for (let at = 0; at < count; at++) {
      const anchor = anchors[at]!;
      const bucket = spread(anchor) >>> bucketShift;
      if (anyDecided && ((decided[bucket]! >> decidedShift) & Decided.whole) !== 0) continue;
      const loose = buckets[2 * bucket + 1]!;
      candidates.add(loose, buckets[2 * bucket + 2]!, anchor, starts[at]!);
      if (buckets[2 * bucket]! < loose) this.#meetOrdered(bucket, starts[at]!);
    }
  }

  #meetOrdered(bucket: number, start: number): void {
    if (start < 0) return;
    const { buckets, terms } = this.#compiled;
    const from = buckets[2 * bucket]!;
    const to = buckets[2 * bucket + 1]!;
    const decided = this.#decided[bucket]! >> this.#decidedShift;
    if ((decided & Decided.ordered) !== 0) return;
    if ((decided & Decided.anywhere) !== 0 && !this.#isStartAt(start)) return;
    let hits = 0;
    let missing = 0;
    let term = this.#texts.lastUpTo(from, to, start);
    while (term !== none && !this.#texts.isAt(term, start)) term = terms[term * termSize + parentWord]!;
    for (; term !== none; term = terms[term * termSize + parentWord]!) {
      hits++;
      missing |= this.#look(term, start);
    }
    if (hits < to - from || (missing & titleAnywhere) !== 0) return;
    this.#decide(bucket, missing === 0 ? Decided.anywhere | Decided.ordered : Decided.anywhere);
  }

  /** Returns true if all terms anchored here are settled, or want whole words and no word starts here. */
  #isDone(window: number, from: number, to: number): boolean {
    if (!widths.every((mask) => this.#isDecided(window & mask, titleAnywhere))) return false;
    return widths.every((mask) => this.#isDecided(window & mask, anyOpen)) || !this.#hasStart(from, to);
  }

  /** Returns true if no term with this anchor still wants any of these bits. */
  #isDecided(anchor: number, bits: number): boolean {
    const { buckets } = this.#compiled;
    const bucket = spread(anchor) >>> this.#bucketShift;
    const loose = buckets[2 * bucket + 1]!;
    const decided = this.#decided[bucket]! >> this.#decidedShift;
    if ((decided & Decided.whole) !== 0) return true;
    const required = bits === anyOpen ? Decided.ordered : Decided.anywhere;
    if (buckets[2 * bucket]! < loose && (decided & required) === 0) return false;
    for (let term = loose; term < buckets[2 * bucket + 2]!; term++)
      if ((this.#openOf(term) & bits) !== 0) return false;
    if (bits === anyOpen) this.#decide(bucket, Decided.whole);
    return true;
  }

  /** Returns true if a term whose anchor ends in this range could start at a word start. */
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
    const row = start & (recentStarts - 1);
    if (this.#startAt[row] !== start) {
      this.#startAt[row] = start;
      this.#isStart[row] = this.#boundaries.isStart(this.#exact, start) ? 1 : 0;
    }
    return this.#isStart[row] !== 0;
  }

  #decide(bucket: number, how: number): void {
    if (this.#decided[bucket] === 0) this.#decidedBuckets.push(bucket);
    this.#decided[bucket]! |= how << this.#decidedShift;
  }

  /** The wanted bits of a term that are still missing in this field, as bits of the title. */
  #openOf(term: number): number {
    const wanted = this.#compiled.terms[term * termSize + shapeWord]! >> this.#wantedShift;
    return wanted & 3 & ~(this.#found[term]! >> this.#fieldShift);
  }

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
