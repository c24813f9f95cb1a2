import { hashOf, shiftFor, windowMask } from "./windows";

/**
 * Blocked Bloom filters tell quickly that nothing is looked for by a window. A filter is a row of bits, a power of two of
 * them and at least 32, in words of 32; a window sets two, both in one word, so that asking touches the memory once.
 */
const bitsPerTerm = 16;
const mostBits = 2 ** 22;
const [, , , threeUnits, fourUnits] = windowMask;

/** How many words a filter for so many terms has. */
export function filterWords(terms: number): number {
  return Math.min(mostBits, Math.max(32, 2 ** (32 - Math.clz32(terms * bitsPerTerm - 1)))) / 32;
}

/** How far hashes are shifted down for a filter of so many words. */
export function filterShift(words: number): number {
  return shiftFor(words * 32);
}

/** Sets the bits of a window. */
export function letThrough(filter: Int32Array, from: number, words: number, window: number): void {
  const shift = filterShift(words);
  const hash = hashOf(window);
  filter[from + ((hash >>> shift) >>> 5)]! |= (1 << (hash >>> shift)) | (1 << (hash >>> (shift - 5)));
}

/** And one bit by the last four units of a wider anchor: a place's filter is asked for those first. */
export function letLastFour(filter: Int32Array, from: number, words: number, anchor: number): void {
  if (anchor <= threeUnits) return;
  const first = hashOf(anchor & fourUnits) >>> filterShift(words);
  filter[from + (first >>> 5)]! |= 1 << first;
}

/** Sets the bit of a window of three for whatever stands before an anchor of fewer units. */
export function letShort(filter: Int32Array, anchor: number, width: number): void {
  for (let window = anchor; window <= threeUnits; window += 1 << (5 * width))
    filter[window >>> 5]! |= 1 << window;
}
