import { isHiddenName } from "../reading/hidden-name";
import { foldKeyword } from "../matching/fold";
import { isAll } from "../reading/place";
import { seenText } from "../visible-text/visible-text";
import { expressionOfKeyword } from "./chips";
import { isSatisfied, leafMatches } from "./evaluate";
import {
  type Expression,
  type FieldLeaf,
  isLeaf,
  joined,
  type Leaf,
  negated,
  type TextLeaf,
} from "./expression";
import { wantedTerms } from "./explain";
import { bareName } from "./fields";
import { parseExpression } from "./parse";
import { printed } from "./printer";
import { type QueriedItem, ReadItem, type TermFilters } from "./queried-item";

export type Exclusion = { kind: "words"; leaf: TextLeaf } | { kind: "author" | "place"; leaf: FieldLeaf };

interface Looking extends TermFilters {
  keyword: string;
  expression: string | null;
}

/** Notifications (`of`) the exclusion would hide, and how many of those were opened. */
export interface Hidden {
  hides: number;
  of: number;
  openedAmongHidden: number;
}

const offeredAtMost = 3;
/** Weight of hiding an opened notification, relative to hiding an unopened one. */
const openedWeight = 2;
/** Maximum characters of a text that are searched for words, and maximum words that are counted. */
const max = { characters: 2_000, words: 300 };
const shortestWord = 3;

/** Stop words. They never start or end a suggested phrase. */
const everyday = new Set(
  (
    "a about after all also am an and any are as at back be because been but by can could did do does doing don't for from get " +
    "got had has have he her here him his how i i'd i'll i'm i've if in into is it it's its just like made make me more most much " +
    "my new no not now of off on one only or our out over own really said same say she should so some still such than that " +
    "that's the their them then there these they thing this those through to too two up us use used very was way we well went " +
    "were what when where which who why will with would you you're your"
  ).split(" "),
);

/** Returns exclusions in order of appearance: title first, phrases before their words. */
export function getExclusions(item: QueriedItem, watch: Looking): Exclusion[] {
  const looked = lookedFor(watch);
  const known = new Set(looked === null ? [] : leavesIn(looked).map(printed));
  const spared = looked === null ? [] : wantedTerms(looked).map(({ text }) => readText(text, watch));
  // Words within the watch's own terms would exclude everything it finds.
  const isOffered = (leaf: Leaf) =>
    !known.has(printed(leaf)) && !spared.some((own) => leafMatches(leaf, own));
  const words = distinctivePhrases(item, watch).map((text): Exclusion => {
    return { kind: "words", leaf: { type: "text", field: null, term: { text, isPrefix: false } } };
  });
  const { author } = item;
  const writer: Exclusion[] =
    author === null ? [] : [{ kind: "author", leaf: { type: "field", field: "author", value: author } }];
  const where = isAll(item.place) ? fieldLeaf("site", item.site) : fieldLeaf("in", nameOf(item));
  return [...words, ...writer, { kind: "place" as const, leaf: where }].filter(({ leaf }) => isOffered(leaf));
}

/** Uses the label for places with a secret address, so the address doesn't end up in an expression. */
function nameOf({ place, placeLabel }: Pick<QueriedItem, "place" | "placeLabel">): string {
  return isHiddenName(place) && placeLabel !== undefined ? bareName(placeLabel) : place;
}

function fieldLeaf(field: "site" | "in", value: string): FieldLeaf {
  return { type: "field", field, value };
}

export function isLeftOut(item: QueriedItem, watch: Looking): boolean {
  const looked = lookedFor(watch);
  const read = new ReadItem(item, watch);
  const parts = looked?.type === "and" ? looked.parts : [];
  return parts.some((part) => part.type === "not" && !isSatisfied(part, read));
}

/** Adds an exclusion to the watch's expression or keyword. Returns null if that can't be parsed. */
export function withExclusion(watch: Looking, { leaf }: Exclusion): string | null {
  const looked = lookedFor(watch);
  return looked === null ? null : printed(joined("and", [looked, negated(leaf)]));
}

/**
 * Returns up to three by score: hidden unopened notifications raise it, opened ones lower it by
 * `openedWeight`. Drops words in more than half of the notifications (probably the watch's topic), exclusions
 * that match all, and words whose phrase hides as many. The best word, author and place come first.
 */
export function bestExclusions<E extends Exclusion & Hidden>(counted: readonly E[], isOpened: boolean): E[] {
  const scoreOf = ({ hides, openedAmongHidden }: E) => {
    const opened = openedAmongHidden - Number(isOpened);
    return hides - opened - opened * openedWeight;
  };
  const proven = counted.filter((one) => {
    const isMeant = one.kind !== "words" || (one.hides > 1 && one.hides * 2 <= one.of);
    const isSaid = counted.some((other) => other.hides === one.hides && isWithin(one, other));
    return isMeant && !isSaid && one.hides > 0 && one.hides < one.of && scoreOf(one) >= 0;
  });
  const best = proven.toSorted((one, other) => scoreOf(other) - scoreOf(one));
  const firsts = best.filter((one) => best.find(({ kind }) => kind === one.kind) === one);
  const rest = best.filter((one) => !firsts.includes(one));
  const chosen = [...firsts, ...rest].slice(0, offeredAtMost);
  return best.filter((one) => chosen.includes(one));
}

function isWithin(one: Exclusion, other: Exclusion): boolean {
  if (one.kind !== "words" || other.kind !== "words" || one === other) return false;
  return other.leaf.term.text.split(" ").includes(one.leaf.term.text);
}

function lookedFor({ keyword, expression }: Looking): Expression | null {
  return expression === null ? expressionOfKeyword(keyword) : parseExpression(expression).expression;
}

function leavesIn(part: Expression): Leaf[] {
  if (part.type === "not") return leavesIn(part.part);
  return isLeaf(part) ? [part] : part.parts.flatMap(leavesIn);
}

function readText(text: string, filters: TermFilters): ReadItem {
  const empty = { site: "", place: "", title: text, body: text, author: null, over18: false };
  return new ReadItem({ kind: "post", ...empty }, filters);
}

/** Returns significant words and two-word phrases, title first, phrases before their words. */
export function distinctivePhrases(
  item: QueriedItem,
  { matchTitlesOnly, caseSensitive }: Pick<TermFilters, "matchTitlesOnly" | "caseSensitive">,
): string[] {
  const ownTitle = item.kind === "post" && item.isUntitled !== true ? [item.title] : [];
  const texts = matchTitlesOnly ? ownTitle : [...ownTitle, seenText(item.body.slice(0, max.characters))];
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const phrase of phrasesIn(text.slice(0, max.characters))) {
      const folded = foldKeyword(phrase);
      if (!found.has(folded)) found.set(folded, caseSensitive ? phrase : folded);
    }
  }
  return [...found.values()].slice(0, max.words);
}

const address = /\b(?:https?:\/\/|www\.)\S+/gi;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019]*/gu;

function phrasesIn(text: string): string[] {
  const plain = text.replace(address, (found) => "\n".repeat(found.length));
  const words = [...plain.matchAll(word)].map(({ 0: found, index }) => ({ text: found, from: index }));
  const isDistinctive = (one: string) => !everyday.has(foldKeyword(one)) && /\p{L}/u.test(one);
  return words.flatMap(({ text: one, from }, at) => {
    if (!isDistinctive(one)) return [];
    const next = words[at + 1];
    const isPhrase =
      next !== undefined && plain.slice(from + one.length, next.from) === " " && isDistinctive(next.text);
    const single = [...one].length >= shortestWord ? [one] : [];
    return isPhrase ? [`${one} ${next.text}`, ...single] : single;
  });
}
