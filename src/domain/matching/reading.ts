import { matchedText } from "../visible-text/visible-text";
import { apostrophe, characters, foldLow, isPlainHigh, Kind, replacement, sourceSeam } from "./characters";
import { clean, cleanWithSpans, type Spans } from "./clean";
import { windowCodes, windowMask } from "./windows";

const space = 0x20;
// Some module loaders read imported bindings through a getter, which is too slow for these loops.
const { odd, high, low: lowHalf, backslash, ampersand, tick, skipped, markup, seam } = Kind;
const lone = replacement;
const apostropheUnit = apostrophe;
const sourceSeamUnit = sourceSeam;
/** Separates texts that are searched together. Never part of a keyword because NUL is read as U+FFFD. */
export const seamUnit = 0;
const Stage = { markup: 1, noise: 2, none: 0, seams: 4 } as const;
const sixUnits = windowMask[6];
/** Table entries from here on can need a second check. */
const oddEntry = odd << 24;

/** A normalized text. The arrays are reused for the next text; only `length` units are valid. */
export class Reading {
  exact: Uint16Array;
  folded: Uint16Array;
  /** The six-unit window that ends at each unit: see windows.ts. */
  windows: Int32Array;
  length = 0;
  /** Start of the words repeated as typed. Only terms with markup signs match from here on. */
  typedFrom = 0;
  isTracked = false;
  #sources = new Uint32Array(0);
  #spans: Spans | undefined;

  constructor(units = 1024) {
    this.exact = new Uint16Array(units);
    this.folded = new Uint16Array(units);
    this.windows = new Int32Array(units);
  }

  /** Reads a plain text, or the visible text of Markdown. */
  read(text: string, isMarkdown = false): void {
    // Most texts need one pass. Markup needs another, as do escapes, references, marks and the like.
    if (this.#pass(text, isMarkdown ? Stage.markup | Stage.noise : Stage.noise, false)) return;
    const seen = isMarkdown ? matchedText(text) : text;
    const seams = isMarkdown ? Stage.seams : Stage.none;
    if (isMarkdown && this.#pass(seen, Stage.noise | seams, false)) return;
    this.#pass(clean(seen), seams, false);
  }

  /** Like `read`, but also tracks source positions for `start` and `end`. */
  readTracked(text: string, isMarkdown = false): void {
    this.#spans = undefined;
    if (this.#pass(text, isMarkdown ? Stage.markup | Stage.noise : Stage.noise, true)) return;
    const seen: Spans = { starts: [], ends: [] };
    const cleaned: Spans = { starts: [], ends: [] };
    const shown = isMarkdown ? matchedText(text, seen) : text;
    const clear = cleanWithSpans(shown, cleaned);
    this.#spans = isMarkdown ? joined(cleaned, seen) : cleaned;
    this.#pass(clear, isMarkdown ? Stage.seams : Stage.none, true);
  }

  /** Start of a unit in the original text, in UTF-16 units. */
  start(index: number): number {
    const source = this.#sources[index]!;
    return this.#spans ? this.#spans.starts[source]! : source;
  }

  end(index: number): number {
    const source = this.#sources[index]!;
    return this.#spans ? this.#spans.ends[source]! : source + 1;
  }

  #reserve(length: number, isTracked: boolean): void {
    if (this.exact.length < length) {
      this.exact = new Uint16Array(length * 2);
      this.folded = new Uint16Array(length * 2);
      this.windows = new Int32Array(length * 2);
    }
    if (isTracked && this.#sources.length < length) this.#sources = new Uint32Array(length);
  }

  /** Returns false if the text must be resolved first; the reading is then invalid. */
  #pass(text: string, stage: number, isTracked: boolean): boolean {
    this.#reserve(text.length, isTracked);
    const toExact = characters().exact;
    const table = unitTable();
    const { exact, folded, windows } = this;
    const sources = this.#sources;
    const size = text.length;
    this.isTracked = isTracked;
    let length = 0;
    let window = 0;
    this.length = 0;
    this.typedFrom = Infinity;
    for (let i = 0; i < size; i++) {
      const unit = text.charCodeAt(i);
      let entry = table[unit]!;
      let exactUnit = toExact[unit]!;
      if (entry >= oddEntry) {
        const what = entry >>> 24;
        if (stage !== 0 && isUnresolved(what, stage, text, i)) return false;
        if (what === high || what === lowHalf) {
          const low = what === high && i + 1 < size ? text.charCodeAt(i + 1) : 0;
          if ((low & 0xfc00) !== 0xdc00) {
            if (isTracked) sources[length] = i;
            exact[length] = folded[length] = lone;
            windows[length++] = window = ((window << 5) | getCode(table[lone]!)) & sixUnits;
            continue;
          }
          const foldedLow = isPlainHigh(unit) ? low : foldLow(unit, low);
          if (isTracked) sources[length] = i;
          exact[length] = folded[length] = unit;
          windows[length++] = window = ((window << 5) | getCode(entry)) & sixUnits;
          i++;
          if (isTracked) sources[length] = i;
          exact[length] = low;
          folded[length] = foldedLow;
          windows[length++] = window = ((window << 5) | getCode(table[foldedLow]!)) & sixUnits;
          continue;
        }
        if (what === skipped) continue;
        if (what === tick && isBetweenLetters(exact, length, text, i)) {
          exactUnit = apostropheUnit;
          entry = table[apostropheUnit]!;
        } else if (what === seam && (stage & Stage.seams) !== 0) {
          if (unit === sourceSeamUnit) this.typedFrom = Math.min(this.typedFrom, length);
          exactUnit = seamUnit;
          entry = seamEntry;
        }
      } else if ((entry & 0xffff) === space && length > 0 && folded[length - 1] === space) continue;
      if (isTracked) sources[length] = i;
      exact[length] = exactUnit;
      folded[length] = entry & 0xffff;
      windows[length++] = window = ((window << 5) | getCode(entry)) & sixUnits;
    }
    this.length = length;
    return true;
  }
}

function joined(last: Spans, first: Spans): Spans {
  return {
    starts: last.starts.map((at) => first.starts[at]!),
    ends: last.ends.map((at) => first.ends[at - 1]!),
  };
}

let madeTable: Int32Array | undefined;

/** By unit: its folded form, the five window bits of that form, and its `Kind` from bit 24 on. */
function unitTable(): Int32Array {
  if (madeTable) return madeTable;
  const { folded, kind } = characters();
  const codes = windowCodes();
  // Int32Array.from would take ten times as long.
  const table = new Int32Array(folded.length);
  for (let unit = 0; unit < table.length; unit++) {
    const to = folded[unit]!;
    table[unit] = to | (codes[to]! << 16) | (kind[unit]! << 24);
  }
  return (madeTable = table);
}

function getCode(entry: number): number {
  return (entry >>> 16) & 31;
}

/** Terms have no seam, so its window code is arbitrary. */
const seamEntry = seamUnit | (31 << 16);

function isUnresolved(what: number, stage: number, text: string, at: number): boolean {
  if ((stage & Stage.markup) !== 0 && (what === markup || what === tick || what === backslash)) {
    if (isMarkup(text, at)) return true;
  }
  return (stage & Stage.noise) !== 0 && isNoisy(what, text.charCodeAt(at), text, at);
}

/** True if a sign could be markup. Most asterisks are bullets, and most underscores are inside words. */
function isMarkup(text: string, at: number): boolean {
  const next = text.charAt(at + 1);
  switch (text.charAt(at)) {
    case "*":
      return !(isBlank(next) && isBlank(text.charAt(at - 1)));
    case "_":
      return !(isPlainLetter(next) && isPlainLetter(text.charAt(at - 1)));
    case "~":
    case "|":
      return next === text.charAt(at);
    case "<":
      return /^[a-z/!]/i.test(next);
    case ">":
      return next === "!" || /(?:^|\n)[ >]{0,12}$/.test(text.slice(Math.max(0, at - 13), at));
    case "\\":
      return next === "\n";
    case "\u00b4":
    case "\uff40":
      return false;
    default:
      return true;
  }
}

function isBlank(char: string): boolean {
  return char === "" || char === " " || char === "\n";
}

function isPlainLetter(char: string): boolean {
  return /^[a-z0-9]$/i.test(char);
}

/** True if the accent is used as an apostrophe: between two letters that aren't apostrophes. */
function isBetweenLetters(exact: Uint16Array, length: number, text: string, at: number): boolean {
  if (length === 0 || at + 1 >= text.length) return false;
  const isPair = (exact[length - 1]! & 0xfc00) === 0xdc00 && length > 1;
  const before = String.fromCharCode(...exact.subarray(length - (isPair ? 2 : 1), length));
  const after = String.fromCodePoint(text.codePointAt(at + 1)!);
  if (characters().exact[after.charCodeAt(0)] === apostropheUnit) return false;
  return /[\p{L}\p{M}]/u.test(before) && /\p{L}/u.test(after);
}

function isNoisy(what: number, unit: number, text: string, at: number): boolean {
  if (what === odd) return true;
  if (what === high) return !isPlainHigh(unit);
  if (what !== backslash && what !== ampersand) return false;
  const next = at + 1 < text.length ? text.charCodeAt(at + 1) : space;
  const isAlphanumeric = (next >= 0x30 && next <= 0x39) || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a);
  if (what === backslash) return next > space && next < 0x7f && !isAlphanumeric;
  return next === 0x23 || isAlphanumeric;
}
