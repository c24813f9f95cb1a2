import {
  checkEnd,
  type Compiled,
  groupBy,
  inChunks,
  type InChunks,
  lengthShift,
  numbersBy,
  getShape,
  spelledBit,
  Term,
  wideBit,
} from "./compiled";
import { Growing } from "./growing";
import { chooseAnchors } from "./anchors";
import { TermOrder } from "./term-order";
import { none, type TermTable } from "./term-table";
import { getHash, shiftFor, windowAt } from "./windows";

type Terms = Pick<Compiled, "buckets" | "terms" | "texts">;

/** Sorts terms by bucket. `rankOf` maps each draft number to the new number. */
export function* compileTerms(table: TermTable): InChunks<{ sorted: Terms; rankOf: Int32Array }> {
  const { count } = table;
  const chosen = yield* chooseAnchors(table);
  const bucketCount = bucketsFor(count);
  const shift = shiftFor(bucketCount);
  const bucketOfTerm = yield* numbersBy(count, (term) => getHash(chosen.windows[term]!) >>> shift);
  const { from, items } = yield* groupBy(bucketOfTerm, bucketCount);
  const buckets = new Int32Array(2 * bucketCount + 2);
  const sorting = new TermOrder(table, items);
  yield* inChunks(bucketCount, (start, end) => {
    for (let bucket = start; bucket < end; bucket++) {
      buckets[2 * bucket] = from[bucket]!;
      buckets[2 * bucket + 1] = sorting.orderedFirst(chosen, from[bucket]!, from[bucket + 1]!);
    }
  });
  yield* sorting.sortLarge();
  buckets.fill(count, 2 * bucketCount);

  const rankOf = new Int32Array(count);
  yield;
  const terms = new Int32Array(count * Term.size);
  yield;
  const capacity = table.texts.length + table.spellings.length;
  const texts = new Growing((length) => new Uint8Array(length), capacity + 64);
  yield;
  yield* inChunks(count, (start, end) => {
    for (let rank = start; rank < end; rank++) {
      const term = items[rank]!;
      rankOf[term] = rank;
      const from = table.textFrom.values[term]!;
      const length = table.textFrom.values[term + 1]! - from;
      const spelledFrom = table.spelledFrom.values[term]!;
      const isSpelled = spelledFrom !== none;
      const isWide =
        hasWide(table.texts.values, from, length) ||
        (isSpelled && hasWide(table.spellings.values, spelledFrom, length));
      const flags = (isSpelled ? spelledBit : 0) | (isWide ? wideBit : 0);
      const at = rank * Term.size;
      terms[at + Term.textFrom] = texts.length;
      terms[at + Term.anchor] = chosen.windows[term]!;
      terms[at + Term.shape] = getShape(chosen.offsets[term]!, table.wanted.values[term]!, flags, length);
      const hasCheck = length >= 6 && chosen.isOrdered[term] === 0;
      const checked = from + checkEnd(chosen.offsets[term]!, length) - 5;
      terms[at + Term.check] = hasCheck ? windowAt(table.texts.values, checked, 6) : none;
      appendUnits(texts, table.texts.values, from, length, isWide);
      if (isSpelled) appendUnits(texts, table.spellings.values, spelledFrom, length, isWide);
    }
  });
  const sorted: Terms = { buckets, terms, texts: texts.filled() };
  yield* inChunks(count, (start, end) => {
    for (let rank = start; rank < end; rank++) {
      if (chosen.isOrdered[items[rank]!] === 0) continue;
      const isFirst = rank === 0 || bucketOfTerm[items[rank - 1]!] !== bucketOfTerm[items[rank]!];
      if (!isFirst) linkParent(sorted, rank);
    }
  });
  return { sorted, rankOf };
}

/** Between two and four terms per bucket. */
function bucketsFor(terms: number): number {
  return 2 ** Math.max(1, 30 - Math.clz32(terms));
}

function hasWide(units: Uint16Array, from: number, length: number): boolean {
  for (let at = from; at < from + length; at++) if (units[at]! > 0xff) return true;
  return false;
}

function appendUnits(
  to: Growing<Uint8Array>,
  units: Uint16Array,
  from: number,
  length: number,
  isWide: boolean,
): void {
  to.reserve(2 * length);
  for (let at = from; at < from + length; at++) {
    to.values[to.length++] = units[at]!;
    if (isWide) to.values[to.length++] = units[at]! >>> 8;
  }
}

/** All prefixes of a sorted term precede it and are among the ancestors of its neighbor. */
function linkParent(sorted: Terms, term: number): void {
  let parent = term - 1;
  while (parent !== none && !isBeginning(sorted, parent, term))
    parent = sorted.terms[parent * Term.size + Term.check]!;
  sorted.terms[term * Term.size + Term.check] = parent;
}

function isBeginning(sorted: Terms, one: number, of: number): boolean {
  const length = sorted.terms[one * Term.size + Term.shape]! >>> lengthShift;
  if (length > sorted.terms[of * Term.size + Term.shape]! >>> lengthShift) return false;
  for (let at = length - 1; at >= 0; at--)
    if (unitAt(sorted, one, at) !== unitAt(sorted, of, at)) return false;
  return true;
}

function unitAt({ terms, texts }: Terms, term: number, at: number): number {
  const from = terms[term * Term.size + Term.textFrom]!;
  if ((terms[term * Term.size + Term.shape]! & wideBit) === 0) return texts[from + at]!;
  return texts[from + 2 * at]! | (texts[from + 2 * at + 1]! << 8);
}
