import { Growing } from "./growing";
import type { Reading } from "./reading";

/** Marks a missing term or rule. */
export const none = -1;
const space = 0x20;
/** Longer than any real keyword, and the maximum a compiled term can store. */
const maxUnits = 16_000;

/** The distinct terms of rules, in order of insertion: a folded keyword, plus a spelling if exact. */
export class TermTable {
  count = 0;
  /** By term: start of its folded text, which ends where the next starts. */
  readonly textFrom = new Growing((length) => new Int32Array(length));
  readonly texts = new Growing((length) => new Uint16Array(length));
  /** By term: start of its exact spelling (as long as its text), or `none` if it is case-insensitive. */
  readonly spelledFrom = new Growing((length) => new Int32Array(length));
  readonly spellings = new Growing((length) => new Uint16Array(length));
  readonly wanted = new Growing((length) => new Uint8Array(length));
  readonly #hashes = new Growing((length) => new Int32Array(length));
  /** Hash table with open addressing. 0 is empty, otherwise the term number plus one. */
  #slots = new Int32Array(256);

  constructor() {
    this.textFrom.push(0);
  }

  /** Adds the keyword in `reading` and returns its term number, or `none` if it is empty or too long. */
  add(reading: Reading, caseSensitive: boolean, wanted: number): number {
    let from = 0;
    let to = reading.length;
    while (from < to && reading.folded[from] === space) from++;
    while (to > from && reading.folded[to - 1] === space) to--;
    if (from === to || to - from > maxUnits) return none;
    const hash = hashUnits(caseSensitive ? reading.exact : reading.folded, from, to);
    let slot = hash & (this.#slots.length - 1);
    for (let entry = this.#slots[slot]!; entry !== 0; entry = this.#slots[slot]!) {
      const term = entry - 1;
      if (this.#hashes.values[term] === hash && this.#isSame(term, reading, caseSensitive, from, to)) {
        this.wanted.values[term]! |= wanted;
        return term;
      }
      slot = (slot + 1) & (this.#slots.length - 1);
    }
    this.#slots[slot] = this.count + 1;
    return this.#append(reading, caseSensitive, wanted, hash, from, to);
  }

  #append(
    reading: Reading,
    caseSensitive: boolean,
    wanted: number,
    hash: number,
    from: number,
    to: number,
  ): number {
    append(this.texts, reading.folded, from, to);
    this.textFrom.push(this.texts.length);
    this.spelledFrom.push(caseSensitive ? this.spellings.length : none);
    if (caseSensitive) append(this.spellings, reading.exact, from, to);
    this.wanted.push(wanted);
    this.#hashes.push(hash);
    this.count++;
    if (this.count * 2 > this.#slots.length) this.#rehash();
    return this.count - 1;
  }

  #isSame(term: number, reading: Reading, caseSensitive: boolean, from: number, to: number): boolean {
    const spelledFrom = this.spelledFrom.values[term]!;
    if ((spelledFrom !== none) !== caseSensitive) return false;
    const textFrom = this.textFrom.values[term]!;
    if (this.textFrom.values[term + 1]! - textFrom !== to - from) return false;
    return caseSensitive
      ? isEqual(this.spellings.values, spelledFrom, reading.exact, from, to)
      : isEqual(this.texts.values, textFrom, reading.folded, from, to);
  }

  #rehash(): void {
    const slots = new Int32Array(this.#slots.length * 4);
    for (let term = 0; term < this.count; term++) {
      let slot = this.#hashes.values[term]! & (slots.length - 1);
      while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1);
      slots[slot] = term + 1;
    }
    this.#slots = slots;
  }
}

function append(to: Growing<Uint16Array>, units: Uint16Array, from: number, end: number): void {
  to.reserve(end - from);
  for (let at = from; at < end; at++) to.values[to.length++] = units[at]!;
}

function isEqual(one: Uint16Array, oneFrom: number, other: Uint16Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (one[oneFrom + at - from] !== other[at]) return false;
  return true;
}

function hashUnits(units: Uint16Array, from: number, to: number): number {
  let hash = to - from;
  for (let at = from; at < to; at++) hash = Math.imul(hash ^ units[at]!, 0x01000193);
  return hash ^ (hash >>> 15);
}
