/**
 * A window covers six units of a text with five bits each: 1 to 31, or 0 before the start of the text. A
 * keyword is found by its anchor: a window of six or four of its units, or all of them if it is shorter.
 * Windows of different widths are different numbers because no unit is 0.
 */

/** Bits of the window over the last `width` units. */
export const windowMask = [0, 0x1f, 0x3ff, 0x7fff, 0xfffff, 0x1ffffff, 0x3fffffff] as const;
const codeBits = 5;

export function anchorWidth(length: number): number {
  if (length >= 6) return 6;
  return length >= 4 ? 4 : length;
}

let made: Uint8Array | undefined;

/** Letters a to z and the space have distinct five-bit codes; other units share all 31. */
export function windowCodes(): Uint8Array {
  made ??= makeCodes();
  return made;
}

function makeCodes(): Uint8Array {
  const codes = new Uint8Array(65536);
  for (let unit = 0; unit < codes.length; unit++) codes[unit] = 1 + ((unit * 7) % 31);
  for (let unit = 0x61; unit <= 0x7a; unit++) codes[unit] = unit - 0x60;
  codes[0x20] = 27;
  return codes;
}

export function windowAt(units: Uint16Array, from: number, width: number): number {
  const codes = windowCodes();
  let window = 0;
  for (let at = from; at < from + width; at++) window = (window << codeBits) | codes[units[at]!]!;
  return window;
}

/** Spreads a window over 32 bits. Tables use the upper bits. */
export function getHash(window: number): number {
  return Math.imul(window, 0x9e3779b1);
}

/** Right shift from a hash to an index in a table of `size` (a power of two, at least 2). */
export function shiftFor(size: number): number {
  return Math.clz32(size) + 1;
}
