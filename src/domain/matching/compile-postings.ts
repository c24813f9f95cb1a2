import { type Compiled, groupBy, inChunks, type InChunks, lengthShift, numbersBy, Term } from "./compiled";
import { filterWords, addLastFour, addShortAnchor, addWindow } from "./bloom-filter";
import { everywhere, type RuleDraft } from "./rule-draft";
import { anchorWidth } from "./windows";

type Filters = Pick<
  Compiled,
  "shortFilter" | "sixFilter" | "fourFilter" | "groupFilterFrom" | "groupFilters"
>;
type Postings = Filters & Pick<Compiled, "allFrom" | "allRules" | "groupFrom" | "groupTerms" | "groupRules">;

const fewPairs = 1_024;

/** Rules by term for "all", otherwise by place and term, with the filters for each. */
export function* compilePostings(
  draft: RuleDraft,
  rankOf: Int32Array,
  terms: Int32Array,
): InChunks<Postings> {
  const pairRules = draft.pairRules.filled();
  const pairPlaces = draft.pairPlaces.filled();
  const pairTerms = draft.pairTerms.filled();
  const termCount = rankOf.length;

  const rankOfPair = yield* numbersBy(pairRules.length, (pair) => rankOf[pairTerms[pair]!]!);
  const ranked = yield* groupBy(rankOfPair, termCount);
  const placed = yield* groupBy(pairPlaces, draft.places.size, ranked.items);
  // "all" comes first, then each place, with ascending terms. Reuses arrays that are no longer needed.
  const placedTerms = placed.items;
  const placedRules = ranked.items;
  yield* inChunks(placed.items.length, (from, to) =>
    place(from, to, placed.items, rankOfPair, pairRules, placedTerms, placedRules),
  );
  const allEnd = placed.from[everywhere + 1]!;
  const allFrom = yield* startsOf(placedTerms.subarray(0, allEnd), termCount);
  const groupFrom = placed.from.map((from) => Math.max(0, from - allEnd));
  yield;
  const groupTerms = placedTerms.subarray(allEnd);
  const filters = yield* compileFilters(terms, allFrom, groupFrom, groupTerms);
  return {
    ...filters,
    allFrom,
    allRules: placedRules.subarray(0, allEnd),
    groupFrom,
    groupTerms,
    groupRules: placedRules.subarray(allEnd),
  };
}

function place(
  from: number,
  to: number,
  items: Int32Array,
  rankOfPair: Int32Array,
  pairRules: Int32Array,
  placedTerms: Int32Array,
  placedRules: Int32Array,
): void {
  for (let at = from; at < to; at++) {
    const pair = items[at]!;
    placedTerms[at] = rankOfPair[pair]!;
    placedRules[at] = pairRules[pair]!;
  }
}

/** For ascending keys, returns the start index of each key, followed by the end of the last. */
function* startsOf(keys: Int32Array, count: number): InChunks<Int32Array> {
  const from = new Int32Array(count + 1);
  let key = 0;
  yield* inChunks(keys.length, (start, end) => {
    for (let at = start; at < end; at++) while (key < keys[at]!) from[++key] = at;
  });
  from.fill(keys.length, key + 1);
  return from;
}

function* compileFilters(
  terms: Int32Array,
  allFrom: Int32Array,
  groupFrom: Int32Array,
  groupTerms: Int32Array,
): InChunks<Filters> {
  const groupFilterFrom = new Int32Array(groupFrom.length);
  yield* inChunks(groupFrom.length - 1, (from, to) => {
    for (let group = from; group < to; group++)
      groupFilterFrom[group + 1] =
        groupFilterFrom[group]! + filterWords(groupFrom[group + 1]! - groupFrom[group]!);
  });
  const shortFilter = new Int32Array(1024);
  const sixFilter = new Int32Array(filterWords(allFrom.at(-1)!));
  // Smaller because few terms have four or five units.
  const fourFilter = new Int32Array(filterWords(allFrom.at(-1)! >>> 2));
  const groupFilters = new Int32Array(groupFilterFrom[groupFilterFrom.length - 1]!);
  yield* inChunks(allFrom.length - 1, (from, to) =>
    letTerms(from, to, terms, allFrom, { shortFilter, sixFilter, fourFilter }),
  );
  let pairs = 0;
  for (let group = 0; group < groupFrom.length - 1; group++) {
    const start = groupFilterFrom[group]!;
    const words = groupFilterFrom[group + 1]! - start;
    for (let at = groupFrom[group]!; at < groupFrom[group + 1]!; at++) {
      const anchor = terms[groupTerms[at]! * Term.size + Term.anchor]!;
      addWindow(groupFilters, start, words, anchor);
      addLastFour(groupFilters, start, words, anchor);
    }
    // A group has dozens of terms on average and thousands at most.
    pairs += groupFrom[group + 1]! - groupFrom[group]!;
    if (pairs < fewPairs) continue;
    pairs = 0;
    yield;
  }
  return { shortFilter, sixFilter, fourFilter, groupFilterFrom, groupFilters };
}

function letTerms(
  from: number,
  to: number,
  terms: Int32Array,
  allFrom: Int32Array,
  { shortFilter, sixFilter, fourFilter }: Pick<Filters, "shortFilter" | "sixFilter" | "fourFilter">,
): void {
  for (let term = from; term < to; term++) {
    const width = anchorWidth(terms[term * Term.size + Term.shape]! >>> lengthShift);
    const anchor = terms[term * Term.size + Term.anchor]!;
    // Short terms are so rare that a single filter covers all places.
    if (width <= 3) addShortAnchor(shortFilter, anchor, width);
    if (width < 4 || allFrom[term] === allFrom[term + 1]) continue;
    const filter = width === 4 ? fourFilter : sixFilter;
    addWindow(filter, 0, filter.length, anchor);
  }
}
