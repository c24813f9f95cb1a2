import { type Automaton, buildAutomaton, eachEnd } from "./automaton";
import { Boundaries } from "./boundary";
import { Found } from "./found";
import type { KeywordTable } from "./keyword-table";
import type { Reading } from "./reading";

/** Of a keyword in one field, bits: nothing more is wanted of it, nor of the shorter ones that end where it ends. */
const Settled = { anywhere: 1, whole: 2 } as const;
// Imported bindings are read through a getter by some loaders, which a loop as hot as this would feel.
const { titleAnywhere, titleWhole } = Found;
const none = -1;

/**
 * Finds which entries of a keyword table occur in an item, and how. Presence is all that is asked: a keyword that has
 * shown what is wanted of it is not looked at again, so that nested keywords cost no more than their number.
 */
export class Scan {
  readonly #automaton: Automaton;
  readonly #boundaries = new Boundaries();
  readonly #shorter: Int32Array;
  readonly #lengths: Int32Array;
  readonly #depths: Int32Array;
  readonly #tails: readonly string[];
  readonly #firstEntry: Int32Array;
  readonly #nextEntry: Int32Array;
  readonly #spellings: readonly string[];
  readonly #wanted: Uint8Array;
  /** Of each entry its `Found` bits, and of each keyword its `Settled` bits by field; all zero between items. */
  readonly #found: Uint8Array;
  readonly #settled: Uint8Array;
  readonly #foundEntries: number[] = [];
  readonly #metKeywords: number[] = [];

  constructor(table: KeywordTable) {
    this.#automaton = buildAutomaton(table.keywords);
    this.#shorter = this.#automaton.shorter;
    const depths = this.#automaton.depths;
    this.#depths = depths;
    this.#tails = table.keywords.map((keyword, index) => keyword.slice(depths[index]));
    this.#lengths = Int32Array.from(table.keywords, (keyword) => keyword.length);
    this.#firstEntry = Int32Array.from(table.firstEntry);
    this.#nextEntry = Int32Array.from(table.nextEntry);
    this.#spellings = table.spellings;
    this.#wanted = Uint8Array.from(table.wanted);
    this.#found = new Uint8Array(table.wanted.length);
    this.#settled = new Uint8Array(table.keywords.length);
  }

  /** Goes over one field. `fieldShift` is its place in `Found`, `kindShift` the item kind's place in wanted bits. */
  run(reading: Reading, fieldShift: number, kindShift: number): void {
    eachEnd(this.#automaton, reading.folded, reading.length, (keyword, end) => {
      this.#meet(keyword, end, reading, fieldShift, kindShift);
    });
  }

  /** Calls `visit` with each entry found and its `Found` bits, and forgets them. */
  drain(visit: (entry: number, found: number) => void): void {
    for (const keyword of this.#metKeywords) this.#settled[keyword] = 0;
    this.#metKeywords.length = 0;
    for (const entry of this.#foundEntries) {
      visit(entry, this.#found[entry]!);
      this.#found[entry] = 0;
    }
    this.#foundEntries.length = 0;
  }

  /** At a place where `longest` and perhaps shorter keywords end, but for their tails. */
  #meet(longest: number, at: number, reading: Reading, fieldShift: number, kindShift: number): void {
    const settled = (this.#settled[longest]! >> fieldShift) & 3;
    if ((settled & Settled.whole) !== 0) return;
    const isEnd = this.#boundaries.isEnd(reading.exact, at, reading.length);
    if (!isEnd && (settled & Settled.anywhere) !== 0) return;
    let missing = 0;
    for (let keyword = longest; keyword !== none; keyword = this.#shorter[keyword]!) {
      const known = (this.#settled[keyword]! >> fieldShift) & 3;
      if ((known & Settled.whole) !== 0) break;
      if (!isEnd && (known & Settled.anywhere) !== 0) {
        missing |= titleWhole;
        break;
      }
      const tail = this.#lengths[keyword]! - this.#depths[keyword]!;
      if (tail === 0) missing |= this.#look(keyword, at, isEnd, reading, fieldShift, kindShift);
      else missing |= this.#lookBeyond(keyword, at, tail, reading, fieldShift, kindShift);
    }
    this.#settle(longest, missing, fieldShift);
  }

  /** `#look` for a keyword whose tail is still to be compared. What it misses, it can find at any place. */
  #lookBeyond(
    keyword: number,
    at: number,
    tail: number,
    reading: Reading,
    fieldShift: number,
    kindShift: number,
  ): number {
    const end = at + tail;
    const isThere = end <= reading.length && isSpelled(reading.folded, at, this.#tails[keyword]!);
    const isEnd = isThere && this.#boundaries.isEnd(reading.exact, end, reading.length);
    const missing = this.#look(keyword, isThere ? end : 0, isEnd, reading, fieldShift, kindShift);
    return missing === 0 ? 0 : titleAnywhere | titleWhole;
  }

  /** Notes what an occurrence shows and returns what is still missing, both as the title's bits; `end` 0 is none. */
  #look(
    keyword: number,
    end: number,
    isEnd: boolean,
    reading: Reading,
    fieldShift: number,
    kindShift: number,
  ): number {
    const start = end - this.#lengths[keyword]!;
    let missing = 0;
    for (let entry = this.#firstEntry[keyword]!; entry !== none; entry = this.#nextEntry[entry]!) {
      const wanted = (this.#wanted[entry]! >> (kindShift + fieldShift)) & 3;
      const open = wanted & ~(this.#found[entry]! >> fieldShift);
      const shown = open === 0 || end === 0 ? 0 : this.#shownBy(entry, open, start, isEnd, reading);
      if (shown !== 0) this.#note(entry, shown << fieldShift);
      missing |= open & ~shown;
    }
    return missing;
  }

  /** Which of the open bits this occurrence shows; exact case and whole word must come from the same one. */
  #shownBy(entry: number, open: number, start: number, isEnd: boolean, reading: Reading): number {
    if ((open & titleAnywhere) === 0 && !isEnd) return 0;
    const spelling = this.#spellings[entry]!;
    if (spelling !== "" && !isSpelled(reading.exact, start, spelling)) return 0;
    const isWhole = isEnd && (open & titleWhole) !== 0 && this.#boundaries.isStart(reading.exact, start);
    return (open & titleAnywhere) | (isWhole ? titleWhole : 0);
  }

  #note(entry: number, bits: number): void {
    if (this.#found[entry] === 0) this.#foundEntries.push(entry);
    this.#found[entry]! |= bits;
  }

  #settle(keyword: number, missing: number, fieldShift: number): void {
    if ((missing & titleAnywhere) !== 0) return;
    if (this.#settled[keyword] === 0) this.#metKeywords.push(keyword);
    const bits = missing === 0 ? Settled.anywhere | Settled.whole : Settled.anywhere;
    this.#settled[keyword]! |= bits << fieldShift;
  }
}

/** From the end, where spellings of nested keywords differ first. */
function isSpelled(units: Uint16Array, start: number, spelling: string): boolean {
  for (let i = spelling.length - 1; i >= 0; i--)
    if (units[start + i] !== spelling.charCodeAt(i)) return false;
  return true;
}
