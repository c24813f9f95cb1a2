/** Flat arrays for one buffer (blob.ts). Terms are by bucket, places by first occurrence; 0 is "all". */
export interface Compiled {
  /** Two numbers per bucket: its first term and first unsorted term. Sorted terms start with the anchor. */
  buckets: Int32Array;
  /** Four numbers per term, stored together to fit into one cache line: see `Term`. */
  terms: Int32Array;
  /** A case-sensitive spelling follows its folded text. Two bytes per unit (little-endian) only if needed. */
  texts: Uint8Array;
  /** One bit for each three-unit window that can end with a term of up to three units. */
  shortFilter: Int32Array;
  /** Bloom filters (bloom-filter.ts) for anchors of six and four units, for terms watched in "all". */
  sixFilter: Int32Array;
  fourFilter: Int32Array;
  /** By term: start of its "all" rules in `allRules`. */
  allFrom: Int32Array;
  allRules: Int32Array;
  /** By place: start of its (ascending) terms in `groupTerms`, with their rules in `groupRules`. */
  groupFrom: Int32Array;
  groupTerms: Int32Array;
  groupRules: Int32Array;
  groupFilterFrom: Int32Array;
  groupFilters: Int32Array;
  /** By author, host or place (rule-keys.ts): kind bits, row starts, and each key's hash, place and rule. */
  keyKinds: Int32Array;
  keyFrom: Int32Array;
  keyHashes: Int32Array;
  keyPlaces: Int32Array;
  keyRules: Int32Array;
  /** Rules with an expression (ascending), and its start in `expressions` (see rule-expressions.ts). */
  expressionRules: Int32Array;
  expressionFrom: Int32Array;
  expressions: Uint8Array;
  /** Lower-case place names, separated by a space. */
  places: Uint16Array;
  /** By rule: see `wantedBits` and `needsMore`. */
  needs: Uint8Array;
  sinceSeconds: Uint32Array;
  /** Revision and 16-byte watch id by rule (ascending). Empty if watches are stored separately. */
  revisions: Uint8Array;
  /** Pairs of rule and revision (ascending) for revisions that don't fit into a byte. */
  highRevisions: Int32Array;
  watchIds: Uint8Array;
}

export const Term = {
  textFrom: 0,
  anchor: 1,
  /** Units before the anchor, wanted bits, flags and length: see `getShape`. */
  shape: 2,
  /** Unsorted: first or last six units (`checkEnd`). Sorted: longest preceding prefix. -1 if none. */
  check: 3,
  size: 4,
} as const;

/** 8 bits each for offset and `wantedBits`, one for spelling, one for two-byte units, then the length. */
export function getShape(offset: number, wanted: number, flags: number, length: number): number {
  return offset | (wanted << 8) | flags | (length << lengthShift);
}
export const wantedShiftInShape = 8;
export const offsetBits = 0xff;
export const spelledBit = 1 << 16;
export const wideBit = 1 << 17;
export const lengthShift = 18;

/** Offset of the last unit of an unsorted term's `check`. */
export function checkEnd(offset: number, length: number): number {
  return 2 * offset > length - 6 ? 5 : length - 1;
}

/** Elements by key: those of key n are `from[n]` to `from[n + 1]`. */
export interface Grouped {
  from: Int32Array;
  items: Int32Array;
}

/** Work in chunks, so the caller can run other tasks in between. */
export type InChunks<T> = Generator<void, T, void>;

/** Small because each element can cause a page fault. */
const defaultChunk = 512;
const manyNumbers = 4_096;

/** Pass arrays to hot loops as top-level parameters: captured variables made later builds 50 % slower. */
export function* inChunks(
  count: number,
  work: (from: number, to: number) => void,
  chunk = defaultChunk,
): InChunks<void> {
  for (let from = 0; from < count; from += chunk) {
    work(from, Math.min(count, from + chunk));
    yield;
  }
}

export function atOnce<T>(work: InChunks<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done === true) return step.value;
  }
}

export function* numbersBy(count: number, of: (at: number) => number): InChunks<Int32Array> {
  const numbers = new Int32Array(count);
  yield* inChunks(count, (start, end) => {
    for (let at = start; at < end; at++) numbers[at] = of(at);
  });
  return numbers;
}

/** Stable grouping; keys are below `keyCount`. `order` lists the elements (default: numerical). */
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
