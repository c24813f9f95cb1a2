import { getHash, shiftFor, windowMask } from "./windows";

/** Bits are a power of two, at least 32. Both bits are in one 32-bit word, for a single memory access. */
const bitsPerTerm = 16;
const maxBits = 2 ** 22;
const [, , , threeUnits, fourUnits] = windowMask;

export function filterWords(terms: number): number {
  return Math.min(maxBits, Math.max(32, 2 ** (32 - Math.clz32(terms * bitsPerTerm - 1)))) / 32;
}

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
