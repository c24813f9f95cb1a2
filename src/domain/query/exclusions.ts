import { isHiddenName } from "../hidden-name";
import { foldKeyword } from "../matching/fold";
import { isAll } from "../place";
import { seenText } from "../visible-text/visible-text";
import { expressionOfKeyword } from "./chips";
import { isHeld, leafHolds } from "./evaluate";
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

/** What an item that isn't relevant has, by which a watch could leave out others like it. */
export type Exclusion = { kind: "words"; leaf: TextLeaf } | { kind: "author" | "place"; leaf: FieldLeaf };

interface Looking extends TermFilters {
  keyword: string;
  expression: string | null;
}

/** How many of a watch's notifications have what is excluded, of how many, and how many of those were opened. */
export interface Hidden {
  hides: number;
  of: number;
  openedAmongHidden: number;
}

const offeredAtMost = 3;
/** Hiding one that was opened weighs as much as showing so many that weren't. */
const openedWeight = 2;
/** Of a text so many characters are looked through for words, and so many of what is found is counted. */
const most = { characters: 2_000, words: 300 };
const shortestWord = 3;

/** Words that stand in any text: what begins or ends with one, or is one, tells nothing. */
const everyday = new Set(
  (
    "a about after all also am an and any are as at back be because been but by can could did do does doing don't for from get " +
    "got had has have he her here him his how i i'd i'll i'm i've if in into is it it's its just like made make me more most much " +
    "my new no not now of off on one only or our out over own really said same say she should so some still such than that " +
    "that's the their them then there these they thing this those through to too two up us use used very was way we well went " +
    "were what when where which who why will with would you you're your"
  ).split(" "),
);

/** What can be left out, from the left and the title first, the longer before its parts: phrases of two words, words, author, place. */
export function exclusionsOf(item: QueriedItem, watch: Looking): Exclusion[] {
  const looked = lookedFor(watch);
  const known = new Set(looked === null ? [] : leavesIn(looked).map(printed));
  const spared = looked === null ? [] : wantedTerms(looked).map(({ text }) => readText(text, watch));
  // What stands in the watch's own words would leave out what they find.
  const isOffered = (leaf: Leaf) => !known.has(printed(leaf)) && !spared.some((own) => leafHolds(leaf, own));
  const words = tellingPhrases(item, watch).map((text): Exclusion => {
    return { kind: "words", leaf: { type: "text", field: null, term: { text, isPrefix: false } } };
  });
  const { author } = item;
  const writer: Exclusion[] =
    author === null ? [] : [{ kind: "author", leaf: { type: "field", field: "author", value: author } }];
  const where = isAll(item.place) ? fieldLeaf("site", item.site) : fieldLeaf("in", nameOf(item));
  return [...words, ...writer, { kind: "place" as const, leaf: where }].filter(({ leaf }) => isOffered(leaf));
}

/** A place that is a secret address is called as people see it: its address must not get into an expression. */
function nameOf({ place, placeLabel }: Pick<QueriedItem, "place" | "placeLabel">): string {
  return isHiddenName(place) && placeLabel !== undefined ? bareName(placeLabel) : place;
}

function fieldLeaf(field: "site" | "in", value: string): FieldLeaf {
  return { type: "field", field, value };
}

/** Whether the watch leaves an item out by now, whatever it heard before. */
export function isLeftOut(item: QueriedItem, watch: Looking): boolean {
  const looked = lookedFor(watch);
  const read = new ReadItem(item, watch);
  const parts = looked?.type === "and" ? looked.parts : [];
  return parts.some((part) => part.type === "not" && !isHeld(part, read));
}

/** The watch's expression with one exclusion more; its keyword where it has none. Null where nothing of it can be read. */
export function withExclusion(watch: Looking, { leaf }: Exclusion): string | null {
  const looked = lookedFor(watch);
  return looked === null ? null : printed(joined("and", [looked, negated(leaf)]));
}

/**
 * The best of them, at most three, by what they hide: each that was not opened counts for it, each that was twice against it, but
 * for the one that they are taken from (`isOpened`). Words in more than half of what was heard are what the watch is about, and
 * what is in all of it would hide the watch. The best words, the author and the place come before further words; of what hides
 * as much the one that came first, and of words in a phrase that hides as much the phrase alone.
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

/** Telling words of an item, and phrases of two, each once: what a watch looks at of it, title first, the longer before its parts. */
export function tellingPhrases(
  item: QueriedItem,
  { matchTitlesOnly, caseSensitive }: Pick<TermFilters, "matchTitlesOnly" | "caseSensitive">,
): string[] {
  const ownTitle = item.kind === "post" && item.isUntitled !== true ? [item.title] : [];
  const texts = matchTitlesOnly ? ownTitle : [...ownTitle, seenText(item.body.slice(0, most.characters))];
  const found = new Map<string, string>();
  for (const text of texts) {
    for (const phrase of phrasesIn(text.slice(0, most.characters))) {
      const folded = foldKeyword(phrase);
      if (!found.has(folded)) found.set(folded, caseSensitive ? phrase : folded);
    }
  }
  return [...found.values()].slice(0, most.words);
}

const address = /\b(?:https?:\/\/|www\.)\S+/gi;
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'\u2019]*/gu;

function phrasesIn(text: string): string[] {
  const plain = text.replace(address, (found) => "\n".repeat(found.length));
  const words = [...plain.matchAll(word)].map(({ 0: found, index }) => ({ text: found, from: index }));
  const isTelling = (one: string) => !everyday.has(foldKeyword(one)) && /\p{L}/u.test(one);
  return words.flatMap(({ text: one, from }, at) => {
    if (!isTelling(one)) return [];
    const next = words[at + 1];
    const isPhrase =
      next !== undefined && plain.slice(from + one.length, next.from) === " " && isTelling(next.text);
    const single = [...one].length >= shortestWord ? [one] : [];
    return isPhrase ? [`${one} ${next.text}`, ...single] : single;
  });
}
