const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"];
/** Runs of half-width Hangul, each in the order of the usual characters. */
const halfWidthHangul = [
  { from: 0xffa0, usual: 0x3164 },
  { from: 0xffa1, usual: 0x3131 },
  { from: 0xffc2, usual: 0x314f },
  { from: 0xffca, usual: 0x3155 },
  { from: 0xffd2, usual: 0x315b },
  { from: 0xffda, usual: 0x3161 },
];
const halfWidthEnd = 0xffdd;
const fullWidthMacron = 0xffe3;

/** Latin ligatures, full-width and half-width characters, for a regular expression class. */
export const variants = "\\ufb00-\\ufb06\\uff01-\\uffdc\\uffe0-\\uffee";

/** Full-width ASCII and symbols. Their usual form is always one unit. */
export const oneForOne: readonly number[] = [...unitsFrom(0xff01, 0xff60), ...unitsFrom(0xffe0, 0xffee)];

/** Returns the usual form. Half-width voicing signs become combining marks, which NFC composes. */
export function usualForm(char: string): string {
  const unit = char.charCodeAt(0);
  const letters = ligatures[unit - 0xfb00];
  if (letters !== undefined) return letters;
  const run = halfWidthHangul.findLast(({ from }) => from <= unit);
  if (run !== undefined && unit < halfWidthEnd) return String.fromCharCode(run.usual + unit - run.from);
  return unit === fullWidthMacron ? "\u00af" : char.normalize("NFKC");
}

function unitsFrom(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
