import { Boundaries } from "./boundary";
import { apostrophe, behindSelectors } from "./characters";
import { type KeywordForms, readKeyword, toText } from "./fold";
import { hasMarkupSign } from "./markup-signs";
import { Reading, seamUnit } from "./reading";

export interface Search {
  wholeWordOnly?: boolean | undefined;
  caseSensitive?: boolean | undefined;
  /** Matches at the start of words. Overrides `wholeWordOnly`. */
  isPrefix?: boolean | undefined;
}

/** A range of units of a reading. `to` is exclusive. */
export interface TextRange {
  from: number;
  to: number;
}

const space = 0x20;
/** Distance in words between texts that are only searched together. Prevents NEAR from spanning them. */
const wordsPerSeam = 1_000;

/** A text that is parsed once and searched for any number of keywords. */
export class SearchedText {
  readonly #source: string;
  readonly #isMarkdown: boolean;
  #reading: Reading;
  #folded: string | undefined;
  #exact: string | undefined;
  #boundaries: Boundaries | undefined;
  #words: Uint32Array | undefined;

  /** `reading` must be of this text, and must not be reused while this object is in use. */
  constructor(text: string, isMarkdown: boolean, reading = trackedReading(text, isMarkdown)) {
    this.#source = text;
    this.#isMarkdown = isMarkdown;
    this.#reading = reading;
  }

  /** Yields the occurrences of a keyword in order: all, or only non-overlapping ones with `isApart`. */
  *ranges(
    forms: KeywordForms,
    { wholeWordOnly = false, caseSensitive = false, isPrefix = false }: Search,
    isApart = false,
  ): Generator<TextRange> {
    const wanted = caseSensitive ? forms.exact : forms.folded;
    if (wanted === "") return;
    const { exact, length, typedFrom } = this.#reading;
    const read = this.#text(caseSensitive);
    const boundaries = wholeWordOnly || isPrefix ? this.#bounds() : null;
    const last = hasMarkupSign(wanted) ? Infinity : typedFrom;
    for (let from = read.indexOf(wanted); from !== -1 && from < last;) {
      const to = from + wanted.length;
      const isThere =
        boundaries === null ||
        ((isPrefix || boundaries.isEnd(exact, to, length)) && boundaries.isStart(exact, from));
      if (isThere) yield { from, to };
      from = read.indexOf(wanted, isThere && isApart ? to : from + 1);
    }
  }

  windows(): Int32Array {
    return this.#reading.windows.subarray(0, this.#reading.length);
  }

  /** Converts a range to UTF-16 offsets of the original text. */
  span({ from, to }: TextRange): { start: number; end: number } {
    if (!this.#reading.isTracked) this.#reading = trackedReading(this.#source, this.#isMarkdown);
    const end = behindSelectors(this.#source, this.#reading.end(to - 1));
    return { start: this.#reading.start(from), end };
  }

  toWordEnd({ from, to }: TextRange): TextRange {
    const { exact, length } = this.#reading;
    let end = to;
    while (!this.#bounds().isEnd(exact, end, length)) {
      // An apostrophe between letters; the next letter belongs to the word.
      if (exact[end] === apostrophe) end++;
      end += (exact[end]! & 0xfc00) === 0xd800 ? 2 : 1;
    }
    return { from, to: Math.min(end, length) };
  }

  /** Number of words (separated by white space) between two ranges. `first` must end before `second`. */
  wordsBetween(first: TextRange, second: TextRange): number {
    const words = (this.#words ??= this.#wordNumbers());
    return Math.max(0, words[second.from]! - words[first.to - 1]! - 1);
  }

  #bounds(): Boundaries {
    return (this.#boundaries ??= new Boundaries());
  }

  #text(caseSensitive: boolean): string {
    const { exact, folded, length } = this.#reading;
    if (caseSensitive) return (this.#exact ??= toText(exact, length));
    return (this.#folded ??= toText(folded, length));
  }

  #wordNumbers(): Uint32Array {
    const { folded, length } = this.#reading;
    const numbers = new Uint32Array(length);
    for (let at = 0, number = 0; at < length; at++) {
      numbers[at] = number;
      if (folded[at] === space) number++;
      else if (folded[at] === seamUnit) number += wordsPerSeam;
    }
    return numbers;
  }
}

function trackedReading(text: string, isMarkdown: boolean, reading = new Reading(text.length)): Reading {
  reading.readTracked(text, isMarkdown);
  return reading;
}

const shared = new Reading();
let last: { text: string; isMarkdown: boolean; searched: SearchedText } | undefined;

/** Reuses the last text if it is searched for several keywords in a row. */
function searchedText(text: string, isMarkdown: boolean): SearchedText {
  if (last?.text !== text || last.isMarkdown !== isMarkdown)
    last = {
      text,
      isMarkdown,
      searched: new SearchedText(text, isMarkdown, trackedReading(text, isMarkdown, shared)),
    };
  return last.searched;
}

/** Up to `max` non-overlapping UTF-16 ranges. Empty exactly if the matcher finds no match. */
export function findOccurrences(
  text: string,
  keyword: string,
  how: Search & { max?: number; isMarkdown?: boolean } = {},
): { start: number; end: number }[] {
  const forms = readKeyword(keyword);
  if (forms.folded === "") return [];
  const { max = Infinity, isMarkdown = false } = how;
  const searched = searchedText(text, isMarkdown);
  const occurrences: { start: number; end: number }[] = [];
  for (const range of searched.ranges(forms, how, true)) {
    if (occurrences.length >= max) break;
    add(occurrences, searched.span(how.isPrefix ? searched.toWordEnd(range) : range));
  }
  return isMarkdown ? fromLeft(occurrences) : occurrences;
}

function fromLeft(all: { start: number; end: number }[]): { start: number; end: number }[] {
  const apart: { start: number; end: number }[] = [];
  for (const one of all.toSorted((a, b) => a.start - b.start)) add(apart, one);
  return apart;
}

/** Merges occurrences that share one composed source character. */
function add(occurrences: { start: number; end: number }[], next: { start: number; end: number }): void {
  const last = occurrences.at(-1);
  if (last && next.start < last.end && next.end > last.start) last.end = Math.max(last.end, next.end);
  else occurrences.push(next);
}
