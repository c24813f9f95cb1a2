import { type Compiled, groupBy, inPieces, type InPieces, Term } from "./compiled";
import { type Anchors, chooseAnchors } from "./anchors";
import { none, type TermTable } from "./term-table";
import { hashOf, shiftFor } from "./windows";

type Terms = Pick<Compiled, "buckets" | "terms" | "texts" | "parents" | "spellings" | "wanted">;
/** Up to here a bucket is sorted by insertion. */
const fewTerms = 24;

/** The terms by bucket and order, and of each as it was drafted its new number. */
export function* compileTerms(table: TermTable): InPieces<{ sorted: Terms; rankOf: Int32Array }> {
  const { count } = table;
  const chosen = yield* chooseAnchors(table);
  const bucketCount = bucketsFor(count);
  const shift = shiftFor(bucketCount);
  const drafted = Int32Array.from({ length: count }, (_, term) => term);
  const bucketOf = (term: number): number => hashOf(chosen.windows[term]!) >>> shift;
  const { from, items } = yield* groupBy(drafted, bucketCount, bucketOf);
  const buckets = new Int32Array(2 * bucketCount + 2);
  yield* inPieces(bucketCount, (start, end) => {
    for (let bucket = start; bucket < end; bucket++) {
      buckets[2 * bucket] = from[bucket]!;
      buckets[2 * bucket + 1] = sortBucket(table, chosen, items, from[bucket]!, from[bucket + 1]!);
    }
  });
  buckets.fill(count, 2 * bucketCount);

  const rankOf = new Int32Array(count);
  const sorted: Terms = {
    buckets,
    terms: new Int32Array(count * Term.size),
    texts: new Uint16Array(table.texts.length),
    parents: new Int32Array(count).fill(none),
    spellings: table.spellings.filled(),
    wanted: new Uint8Array(count),
  };
  yield;
  let filled = 0;
  yield* inPieces(count, (start, end) => {
    for (let rank = start; rank < end; rank++) {
      const term = items[rank]!;
      rankOf[term] = rank;
      const from = table.textFrom.values[term]!;
      const to = table.textFrom.values[term + 1]!;
      const at = rank * Term.size;
      sorted.terms[at + Term.textFrom] = filled;
      sorted.terms[at + Term.anchor] = chosen.windows[term]!;
      sorted.terms[at + Term.shape] = chosen.offsets[term]! | ((to - from) << 8);
      sorted.terms[at + Term.spelledFrom] = table.spelledFrom.values[term]!;
      sorted.wanted[rank] = table.wanted.values[term]!;
      for (let unit = from; unit < to; unit++) sorted.texts[filled++] = table.texts.values[unit]!;
    }
  });
  yield* inPieces(bucketCount, (start, end) => {
    for (let bucket = start; bucket < end; bucket++)
      linkParents(sorted, buckets[2 * bucket]!, buckets[2 * bucket + 1]!);
  });
  return { sorted, rankOf };
}

/** Between two and four terms a bucket. */
function bucketsFor(terms: number): number {
  return 2 ** Math.max(1, 30 - Math.clz32(terms));
}

/** Puts the ordered terms of a bucket first, in their order, and tells where the loose ones begin. */
function sortBucket(
  table: TermTable,
  { isOrdered }: Anchors,
  order: Int32Array,
  from: number,
  to: number,
): number {
  let loose = from;
  for (let at = from; at < to; at++) {
    const term = order[at]!;
    if (isOrdered[term] === 0) continue;
    order[at] = order[loose]!;
    order[loose++] = term;
  }
  sortTerms(table, order, from, loose);
  return loose;
}

function sortTerms(table: TermTable, order: Int32Array, from: number, to: number): void {
  if (to - from > fewTerms) {
    order.subarray(from, to).sort((one, other) => compareTerms(table, one, other));
    return;
  }
  for (let i = from + 1; i < to; i++) {
    const moving = order[i]!;
    let at = i;
    for (; at > from && compareTerms(table, order[at - 1]!, moving) > 0; at--) order[at] = order[at - 1]!;
    order[at] = moving;
  }
}

/** By units, the shorter of two first; equal texts as they were drafted. */
function compareTerms({ texts, textFrom }: TermTable, one: number, other: number): number {
  const units = texts.values;
  let at = textFrom.values[one]!;
  let beside = textFrom.values[other]!;
  const oneEnd = textFrom.values[one + 1]!;
  const otherEnd = textFrom.values[other + 1]!;
  for (; at < oneEnd && beside < otherEnd; at++, beside++) {
    const difference = units[at]! - units[beside]!;
    if (difference !== 0) return difference;
  }
  return oneEnd - at - (otherEnd - beside) || one - other;
}

/** In order, whatever begins a term stands before it, and is among the parents of its neighbour. */
function linkParents(terms: Terms, from: number, to: number): void {
  const { parents } = terms;
  for (let term = from + 1; term < to; term++) {
    let parent = term - 1;
    while (parent !== none && !isBeginning(terms, parent, term)) parent = parents[parent]!;
    parents[term] = parent;
  }
}

function isBeginning({ texts, terms }: Terms, one: number, of: number): boolean {
  const length = terms[one * Term.size + Term.shape]! >>> 8;
  if (length > terms[of * Term.size + Term.shape]! >>> 8) return false;
  const from = terms[one * Term.size + Term.textFrom]!;
  const beside = terms[of * Term.size + Term.textFrom]!;
  for (let at = length - 1; at >= 0; at--) if (texts[from + at] !== texts[beside + at]) return false;
  return true;
}
