import { type Compiled, lengthShift, spelledBit, Term, wideBit } from "./compiled";
import { Reading } from "./reading";

// Some module loaders read imported bindings through a getter, which is too slow for these loops.
const { textFrom: textFromWord, shape: shapeWord, size: termSize } = Term;
const [withSpelling, withTwoBytes, lengthBits] = [spelledBit, wideBit, lengthShift];
const none = -1;

export class TermTexts {
  reading = new Reading(0);
  readonly #terms: Int32Array;
  readonly #texts: Uint8Array;

  constructor({ terms, texts }: Pick<Compiled, "terms" | "texts">) {
    this.#terms = terms;
    this.#texts = texts;
  }

  lengthOf(term: number): number {
    return this.#terms[term * termSize + shapeWord]! >>> lengthBits;
  }

  isAt(term: number, start: number): boolean {
    if (start + this.lengthOf(term) > this.reading.length) return false;
    return this.#isEqual(term, this.reading.folded, start, 0);
  }

  /** Returns true if the exact spelling matches or isn't needed. The folded text must match. */
  isSpelled(term: number, start: number): boolean {
    if ((this.#terms[term * termSize + shapeWord]! & withSpelling) === 0) return true;
    return this.#isEqual(term, this.reading.exact, start, this.lengthOf(term));
  }

  /** Returns the last sorted term not above the text. The text's prefixes are this term or its ancestors. */
  lastUpTo(from: number, to: number, start: number): number {
    let low = from - 1;
    let high = to;
    while (high - low > 1) {
      const between = (low + high) >>> 1;
      if (this.#isUpTo(between, start)) low = between;
      else high = between;
    }
    return low < from ? none : low;
  }

  #isEqual(term: number, units: Uint16Array, start: number, offset: number): boolean {
    const texts = this.#texts;
    const length = this.lengthOf(term);
    const from = this.#terms[term * termSize + textFromWord]!;
    if ((this.#terms[term * termSize + shapeWord]! & withTwoBytes) === 0) {
      for (let at = length - 1; at >= 0; at--)
        if (texts[from + offset + at] !== units[start + at]) return false;
      return true;
    }
    for (let at = length - 1; at >= 0; at--)
      if (this.#wideUnit(from, offset + at) !== units[start + at]) return false;
    return true;
  }

  #isUpTo(term: number, start: number): boolean {
    const { folded, length: textLength } = this.reading;
    const length = this.lengthOf(term);
    const from = this.#terms[term * termSize + textFromWord]!;
    const isWide = (this.#terms[term * termSize + shapeWord]! & withTwoBytes) !== 0;
    for (let at = 0; at < length; at++) {
      if (start + at >= textLength) return false;
      const unit = isWide ? this.#wideUnit(from, at) : this.#texts[from + at]!;
      const difference = unit - folded[start + at]!;
      if (difference !== 0) return difference < 0;
    }
    return true;
  }

  #wideUnit(from: number, at: number): number {
    return this.#texts[from + 2 * at]! | (this.#texts[from + 2 * at + 1]! << 8);
  }
}
