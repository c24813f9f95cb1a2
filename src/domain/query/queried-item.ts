import { hasOwnTitle, type Item } from "../item";
import type { MatchRule } from "../matching/rule";
import { readKeyword } from "../matching/fold";
import { SearchedText, type Stretch } from "../matching/occurrences";
import { type NearLeaf, type Term, textFields, type TextField } from "./expression";
import { type ItemLink, linksOf } from "./links";

/** What an expression asks of an item. */
export interface QueriedItem extends Pick<
  Item,
  "kind" | "site" | "place" | "title" | "isUntitled" | "body" | "author" | "link" | "over18"
> {
  /** What its site calls the place, beside its name. */
  placeLabel: string;
  /** Null where it has none. */
  flair: string | null;
}

/** How a watch looks for all of its terms. */
export type TermFilters = Pick<MatchRule, "wholeWordOnly" | "caseSensitive" | "matchTitlesOnly">;

/** Where in an item something stands, in UTF-16 units of the field's text. */
export interface Met {
  field: TextField;
  start: number;
  end: number;
}

interface ReadField {
  field: TextField;
  text: SearchedText;
}

/** An item of which each text is read once, whatever is asked of it: a comment's title is its post's, and not its own. */
export class ReadItem {
  readonly item: QueriedItem;
  readonly #filters: TermFilters;
  #fields: readonly ReadField[] | undefined;
  #links: readonly ItemLink[] | undefined;

  constructor(item: QueriedItem, filters: TermFilters) {
    this.item = item;
    this.#filters = filters;
  }

  /** Whether a term stands in a field, or with null in any. */
  has(term: Term, field: TextField | null): boolean {
    return this.#searched(field).some(({ text }) => !this.#stretches(text, term).next().done);
  }

  /** Where it stands, a prefix with the rest of its word. */
  met(term: Term, field: TextField | null): Met[] {
    return this.#searched(field).flatMap(({ field: where, text }) =>
      [...this.#stretches(text, term, true)].map((stretch) => metAt(where, text, stretch, term)),
    );
  }

  /** Where both terms stand so near to each other, in either order and not within one another. */
  metNear({ terms: [one, other], within }: NearLeaf): Met[] {
    const met = this.#searched(null).flatMap(({ field, text }) => {
      const [ones, others] = [[...this.#stretches(text, one)], [...this.#stretches(text, other)]];
      const forward = followed(text, ones, others, within);
      const backward = followed(text, others, ones, within);
      return [
        ...forward.flatMap(([a, b]) => [metAt(field, text, a, one), metAt(field, text, b, other)]),
        ...backward.flatMap(([b, a]) => [metAt(field, text, a, one), metAt(field, text, b, other)]),
      ];
    });
    return mergedMet(met);
  }

  get links(): readonly ItemLink[] {
    return (this.#links ??= linksOf(this.item));
  }

  #searched(field: TextField | null): readonly ReadField[] {
    this.#fields ??= this.#readFields();
    return field === null ? this.#fields : this.#fields.filter((one) => one.field === field);
  }

  #readFields(): ReadField[] {
    const { title, body } = this.item;
    return [
      ...(hasOwnTitle(this.item) ? [{ field: "title" as const, text: new SearchedText(title) }] : []),
      ...(this.#filters.matchTitlesOnly ? [] : [{ field: "body" as const, text: new SearchedText(body) }]),
    ];
  }

  #stretches(text: SearchedText, { text: term, isPrefix }: Term, isApart = false): Generator<Stretch> {
    const { wholeWordOnly, caseSensitive } = this.#filters;
    return text.stretches(readKeyword(term), { wholeWordOnly, caseSensitive, isPrefix }, isApart);
  }
}

/** The same places from the left, titles first, those that overlap as one. */
export function mergedMet(met: readonly Met[]): Met[] {
  const merged: Met[] = [];
  const order = (one: Met) => textFields.indexOf(one.field);
  for (const one of met.toSorted((a, b) => order(a) - order(b) || a.start - b.start)) {
    const last = merged.at(-1);
    if (last?.field === one.field && one.start < last.end) last.end = Math.max(last.end, one.end);
    else merged.push({ ...one });
  }
  return merged;
}

function metAt(field: TextField, text: SearchedText, stretch: Stretch, { isPrefix }: Term): Met {
  return { field, ...text.span(isPrefix ? text.toWordEnd(stretch) : stretch) };
}

/** Pairs of a stretch and the first one behind it, which is near. All of one list are equally long, and from the left. */
function followed(
  text: SearchedText,
  firsts: readonly Stretch[],
  seconds: readonly Stretch[],
  within: number,
): [Stretch, Stretch][] {
  const pairs: [Stretch, Stretch][] = [];
  let next = 0;
  for (const first of firsts) {
    while (next < seconds.length && seconds[next]!.from < first.to) next++;
    const second = seconds[next];
    if (second === undefined) break;
    if (text.wordsBetween(first, second) <= within) pairs.push([first, second]);
  }
  return pairs;
}
