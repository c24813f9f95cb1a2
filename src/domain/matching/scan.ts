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

/** What is held of a keyword, side by side so that meeting it touches one line of the cache. */
const width = 4;
/** The next shorter keyword that, but for its tail, ends where this one ends, or `none`. */
const shorterWord = 0;
const firstEntryWord = 1;
const lengthWord = 2;
/** Where its tail begins among all tails; it ends where that of the next keyword begins. */
const tailWord = 3;

/**
 * Finds which entries of a keyword table occur in an item, and how. Presence is all that is asked: a keyword that has
 * shown what is wanted of it is not looked at again, so that nested keywords cost no more than their number.
 */
export class Scan {
  readonly #automaton: Automaton;
  readonly #boundaries = new Boundaries();
  readonly #keywords: Int32Array;
  readonly #tails: Uint16Array;
  readonly #nextEntry: Int32Array;
  readonly #spellings: readonly string[];
  readonly #wanted: Uint8Array;
  /** Of each entry its `Found` bits, and of each keyword its `Settled` bits by field; all zero between items. */
  readonly #found: Uint8Array;
  readonly #settled: Uint8Array;
  readonly #foundEntries: number[] = [];
  readonly #metKeywords: number[] = [];
  /** The field that is being gone over. */
  #exact = new Uint16Array(0);
  #folded = new Uint16Array(0);
  #length = 0;
  #fieldShift = 0;
  #kindShift = 0;

  constructor(table: KeywordTable) {
    this.#automaton = buildAutomaton(table.keywords);
    const { shorter, depths } = this.#automaton;
    const tails: number[] = [];
    this.#keywords = new Int32Array(width * (table.keywords.length + 1));
    table.keywords.forEach((keyword, index) => {
      this.#keywords.set(
        [shorter[index]!, table.firstEntry[index]!, keyword.length, tails.length],
        width * index,
      );
      for (let at = depths[index]!; at < keyword.length; at++) tails.push(keyword.charCodeAt(at));
    });
    this.#keywords[width * table.keywords.length + tailWord] = tails.length;
    this.#tails = Uint16Array.from(tails);
    this.#nextEntry = Int32Array.from(table.nextEntry);
    this.#spellings = table.spellings;
    this.#wanted = Uint8Array.from(table.wanted);
    this.#found = new Uint8Array(table.wanted.length);
    this.#settled = new Uint8Array(table.keywords.length);
  }

  /** Goes over one field. `fieldShift` is its place in `Found`, `kindShift` the item kind's place in wanted bits. */
  run(reading: Reading, fieldShift: number, kindShift: number): void {
    this.#exact = reading.exact;
    this.#folded = reading.folded;
    this.#length = reading.length;
    this.#fieldShift = fieldShift;
    this.#kindShift = kindShift;
    eachEnd(this.#automaton, reading.folded, reading.length, this.#meet);
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
  readonly #meet = (longest: number, at: number): void => {
    if ((this.#settledOf(longest) & Settled.whole) !== 0) return;
    let isEnd: boolean | undefined;
    let missing = 0;
    for (let keyword = longest; keyword !== none; keyword = this.#keywords[width * keyword + shorterWord]!) {
      const settled = this.#settledOf(keyword);
      if ((settled & Settled.whole) !== 0) break;
      const tailFrom = this.#keywords[width * keyword + tailWord]!;
      const tail = this.#keywords[width * keyword + width + tailWord]! - tailFrom;
      if (tail > 0) {
        // Where keywords with tails end, is for each to see; so one that misses anything is looked at again anywhere.
        if (!this.#isTailAt(at, tailFrom, tail) || this.#lookAt(keyword, at + tail) !== 0)
          missing = titleAnywhere;
        continue;
      }
      isEnd ??= this.#boundaries.isEnd(this.#exact, at, this.#length);
      if (!isEnd && (settled & Settled.anywhere) !== 0) {
        missing |= titleWhole;
        break;
      }
      missing |= this.#look(keyword, at, isEnd);
    }
    if ((missing & titleAnywhere) === 0) this.#settle(longest, missing === 0);
  };

  #settledOf(keyword: number): number {
    return this.#settled[keyword]! >> this.#fieldShift;
  }

  #settle(keyword: number, isWhole: boolean): void {
    if (this.#settled[keyword] === 0) this.#metKeywords.push(keyword);
    this.#settled[keyword]! |=
      (isWhole ? Settled.anywhere | Settled.whole : Settled.anywhere) << this.#fieldShift;
  }

  #isTailAt(at: number, tailFrom: number, tail: number): boolean {
    if (at + tail > this.#length) return false;
    for (let i = 0; i < tail; i++) if (this.#folded[at + i] !== this.#tails[tailFrom + i]) return false;
    return true;
  }

  #lookAt(keyword: number, end: number): number {
    return this.#look(keyword, end, this.#boundaries.isEnd(this.#exact, end, this.#length));
  }

  /** Notes what the occurrence that ends here shows, and returns what is still missing, both as the title's bits. */
  #look(keyword: number, end: number, isEnd: boolean): number {
    const start = end - this.#keywords[width * keyword + lengthWord]!;
    let missing = 0;
    let entry = this.#keywords[width * keyword + firstEntryWord]!;
    for (; entry !== none; entry = this.#nextEntry[entry]!) {
      const wanted = (this.#wanted[entry]! >> (this.#kindShift + this.#fieldShift)) & 3;
      const open = wanted & ~(this.#found[entry]! >> this.#fieldShift);
      const shown = open === 0 ? 0 : this.#shownBy(entry, open, start, isEnd);
      if (shown !== 0) this.#note(entry, shown << this.#fieldShift);
      missing |= open & ~shown;
    }
    return missing;
  }

  /** Which of the open bits this occurrence shows; exact case and whole word must come from the same one. */
  #shownBy(entry: number, open: number, start: number, isEnd: boolean): number {
    if ((open & titleAnywhere) === 0 && !isEnd) return 0;
    const spelling = this.#spellings[entry]!;
    if (spelling !== "" && !isSpelled(this.#exact, start, spelling)) return 0;
    const isWhole = isEnd && (open & titleWhole) !== 0 && this.#boundaries.isStart(this.#exact, start);
    return (open & titleAnywhere) | (isWhole ? titleWhole : 0);
  }

  #note(entry: number, bits: number): void {
    if (this.#found[entry] === 0) this.#foundEntries.push(entry);
    this.#found[entry]! |= bits;
  }
}

/** From the end, where spellings of nested keywords differ first. */
function isSpelled(units: Uint16Array, start: number, spelling: string): boolean {
  for (let i = spelling.length - 1; i >= 0; i--)
    if (units[start + i] !== spelling.charCodeAt(i)) return false;
  return true;
}
