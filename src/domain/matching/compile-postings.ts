import {
  type Compiled,
  groupBy,
  type Grouped,
  inPieces,
  type InPieces,
  lengthShift,
  numbersUpTo,
  Term,
} from "./compiled";
import { filterWords, letLastFour, letShort, letThrough } from "./bloom-filter";
import { everywhere, type RuleDraft } from "./rule-draft";
import { anchorWidth } from "./windows";

type Filters = Pick<
  Compiled,
  "shortFilter" | "sixFilter" | "fourFilter" | "groupFilterFrom" | "groupFilters"
>;
type Postings = Filters & Pick<Compiled, "allFrom" | "allRules" | "groupFrom" | "groupTerms" | "groupRules">;

/** After so many a pause. */
const fewPairs = 4_096;

/** Who waits for a term: in 'all' by term, elsewhere by place and term; and the filters before each of them. */
export function* compilePostings(
  draft: RuleDraft,
  rankOf: Int32Array,
  terms: Int32Array,
): InPieces<Postings> {
  const pairRules = draft.pairRules.filled();
  const pairPlaces = draft.pairPlaces.filled();
  const pairTerms = draft.pairTerms.filled();
  const rankOfPair = (pair: number): number => rankOf[pairTerms[pair]!]!;
  const termCount = rankOf.length;

  const pairs = yield* numbersUpTo(pairRules.length);
  const all = yield* groupBy(pairs, termCount, (pair) =>
    pairPlaces[pair] === everywhere ? rankOfPair(pair) : -1,
  );
  const named = yield* groupBy(pairs, termCount, (pair) =>
    pairPlaces[pair] === everywhere ? -1 : rankOfPair(pair),
  );
  const groups = yield* groupBy(named.items, draft.places.size, (pair) => pairPlaces[pair]!);
  const groupTerms = new Int32Array(groups.items.length);
  const groupRules = new Int32Array(groups.items.length);
  yield* inPieces(groupTerms.length, (from, to) => {
    for (let at = from; at < to; at++) {
      groupTerms[at] = rankOfPair(groups.items[at]!);
      groupRules[at] = pairRules[groups.items[at]!]!;
    }
  });
  yield* inPieces(all.items.length, (from, to) => {
    for (let at = from; at < to; at++) all.items[at] = pairRules[all.items[at]!]!;
  });
  const filters = yield* compileFilters(terms, all, groups.from, groupTerms);
  return {
    ...filters,
    allFrom: all.from,
    allRules: all.items,
    groupFrom: groups.from,
    groupTerms,
    groupRules,
  };
}

function* compileFilters(
  terms: Int32Array,
  all: Grouped,
  groupFrom: Int32Array,
  groupTerms: Int32Array,
): InPieces<Filters> {
  const groupFilterFrom = new Int32Array(groupFrom.length);
  for (let group = 1; group < groupFrom.length; group++)
    groupFilterFrom[group] =
      groupFilterFrom[group - 1]! + filterWords(groupFrom[group]! - groupFrom[group - 1]!);
  yield;
  const shortFilter = new Int32Array(1024);
  const sixFilter = new Int32Array(filterWords(all.items.length));
  // Hardly more of them have four or five units.
  const fourFilter = new Int32Array(filterWords(all.items.length >>> 2));
  const groupFilters = new Int32Array(groupFilterFrom[groupFilterFrom.length - 1]!);
  const anchorOf = (term: number): number => terms[term * Term.size + Term.anchor]!;
  yield* inPieces(all.from.length - 1, (from, to) => {
    for (let term = from; term < to; term++) {
      const width = anchorWidth(terms[term * Term.size + Term.shape]! >>> lengthShift);
      // Of so short ones there are so few that one filter comes first everywhere.
      if (width <= 3) letShort(shortFilter, anchorOf(term), width);
      if (width < 4 || all.from[term] === all.from[term + 1]) continue;
      const filter = width === 4 ? fourFilter : sixFilter;
      letThrough(filter, 0, filter.length, anchorOf(term));
    }
  });
  let pairs = 0;
  for (let group = 0; group < groupFrom.length - 1; group++) {
    const start = groupFilterFrom[group]!;
    const words = groupFilterFrom[group + 1]! - start;
    for (let at = groupFrom[group]!; at < groupFrom[group + 1]!; at++) {
      letThrough(groupFilters, start, words, anchorOf(groupTerms[at]!));
      letLastFour(groupFilters, start, words, anchorOf(groupTerms[at]!));
    }
    // A group is some dozens of terms on average, and thousands at most.
    pairs += groupFrom[group + 1]! - groupFrom[group]!;
    if (pairs < fewPairs) continue;
    pairs = 0;
    yield;
  }
  return { shortFilter, sixFilter, fourFilter, groupFilterFrom, groupFilters };
}
