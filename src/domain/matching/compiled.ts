/**
 * Rules compiled together: flat arrays only, so that they fit into one buffer (see blob.ts). Terms are numbered bucket by
 * bucket; places by their first mention, 0 being 'all'.
 */
export interface Compiled {
  /**
   * Of each bucket of anchors two numbers: its first term, and its first loose term; it ends where the next begins.
   * Before the loose terms stand those which begin with the anchor, in the order of their units.
   */
  buckets: Int32Array;
  /** Of each term four numbers, side by side so that a look at it touches one line of the cache: see `Term`. */
  terms: Int32Array;
  /**
   * The folded texts, one behind the other; of those that ask for one spelling it comes right after. A byte for each
   * unit, or two, the lower one first, where one of them needs it.
   */
  texts: Uint8Array;
  /** A bit for each window of three that may end a term of up to three units. */
  shortFilter: Int32Array;
  /** Bloom filters (bloom-filter.ts) for the anchors of six units, and of four, of the terms that are watched in 'all'. */
  sixFilter: Int32Array;
  fourFilter: Int32Array;
  /** Of each term where its rules in 'all' begin in `allRules`. */
  allFrom: Int32Array;
  allRules: Int32Array;
  /** Of each place where its terms begin in `groupTerms`; ascending there, and of each its rule in `groupRules`. */
  groupFrom: Int32Array;
  groupTerms: Int32Array;
  groupRules: Int32Array;
  /** Of each place where its filter begins in `groupFilters`. */
  groupFilterFrom: Int32Array;
  groupFilters: Int32Array;
  /**
   * Rules that are found by no term, but by an author, by the host of a link or by a place (see rule-keys.ts): one number with the
   * `Key` bits that there are; where each row of keys begins; of each key its hash, its place and its rule.
   */
  keyKinds: Int32Array;
  keyFrom: Int32Array;
  keyHashes: Int32Array;
  keyPlaces: Int32Array;
  keyRules: Int32Array;
  /** The rules that have an expression, ascending, and of each where that begins in `expressions` (see rule-expressions.ts). */
  expressionRules: Int32Array;
  expressionFrom: Int32Array;
  expressions: Uint8Array;
  /** The names in lower case, one space between. */
  places: Uint16Array;
  /** Of each rule what it wants: see `wantedBits` and `asksMore`. */
  needs: Uint8Array;
  /** Of each rule since when items are its business, in whole seconds. */
  sinceSeconds: Uint32Array;
  /** Of each rule the revision and the sixteen bytes of its watch's id, ascending; empty where the rules are kept beside. */
  revisions: Uint8Array;
  /** Pairs of a rule and its revision, ascending, where that does not fit into a byte. */
  highRevisions: Int32Array;
  watchIds: Uint8Array;
}

/** What is held of a term in `terms`. */
export const Term = {
  /** Where its folded text begins in `texts`. */
  textFrom: 0,
  /** The window it is looked for by. */
  anchor: 1,
  /** How many units are before the anchor, all that its rules want, whether it has a spelling, its length: see `shapeOf`. */
  shape: 2,
  /**
   * Of a loose one its first or its last six units as a window, whichever is farther from the anchor (see `checkEnd`),
   * -1 where it has fewer: what is no match mostly shows here.
   * Of an ordered one its longest beginning among those before it, or an equal text, or -1.
   */
  check: 3,
  size: 4,
} as const;

/** Eight bits each of offset and `wantedBits`, one of having a spelling, one of two bytes a unit, the rest of length. */
export function shapeOf(offset: number, wanted: number, flags: number, length: number): number {
  return offset | (wanted << 8) | flags | (length << lengthShift);
}
export const wantedShiftInShape = 8;
export const offsetBits = 0xff;
export const spelledBit = 1 << 16;
export const wideBit = 1 << 17;
export const lengthShift = 18;

/** How many units after its beginning a loose term's `check` ends. */
export function checkEnd(offset: number, length: number): number {
  return 2 * offset > length - 6 ? 5 : length - 1;
}

/** The elements in two arrays by number: those of n are from `from[n]` to `from[n + 1]`. */
export interface Grouped {
  from: Int32Array;
  items: Int32Array;
}

/** Work in pieces: whoever drives it may let others run in between. */
export type InChunks<T> = Generator<void, T, void>;

/** Each may be the first to touch a page of memory, which then has to be found. */
const defaultChunk = 512;
/** Where next to nothing is done for each. */
const manyNumbers = 4_096;

/**
 * Calls `work` for 0 to `count` in ranges, with a pause after each. Long loops over memory stand in functions of their own that
 * are given their arrays: one that finds them around itself is compiled well for its first closure alone, and every later build
 * took nearly half as long again.
 */
export function* inChunks(
  count: number,
  work: (from: number, to: number) => void,
  piece = defaultChunk,
): InChunks<void> {
  for (let from = 0; from < count; from += piece) {
    work(from, Math.min(count, from + piece));
    yield;
  }
}

/** Does the whole work at once. */
export function atOnce<T>(work: InChunks<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

/** The numbers up to this one, each made of its place. */
export function* numbersBy(count: number, of: (at: number) => number): InChunks<Int32Array> {
  const numbers = new Int32Array(count);
  yield* inChunks(count, (start, end) => {
    for (let at = start; at < end; at++) numbers[at] = of(at);
  });
  return numbers;
}

/**
 * The elements by key, those with equal keys in the order they had: `keys` has one for each, all below `keyCount`; `order` has
 * the elements as they stand, which without it is by their numbers.
 */
export function* groupBy(keys: Int32Array, keyCount: number, order?: Int32Array): InChunks<Grouped> {
  const from = new Int32Array(keyCount + 1);
  yield* inChunks(keys.length, (start, end) => {
    for (let at = start; at < end; at++) from[keys[at]! + 1]!++;
  });
  const add = (start: number, end: number): void => {
    for (let key = start; key < end; key++) from[key + 1]! += from[key]!;
  };
  yield* inChunks(keyCount, add, manyNumbers);
  const next = from.slice(0, keyCount);
  yield;
  const items = new Int32Array(keys.length);
  yield* inChunks(keys.length, (start, end) => putByKey(start, end, keys, order, next, items));
  return { from, items };
}

function putByKey(
  start: number,
  end: number,
  keys: Int32Array,
  order: Int32Array | undefined,
  next: Int32Array,
  items: Int32Array,
): void {
  for (let at = start; at < end; at++) {
    const element = order === undefined ? at : order[at]!;
    items[next[keys[element]!]!++] = element;
  }
}
