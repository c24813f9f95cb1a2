import { hasOwnTitle, type Item } from "../reading/item";
import type { MatchRule } from "../matching/rule";
import { readKeyword } from "../matching/fold";
import type { Reading } from "../matching/reading";
import { SearchedText, type TextRange } from "../matching/occurrences";
import { type NearLeaf, type Term, textFields, type TextField } from "./expression";
import { type ItemLink, getLinks } from "./links";

export type QueriedItem = Pick<
  Item,
  | "kind"
  | "site"
  | "place"
  | "placeLabel"
  | "placeAddress"
  | "title"
  | "isUntitled"
  | "body"
  | "author"
  | "link"
  | "over18"
  | "isBot"
  | "flair"
  | "root"
>;

export type TermFilters = Pick<MatchRule, "wholeWordOnly" | "caseSensitive" | "matchTitlesOnly">;

/** Position of a hit, in UTF-16 units of the field's text. */
export interface Hit {
  field: TextField;
  start: number;
  end: number;
}

interface ReadField {
  field: TextField;
  text: SearchedText;
}

export type ItemReadings = Readonly<Partial<Record<TextField, Reading>>>;

/** Parsed lazily and only once. A comment's title belongs to its post and is ignored. */
export class ItemTexts {
  readonly item: QueriedItem;
  readonly #readings: ItemReadings;
  #title: readonly ReadField[] | undefined;
  #body: readonly ReadField[] | undefined;
  #links: readonly ItemLink[] | undefined;
  #flair: SearchedText | null | undefined;

  constructor(item: QueriedItem, readings: ItemReadings = {}) {
    this.item = item;
    this.#readings = readings;
  }

  get title(): readonly ReadField[] {
    const { title } = this.item;
    return (this.#title ??= hasOwnTitle(this.item)
      ? [{ field: "title", text: new SearchedText(title, false, this.#readings.title) }]
      : []);
  }

  get body(): readonly ReadField[] {
    const { body } = this.item;
    return (this.#body ??= [{ field: "body", text: new SearchedText(body, true, this.#readings.body) }]);
  }

  get links(): readonly ItemLink[] {
    return (this.#links ??= getLinks(this.item));
  }

  get flair(): SearchedText | null {
    const { flair } = this.item;
    return (this.#flair ??= flair === undefined ? null : new SearchedText(flair, false));
  }
}

export class ReadItem {
  readonly item: QueriedItem;
  readonly #texts: ItemTexts;
  readonly #filters: TermFilters;

  constructor(item: QueriedItem, filters: TermFilters, texts = new ItemTexts(item)) {
    this.item = item;
    this.#texts = texts;
    this.#filters = filters;
  }

  /** Returns true if the term occurs in the field (null: in any field). */
  has(term: Term, field: TextField | null): boolean {
    return this.#searched(field).some(({ text }) => !this.#ranges(text, term).next().done);
  }

  /** Returns all hits. A prefix hit includes the rest of the word. */
  hits(term: Term, field: TextField | null): Hit[] {
    return this.#searched(field).flatMap(({ field: where, text }) =>
      [...this.#ranges(text, term, true)].map((range) => hitAt(where, text, range, term)),
    );
  }

  hasNear({ terms: [one, other], within }: NearLeaf): boolean {
    return this.#searched(null).some(({ text }) => {
      const isFollowed = (first: Term, second: Term) => {
        const [firsts, seconds] = [this.#ranges(text, first), this.#ranges(text, second)];
        return followed(text, firsts, seconds, within).next().done !== true;
      };
      return isFollowed(one, other) || isFollowed(other, one);
    });
  }

  /** Returns hits of both terms that are close enough to each other, in either order, without overlap. */
  nearbyHits({ terms: [one, other], within }: NearLeaf): Hit[] {
    const hits = this.#searched(null).flatMap(({ field, text }) => {
      const [ones, others] = [[...this.#ranges(text, one)], [...this.#ranges(text, other)]];
      const forward = [...followed(text, ones, others.values(), within)];
      const backward = [...followed(text, others, ones.values(), within)];
      return [
        ...forward.flatMap(([a, b]) => [hitAt(field, text, a, one), hitAt(field, text, b, other)]),
        ...backward.flatMap(([b, a]) => [hitAt(field, text, a, one), hitAt(field, text, b, other)]),
      ];
    });
    return mergedHits(hits);
  }

  get links(): readonly ItemLink[] {
    return this.#texts.links;
  }

  #searched(field: TextField | null): readonly ReadField[] {
    const isBody = field !== "title" && !this.#filters.matchTitlesOnly;
    if (field === "body") return isBody ? this.#texts.body : [];
    return isBody ? [...this.#texts.title, ...this.#texts.body] : this.#texts.title;
  }

  #ranges(text: SearchedText, { text: term, isPrefix }: Term, isApart = false): Generator<TextRange> {
    const { wholeWordOnly, caseSensitive } = this.#filters;
    return text.ranges(readKeyword(term), { wholeWordOnly, caseSensitive, isPrefix }, isApart);
  }
}

export function mergedHits(hits: readonly Hit[]): Hit[] {
  const merged: Hit[] = [];
  const order = (one: Hit) => textFields.indexOf(one.field);
  for (const one of hits.toSorted((a, b) => order(a) - order(b) || a.start - b.start)) {
    const last = merged.at(-1);
    if (last?.field === one.field && one.start < last.end) last.end = Math.max(last.end, one.end);
    else merged.push({ ...one });
  }
  return merged;
}

function hitAt(field: TextField, text: SearchedText, range: TextRange, { isPrefix }: Term): Hit {
  return { field, ...text.span(isPrefix ? text.toWordEnd(range) : range) };
}

/** Yields close pairs. All ranges of one list must have the same length and be sorted. */
function* followed(
  text: SearchedText,
  firsts: Iterable<TextRange>,
  seconds: Iterator<TextRange>,
  within: number,
): Generator<[TextRange, TextRange]> {
  let second = seconds.next();
  for (const first of firsts) {
    while (second.done !== true && second.value.from < first.to) second = seconds.next();
    if (second.done === true) return;
    if (text.wordsBetween(first, second.value) <= within) yield [first, second.value];
  }
}
