import { characters, foldLow, isPlainHigh, Kind, replacement } from "./characters";
import { clean, cleanWithSpans, type Spans } from "./clean";
import { windowCodes, windowMask } from "./windows";

const space = 0x20;
// Imported bindings are read through a getter by some loaders, which loops as hot as these would feel.
const { odd, high, low: lowHalf, backslash } = Kind;
const lone = replacement;
const sixUnits = windowMask[6];
/** From here on a table entry is of a unit that may need a second look. */
const oddEntry = odd << 24;

/**
 * A text as it is matched, in two arrays of the same length: `exact` (clean, NFC, white space, quotes and hyphens made
 * one, runs of white space one space) and `folded` (the same with its case folded one to one).
 * The arrays are reused from text to text; `length` tells how much of them counts.
 */
export class Reading {
  exact: Uint16Array;
  folded: Uint16Array;
  /** Of each unit the window over the six that it ends: see windows.ts. */
  windows: Int32Array;
  length = 0;
  /** Whether `start` and `end` can be asked. */
  isTracked = false;
  #sources = new Uint32Array(0);
  #spans: Spans | undefined;

  /** Longer texts make it grow. */
  constructor(units = 1024) {
    this.exact = new Uint16Array(units);
    this.folded = new Uint16Array(units);
    this.windows = new Int32Array(units);
  }

  read(text: string): void {
    // Most texts need one pass; one with an escape, a reference, a mark or the like is cleaned first.
    if (!this.#pass(text, false, false)) this.#pass(clean(text), true, false);
  }

  /** `read`, keeping track of where each unit comes from; see `start` and `end`. */
  readTracked(text: string): void {
    this.#spans = undefined;
    if (this.#pass(text, false, true)) return;
    this.#spans = { starts: [], ends: [] };
    this.#pass(cleanWithSpans(text, this.#spans), true, true);
  }

  /** Where in the original text the unit at `index` begins, in UTF-16 units. */
  start(index: number): number {
    const source = this.#sources[index]!;
    return this.#spans ? this.#spans.starts[source]! : source;
  }

  /** Where in the original text the unit at `index` ends. */
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

  /** False when the text has to be cleaned first, in which case nothing of the reading counts. */
  #pass(text: string, isClean: boolean, isTracked: boolean): boolean {
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
    for (let i = 0; i < size; i++) {
      const unit = text.charCodeAt(i);
      const entry = table[unit]!;
      const foldedUnit = entry & 0xffff;
      if (entry >= oddEntry) {
        const what = entry >>> 24;
        if (!isClean && isNoisy(what, unit, text, i)) return false;
        if (what === high || what === lowHalf) {
          const low = what === high && i + 1 < size ? text.charCodeAt(i + 1) : 0;
          if ((low & 0xfc00) !== 0xdc00) {
            if (isTracked) sources[length] = i;
            exact[length] = folded[length] = lone;
            windows[length++] = window = ((window << 5) | codeOf(table[lone]!)) & sixUnits;
            continue;
          }
          const foldedLow = isPlainHigh(unit) ? low : foldLow(unit, low);
          if (isTracked) sources[length] = i;
          exact[length] = folded[length] = unit;
          windows[length++] = window = ((window << 5) | codeOf(entry)) & sixUnits;
          i++;
          if (isTracked) sources[length] = i;
          exact[length] = low;
          folded[length] = foldedLow;
          windows[length++] = window = ((window << 5) | codeOf(table[foldedLow]!)) & sixUnits;
          continue;
        }
      } else if (foldedUnit === space && length > 0 && folded[length - 1] === space) continue;
      if (isTracked) sources[length] = i;
      exact[length] = toExact[unit]!;
      folded[length] = foldedUnit;
      windows[length++] = window = ((window << 5) | codeOf(entry)) & sixUnits;
    }
    this.length = length;
    return true;
  }
}

let madeTable: Int32Array | undefined;

/** Of each unit, in one number: its folded form, the five bits of that one in a window, and from bit 24 on its `Kind`. */
function unitTable(): Int32Array {
  if (madeTable) return madeTable;
  const { folded, kind } = characters();
  const codes = windowCodes();
  // Not by Int32Array.from, which takes ten times as long.
  const table = new Int32Array(folded.length);
  for (let unit = 0; unit < table.length; unit++) {
    const to = folded[unit]!;
    table[unit] = to | (codes[to]! << 16) | (kind[unit]! << 24);
  }
  return (madeTable = table);
}

function codeOf(entry: number): number {
  return (entry >>> 16) & 31;
}

/** Whether the unit may be something that `clean` resolves. */
function isNoisy(what: number, unit: number, text: string, at: number): boolean {
  if (what === odd) return true;
  if (what === high) return !isPlainHigh(unit);
  if (what === lowHalf) return false;
  const next = at + 1 < text.length ? text.charCodeAt(at + 1) : space;
  const isAlphanumeric = (next >= 0x30 && next <= 0x39) || ((next | 0x20) >= 0x61 && (next | 0x20) <= 0x7a);
  if (what === backslash) return next > space && next < 0x7f && !isAlphanumeric;
  return next === 0x23 || isAlphanumeric;
}
