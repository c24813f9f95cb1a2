import { getHash, shiftFor, windowMask } from "./windows";

/**
 * Blocked Bloom filters quickly rule out windows that no term uses. The number of bits is a power of two and
 * at least 32. A window sets two bits in the same 32-bit word, so a lookup needs a single memory access.
 */
const bitsPerTerm = 16;
const maxBits = 2 ** 22;
const [, , , threeUnits, fourUnits] = windowMask;

/** Words in a filter for this number of terms. */
export function filterWords(terms: number): number {
  return Math.min(maxBits, Math.max(32, 2 ** (32 - Math.clz32(terms * bitsPerTerm - 1)))) / 32;
}

/** Right shift for hashes in a filter of this size. */
export function filterShift(words: number): number {
  return shiftFor(words * 32);
}

export function addWindow(filter: Int32Array, from: number, words: number, window: number): void {
  const shift = filterShift(words);
  const hash = getHash(window);
  filter[from + ((hash >>> shift) >>> 5)]! |= (1 << (hash >>> shift)) | (1 << (hash >>> (shift - 5)));
}

/** Also sets a bit for the last four units of a wider anchor, which is tested first in a place's filter. */
export function addLastFour(filter: Int32Array, from: number, words: number, anchor: number): void {
  if (anchor <= threeUnits) return;
  const first = getHash(anchor & fourUnits) >>> filterShift(words);
  filter[from + (first >>> 5)]! |= 1 << first;
}

/** Adds all windows of three units that end with an anchor of fewer units. */
export function addShortAnchor(filter: Int32Array, anchor: number, width: number): void {
  for (let window = anchor; window <= threeUnits; window += 1 << (5 * width))
    filter[window >>> 5]! |= 1 << window;
}
