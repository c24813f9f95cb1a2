import { oneForOne, usualForm } from "./variants";

/** Built on first use, in runs, whole-word tables only if needed: browsers build them in the first render. */

/** From `odd` on, needs a second check. `tick`: apostrophe between letters; `skipped`: variation selector. */
export const Kind = {
  ...{ plain: 0, white: 1, odd: 2, high: 3, low: 4, backslash: 5, ampersand: 6 },
  ...{ tick: 7, skipped: 8, markup: 9, seam: 10 },
} as const;

/** Noncharacters between texts searched together. `sourceSeam` precedes typed text: visible-text.ts. */
export const seam = 0xffff;
export const sourceSeam = 0xfffe;

/** Bit flags for word boundaries. `letter` is L or M; `free` is a script without spaces. */
export const Trait = { word: 1, letter: 2, free: 4, emoji: 8, mark: 16, follower: 32 } as const;

export const apostrophe = 0x27;
export const replacement = 0xfffd;
export const zeroWidthJoiner = "\u200d";

const variationSelectors = "\\u180b-\\u180f\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}";
const selectorsAt = new RegExp(`[${variationSelectors}]+`, "uy");
/** Skipped characters, for a regular expression class. Excludes the joiner because it is part of emoji. */
export const zeroWidth = `\\u00ad\\u034f\\u061c\\u200b\\u200c\\u200e\\u200f\\u202a-\\u202e\\u2060-\\u2064\\u2066-\\u206f\\ufeff${variationSelectors}`;

export function behindSelectors(text: string, from: number): number {
  selectorsAt.lastIndex = from;
  return selectorsAt.test(text) ? selectorsAt.lastIndex : from;
}

/** Characters that NFC can merge with the preceding one: marks, and later parts of a Hangul syllable. */
export const joining = "\\p{M}\\u1161-\\u1175\\u11a8-\\u11c2\\u{16d63}\\u{16d67}-\\u{16d6a}";

export const white = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
export const doubleQuotes = '"\u201c-\u201f';
export const hyphens = "\\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d";
/** Includes primes and their substitutes. For grave and acute accents see `Kind.tick`. */
export const apostrophes =
  "\u2018-\u201b\u2032\u2035\u02b9\u02bb-\u02bf\u02c8\u055a\u05f3\u07f4\u07f5\u1fbf\ua78b\ua78c\uff07";
/** Only in texts, not in the syntax of expressions: full-width quote, double primes, gershayim, maqaf. */
const likeQuotes = "\uff02\u2033\u2036\u05f4";
const likeHyphens = "\u05be";
const unified: readonly (readonly [pattern: string, code: number])[] = [
  [white, 0x20],
  [apostrophes, apostrophe],
  [doubleQuotes + likeQuotes, 0x22],
  [hyphens + likeHyphens, 0x2d],
  ["\0", replacement],
];
const freeScripts = ["Han", "Hira", "Kana", "Hang", "Thai", "Laoo", "Khmr", "Mymr"];
const scriptsOf = (property: "sc" | "scx") =>
  freeScripts.map((script) => `\\p{${property}=${script}}`).join("");
/** Scripts without spaces between words, for a regular expression class. */
export const unspacedScripts = scriptsOf("sc");
const traitPatterns: readonly (readonly [pattern: string, bits: number])[] = [
  ["[\\p{L}\\p{M}]", Trait.word | Trait.letter],
  ["[\\p{N}_]", Trait.word],
  // Symbols count by extension but marks don't; otherwise a dot below would always be Kana.
  [`[${unspacedScripts}]`, Trait.free],
  [`(?=\\p{L})[${scriptsOf("scx")}]`, Trait.free],
  ["[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]", Trait.emoji],
  ["\\p{M}", Trait.mark],
  ["[\\u200d\\u20e3\\p{Emoji_Modifier}\\u{e0020}-\\u{e007f}]", Trait.follower],
];

/** Units that can start Markdown, in addition to a grave accent and a backslash. */
const markupSigns = "*_~|^[<>";

interface Characters {
  kind: Uint8Array;
  /** Normalized white space, quotes and hyphens, with case preserved. */
  exact: Uint16Array;
  folded: Uint16Array;
}

let made: Characters | undefined;
let madeTraits: Uint8Array | undefined;

export function characters(): Characters {
  made ??= makeCharacters();
  return made;
}

/** `Trait` bits by unit. For surrogate pairs use `pairTraits`. */
export function unitTraits(): Uint8Array {
  madeTraits ??= makeTraits();
  return madeTraits;
}

function makeCharacters(): Characters {
  const all = ranges();
  const exact = unitsBetween(0, 0xffff);
  for (const unit of oneForOne) exact[unit] = usualForm(String.fromCharCode(unit)).charCodeAt(0);
  exact.fill(replacement, sourceSeam);
  for (const [pattern, code] of unified) {
    eachRun(all, `[${pattern}]`, (from, to) => exact.fill(code, from, to));
  }
  const folded = exact.slice();
  eachRun(all, "\\p{Changes_When_Casefolded}", (from, to) => {
    for (let unit = from; unit < to; unit++) folded[unit] = foldCase(exact[unit]!);
  });
  return { kind: makeKinds(all), exact, folded };
}

function makeTraits(): Uint8Array {
  const all = ranges();
  const traits = new Uint8Array(65536);
  for (const [pattern, bits] of traitPatterns) {
    eachRun(all, pattern, (from, to) => {
      for (let unit = from; unit < to; unit++) traits[unit]! |= bits;
    });
  }
  return traits;
}

function makeKinds(all: readonly TextRange[]): Uint8Array {
  const kind = new Uint8Array(65536);
  eachRun(all, `[${joining}${zeroWidth}${zeroWidthJoiner}]`, (from, to) => kind.fill(Kind.odd, from, to));
  for (const [from, to] of composingRanges) {
    for (let unit = from; unit <= to; unit++) {
      const char = String.fromCharCode(unit);
      if (char.normalize() !== char) kind[unit] = Kind.odd;
    }
  }
  // These don't map one to one.
  kind.fill(Kind.odd, 0xff61, 0xffdd).fill(Kind.odd, 0xfb00, 0xfb07);
  // These can follow any emoji. All other selectors are removed by `clean`.
  kind.fill(Kind.skipped, 0xfe00, 0xfe10);
  eachRun(all, `[${white}]`, (from, to) => kind.fill(Kind.white, from, to));
  kind.fill(Kind.high, 0xd800, 0xdc00).fill(Kind.low, 0xdc00, 0xe000);
  kind[0x5c] = Kind.backslash;
  kind[0x26] = Kind.ampersand;
  for (const unit of [0x60, 0xb4, 0xff40]) kind[unit] = Kind.tick;
  for (const sign of markupSigns) kind[sign.charCodeAt(0)] = Kind.markup;
  kind.fill(Kind.seam, sourceSeam);
  return kind;
}

/** Excludes ideographs, syllables and private use, which are stable under NFC. */
const composingRanges = [
  [0x300, 0x33ff],
  [0xa000, 0xabff],
  [0xf900, 0xffff],
] as const;

interface TextRange {
  from: number;
  text: string;
}

function ranges(): TextRange[] {
  return [range(0, 0xd7ff), range(0xe000, 0xffff)];
}

function range(from: number, last: number): TextRange {
  // Much faster than String.fromCharCode before optimization. All supported machines are little-endian.
  const decoder = new TextDecoder("utf-16le", { ignoreBOM: true });
  return { from, text: decoder.decode(unitsBetween(from, last)) };
}

function unitsBetween(first: number, last: number): Uint16Array<ArrayBuffer> {
  const units = new Uint16Array(last + 1 - first);
  for (let i = 0; i < units.length; i++) units[i] = first + i;
  return units;
}

/** Visits each maximal run of matching units. `to` is exclusive. */
function eachRun(
  all: readonly TextRange[],
  pattern: string,
  visit: (from: number, to: number) => void,
): void {
  const run = new RegExp(`(?:${pattern})+`, "gu");
  for (const { from, text } of all) {
    for (const { 0: found, index } of text.matchAll(run)) visit(from + index, from + index + found.length);
  }
}

/** Simple Unicode case folding of one unit, plus "İ" to "i", which Unicode leaves to the language. */
function foldCase(unit: number): number {
  if (unit === 0x130) return 0x69;
  const char = String.fromCharCode(unit);
  const upper = char.toUpperCase();
  const lower = (upper.length === 1 ? upper : char).toLowerCase();
  if (lower.length !== 1) return unit;
  // Cherokee folds to upper case because its capitals were encoded first.
  return lower === char && upper.length === 1 ? upper.charCodeAt(0) : lower.charCodeAt(0);
}

/** Returns the folded low surrogate. Beyond the BMP, upper and lower case share their high surrogate. */
export function foldLow(high: number, low: number): number {
  const lower = String.fromCharCode(high, low).toLowerCase();
  return lower.length === 2 && lower.charCodeAt(0) === high ? lower.charCodeAt(1) : low;
}

/** Pairs without case that NFC keeps: emoji, mathematical letters, ideographs. */
export function isPlainHigh(high: number): boolean {
  return (high >= 0xd83c && high <= 0xd83e) || high === 0xd835 || (high >= 0xd840 && high <= 0xd87d);
}

const pairTraitCache = new Map<number, number>();
const traitTests = traitPatterns.map(([pattern, bits]) => [new RegExp(pattern, "u"), bits] as const);

export function pairTraits(high: number, low: number): number {
  const code = (high << 10) + low - 0x35fdc00;
  const known = pairTraitCache.get(code);
  if (known !== undefined) return known;
  const char = String.fromCodePoint(code);
  const bits = traitTests.reduce((sum, [test, bit]) => (test.test(char) ? sum | bit : sum), 0);
  pairTraitCache.set(code, bits);
  return bits;
}
