import { inChunks, type InChunks } from "./compiled";
import type { TermTable } from "./term-table";
import { anchorWidth, hashOf, shiftFor, windowAt, windowCodes, windowMask } from "./windows";

/** What anchors are chosen by. */
interface Windows {
  texts: Uint16Array;
  textFrom: Int32Array;
  /** What a hash is moved right by to be a place of `commonness`. */
  shift: number;
  codes: ReturnType<typeof windowCodes>;
  commonness: Uint8Array;
}

/** By which of its windows each term is looked for. */
export interface Anchors {
  windows: Int32Array;
  /** How many units are before it. */
  offsets: Uint8Array;
  /** 1 where so many terms share the window that they are kept in order; then it is their beginning. */
  isOrdered: Uint8Array;
}

/** So many terms may share an anchor anywhere in them; each costs whoever meets it a comparison. */
const mostLoose = 6;
/** Anchors are looked for so far into a term; an offset is a byte. */
const mostOffset = 200;
const mostPlaces = 2 ** 21;
/** What is met more often is all the same. */
const mostCommon = 255;
/** So many are compiled between two pauses. */
const fewTerms = 128;

/**
 * Chooses the window which the fewest terms have, for what is rare among keywords is rare in texts: of "garden hose"
 * rather "n hose" than "garden". Where even that one is shared by many, a term is anchored at its beginning.
 */
export function* chooseAnchors(table: TermTable): InChunks<Anchors> {
  const { count } = table;
  const texts = table.texts.filled();
  const textFrom = table.textFrom.filled();
  const places = Math.min(mostPlaces, 2 ** (34 - Math.clz32(texts.length | 1)));
  const shift = shiftFor(places);
  const codes = windowCodes();
  const known = { texts, textFrom, shift, codes, commonness: new Uint8Array(places) };
  yield* inChunks(count, (from, to) => tally(from, to, known), fewTerms);

  const windows = new Int32Array(count);
  const offsets = new Uint8Array(count);
  const load = new Uint8Array(places);
  yield* inChunks(count, (from, to) => choose(from, to, known, windows, offsets, load), fewTerms);

  const isOrdered = new Uint8Array(count);
  yield* inChunks(count, (from, to) => {
    for (let term = from; term < to; term++) {
      if (load[hashOf(windows[term]!) >>> shift]! <= mostLoose) continue;
      isOrdered[term] = 1;
      offsets[term] = 0;
      windows[term] = windowAt(texts, textFrom[term]!, anchorWidth(textFrom[term + 1]! - textFrom[term]!));
    }
  });
  return { windows, offsets, isOrdered };
}

function tally(from: number, to: number, { texts, textFrom, shift, codes, commonness }: Windows): void {
  for (let term = from; term < to; term++) {
    const { start, stop, mask } = timeRange(textFrom, term);
    let window = windowAt(texts, textFrom[term]!, start - textFrom[term]!);
    for (let at = start; at < stop; at++) {
      window = ((window << 5) | codes[texts[at]!]!) & mask;
      const place = hashOf(window) >>> shift;
      if (commonness[place]! < mostCommon) commonness[place]!++;
    }
  }
}

function choose(
  from: number,
  to: number,
  { texts, textFrom, shift, codes, commonness }: Windows,
  windows: Int32Array,
  offsets: Uint8Array,
  load: Uint8Array,
): void {
  for (let term = from; term < to; term++) {
    const { start, stop, mask } = timeRange(textFrom, term);
    let window = windowAt(texts, textFrom[term]!, start - textFrom[term]!);
    let rarest = Infinity;
    for (let at = start; at < stop; at++) {
      window = ((window << 5) | codes[texts[at]!]!) & mask;
      const common = commonness[hashOf(window) >>> shift]!;
      if (common >= rarest) continue;
      rarest = common;
      windows[term] = window;
      offsets[term] = at - start;
    }
    const place = hashOf(windows[term]!) >>> shift;
    if (load[place]! <= mostLoose) load[place]!++;
  }
}

/** Where the windows of a term may end, and how wide they are. */
function timeRange(textFrom: Int32Array, term: number): { start: number; stop: number; mask: number } {
  const from = textFrom[term]!;
  const length = textFrom[term + 1]! - from;
  const width = anchorWidth(length);
  return {
    start: from + width - 1,
    stop: from + Math.min(length, width + mostOffset),
    mask: windowMask[width]!,
  };
}
