import { inChunks, type InChunks } from "./compiled";
import type { TermTable } from "./term-table";
import { anchorWidth, getHash, shiftFor, windowAt, windowCodes, windowMask } from "./windows";

interface Windows {
  texts: Uint16Array;
  textFrom: Int32Array;
  /** Right shift from a hash to an index in `commonness`. */
  shift: number;
  codes: ReturnType<typeof windowCodes>;
  commonness: Uint8Array;
}

export interface Anchors {
  windows: Int32Array;
  /** Units before the window. */
  offsets: Uint8Array;
  /** 1 if so many terms share the anchor that they are stored sorted. It is then the start of the term. */
  isOrdered: Uint8Array;
}

/** Maximum unsorted terms per anchor. Each costs a comparison whenever the anchor occurs. */
const maxUnanchored = 6;
/** Search range for anchors within a term. An offset is stored in one byte. */
const maxOffset = 200;
const maxPlaces = 2 ** 21;
const maxCommon = 255;
const fewTerms = 128;

/** The window rarest among keywords is rare in text. If even it is common, anchors at the start. */
export function* chooseAnchors(table: TermTable): InChunks<Anchors> {
  const { count } = table;
  const texts = table.texts.filled();
  const textFrom = table.textFrom.filled();
  const places = Math.min(maxPlaces, 2 ** (34 - Math.clz32(texts.length | 1)));
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
      if (load[getHash(windows[term]!) >>> shift]! <= maxUnanchored) continue;
      isOrdered[term] = 1;
      offsets[term] = 0;
      windows[term] = windowAt(texts, textFrom[term]!, anchorWidth(textFrom[term + 1]! - textFrom[term]!));
    }
  });
  return { windows, offsets, isOrdered };
}

function tally(from: number, to: number, { texts, textFrom, shift, codes, commonness }: Windows): void {
  for (let term = from; term < to; term++) {
    const { start, stop, mask } = range(textFrom, term);
    let window = windowAt(texts, textFrom[term]!, start - textFrom[term]!);
    for (let at = start; at < stop; at++) {
      window = ((window << 5) | codes[texts[at]!]!) & mask;
      const place = getHash(window) >>> shift;
      if (commonness[place]! < maxCommon) commonness[place]!++;
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
    const { start, stop, mask } = range(textFrom, term);
    let window = windowAt(texts, textFrom[term]!, start - textFrom[term]!);
    let rarest = Infinity;
    for (let at = start; at < stop; at++) {
      window = ((window << 5) | codes[texts[at]!]!) & mask;
      const common = commonness[getHash(window) >>> shift]!;
      if (common >= rarest) continue;
      rarest = common;
      windows[term] = window;
      offsets[term] = at - start;
    }
    const place = getHash(windows[term]!) >>> shift;
    if (load[place]! <= maxUnanchored) load[place]!++;
  }
}

/** The range where windows of a term can end, and their width as a mask. */
function range(textFrom: Int32Array, term: number): { start: number; stop: number; mask: number } {
  const from = textFrom[term]!;
  const length = textFrom[term + 1]! - from;
  const width = anchorWidth(length);
  return {
    start: from + width - 1,
    stop: from + Math.min(length, width + maxOffset),
    mask: windowMask[width]!,
  };
}
