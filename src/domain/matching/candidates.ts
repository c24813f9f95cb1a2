import { checkEnd, type Compiled, lengthShift, offsetBits, Term } from "./compiled";
import type { Reading } from "./reading";

// Some module loaders read imported bindings through a getter, which is too slow for these loops.
const { anchor: anchorWord, shape: shapeWord, check: checkWord, size: termSize } = Term;
const [offsetMask, lengthBits] = [offsetBits, lengthShift];
const endOfCheck = checkEnd;
const defaultCapacity = 1024;

/** Uses separate branchless loops: the processor can wait for several memory accesses in parallel. */
export class Candidates {
  readonly #terms: Int32Array;
  /** For each bucket that was hit: its unsorted terms, the anchor and the anchor's position. */
  #count = 0;
  readonly #from = new Int32Array(defaultCapacity);
  readonly #to = new Int32Array(defaultCapacity);
  readonly #anchors = new Int32Array(defaultCapacity);
  readonly #anchorStarts = new Int32Array(defaultCapacity);
  #capacity = 0;
  terms = new Int32Array(defaultCapacity);
  starts = new Int32Array(defaultCapacity);

  constructor({ terms }: Pick<Compiled, "terms">) {
    this.#terms = terms;
  }

  clear(): void {
    this.#count = this.#capacity = 0;
  }

  add(from: number, to: number, anchor: number, start: number): void {
    this.#from[this.#count] = from;
    this.#to[this.#count] = to;
    this.#anchors[this.#count] = anchor;
    this.#anchorStarts[this.#count++] = start;
    this.#capacity += to - from;
  }

  choose({ windows, length: textLength }: Reading): number {
    const all = this.#terms;
    const hits = this.#withAnchor();
    const { terms, starts } = this;
    let count = 0;
    for (let hit = 0; hit < hits; hit++) {
      const term = terms[hit]!;
      const shape = all[term * termSize + shapeWord]!;
      const check = all[term * termSize + checkWord]!;
      const length = shape >>> lengthBits;
      const start = starts[hit]!;
      if (start < 0 || start + length > textLength) continue;
      if (check >= 0 && check !== windows[start + endOfCheck(shape & offsetMask, length)]) continue;
      terms[count] = term;
      starts[count++] = start;
    }
    return count;
  }

  #withAnchor(): number {
    const all = this.#terms;
    const [from, to, anchors, anchorStarts] = [this.#from, this.#to, this.#anchors, this.#anchorStarts];
    // The loop below can write one extra element.
    if (this.terms.length <= this.#capacity) {
      this.terms = new Int32Array(2 * this.#capacity);
      this.starts = new Int32Array(2 * this.#capacity);
    }
    const { terms, starts } = this;
    let hits = 0;
    for (let found = 0; found < this.#count; found++) {
      const anchor = anchors[found]!;
      const start = anchorStarts[found]!;
      const end = to[found]!;
      for (let term = from[found]!; term < end; term++) {
        terms[hits] = term;
        starts[hits] = start - (all[term * termSize + shapeWord]! & offsetMask);
        // 1 if both are equal (neither is negative): (0 - 1) >>> 31.
        hits += ((all[term * termSize + anchorWord]! ^ anchor) - 1) >>> 31;
      }
    }
    return hits;
  }
}
