/**
 * A text seen through a window of six units, each of them five bits: 1 to 31, and 0 before the text begins. A keyword is
 * looked for by its anchor: a window over six of its units, or four, or all of it where it is shorter than that.
 * Windows of different widths differ as numbers, because no unit is 0.
 */

/** Bits of the window over the last `width` units. */
export const windowMask = [0, 0x1f, 0x3ff, 0x7fff, 0xfffff, 0x1ffffff, 0x3fffffff] as const;
const codeBits = 5;

/** Over how many units of a keyword of this length its anchor goes. */
export function anchorWidth(length: number): number {
  if (length >= 6) return 6;
  return length >= 4 ? 4 : length;
}

let made: Uint8Array | undefined;

/** Of each folded unit its five bits: letters a to z and the space have theirs to themselves, as far as 31 go. */
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

/** The window over the `width` units from this one on. */
export function windowAt(units: Uint16Array, from: number, width: number): number {
  const codes = windowCodes();
  let window = 0;
  for (let at = from; at < from + width; at++) window = (window << codeBits) | codes[units[at]!]!;
  return window;
}

/** Spreads a window over 32 bits; tables take as many of the upper ones as they need. */
export function hashOf(window: number): number {
  return Math.imul(window, 0x9e3779b1);
}

/** How far a hash is shifted down for a table of `size` places, a power of two of at least 2. */
export function shiftFor(size: number): number {
  return Math.clz32(size) + 1;
}
