import { AhoCorasick as FastAhoCorasick } from "@monyone/aho-corasick/fast";
import AhoCorasick from "modern-ahocorasick";
import type { Item } from "@/domain/reading/item";
import { compile, noIdentity } from "@/domain/matching/compile";
import { atOnce } from "@/domain/matching/compiled";
import { Matcher } from "@/domain/matching/matcher";
import { Reading } from "@/domain/matching/reading";
import type { MatchRule } from "@/domain/matching/rule";
import { RuleDraft } from "@/domain/matching/rule-draft";
import { Scan } from "@/domain/matching/scan";
import { isShort, printFigure } from "./figure";
import { type Corpus, uuid } from "./matching-corpus";
import { inTurns, timed } from "./processor-time";

const rounds = 7;
const itemsEach = isShort ? 1_000 : 4_000;
/**
 * The library's index build time grows quadratically: up to a minute for this many keywords, hours for all.
 */
const fastKeywords = isShort ? 1_000 : 25_000;

/**
 * Compares the scan, with all keywords watched everywhere and within words, to a plain pass over the text;
 * and the whole matcher, from text to watches, to two libraries that only find keyword positions.
 */
export function compareLibraries(group: string, corpus: Corpus): void {
  const items = corpus.items.filter((item) => item.body.length < 10_000).slice(0, itemsEach);
  const crowded = distinct(corpus.keywords);
  for (const [how, keywords] of [
    ["usual", distinct(corpus.usualKeywords())],
    ["crowded", crowded],
  ] as const) {
    comparePass(group, how, keywords, items);
    const library = timed(() => new AhoCorasick(keywords));
    console.log(`modern-ahocorasick: built in ${library.cpuMs.toFixed(0)} ms`);
    const search = (text: string): number => library.result.search(text).length;
    compare(group, `modern-ahocorasick at ${keywords.length}, ${how}`, 8, keywords, items, search);
  }
  // Last, because its index build time isn't known in advance.
  const fewer = crowded.slice(0, fastKeywords);
  const fast = timed(() => new FastAhoCorasick(fewer));
  console.log(`@monyone/aho-corasick/fast: built in ${fast.cpuMs.toFixed(0)} ms`);
  const search = (text: string): number => fast.result.matchInText(text).length;
  compare(group, `@monyone/aho-corasick/fast at ${fewer.length}`, 2.5, fewer, items, search);
  console.log("Vectorscan: not installed");
}

function distinct(keywords: string[]): string[] {
  return [...new Set(keywords.map((keyword) => keyword.toLowerCase()))];
}

function compare(
  group: string,
  name: string,
  goal: number,
  keywords: string[],
  items: Item[],
  search: (text: string) => number,
): void {
  const matcher = new Matcher(keywords.map(watchEverywhere));
  const folded = items.map(getTexts).map((texts) => texts.map((text) => text.toLowerCase()));
  let matches = 0;
  let occurrences = 0;
  const [ownMs, theirMs] = inTurns(rounds, [
    () => (matches = items.reduce((sum, item) => sum + matcher.match(item).length, 0)),
    () => {
      occurrences = 0;
      for (const texts of folded) for (const text of texts) occurrences += search(text);
    },
  ]) as [number, number];
  console.log(`${name}: ${matches} matches, ${occurrences} occurrences`);
  const what = `times ${name}`;
  printFigure({ group, what, goal, measured: theirMs / ownMs, unit: "×", bound: "floor", wide: goal / 5 });
}

/** Both use units in typed arrays, since reading characters from strings has a different cost. */
function comparePass(group: string, how: string, keywords: string[], items: Item[]): void {
  const draft = new RuleDraft(keywords.length);
  for (const [at, keyword] of keywords.entries()) draft.add(watchEverywhere(keyword, at));
  const scan = new Scan(atOnce(compile(draft, noIdentity)));
  const texts = items.flatMap(getTexts);
  const readings = texts.map((text) => {
    const reading = new Reading(text.length + 1);
    reading.read(text);
    return reading;
  });
  const units = texts.map((text) => Uint16Array.from(text, (char) => char.charCodeAt(0)));
  const table = Uint16Array.from({ length: 65536 }, (_, unit) =>
    String.fromCharCode(unit).toLowerCase().charCodeAt(0),
  );
  const to = new Uint16Array(100_000);
  let found = 0;
  const [scanMs, passMs] = inTurns(2 * rounds + 1, [
    () => {
      found = 0;
      for (const reading of readings) {
        scan.run(reading, 0, 2, 4);
        scan.drain(() => found++);
      }
    },
    () => pass(units, table, to),
  ]) as [number, number];
  const count = units.reduce((sum, from) => sum + from.length, 0);
  const nsOf = (ms: number): string => ((ms * 1e6) / count).toFixed(2);
  console.log(
    `scan ${nsOf(scanMs)} ns a unit, pass ${nsOf(passMs)} ns, ${(found / items.length).toFixed(1)} found an item`,
  );
  const what = `scan for ${keywords.length} keywords, ${how}, times a bare pass`;
  printFigure({ group, what, goal: 15, measured: scanMs / passMs, unit: "×", bound: "ceiling", wide: 60 });
}

/** A separate function, so both calls run the same compiled code. */
function pass(units: Uint16Array[], table: Uint16Array, to: Uint16Array): void {
  for (const from of units) for (let at = 0; at < from.length; at++) to[at] = table[from[at]!]!;
}

function watchEverywhere(keyword: string, index: number): MatchRule {
  return {
    watchId: uuid(index),
    revision: 1,
    expression: null,
    activeSince: new Date(0),
    keyword,
    places: ["all"],
    includePosts: true,
    includeComments: true,
    matchTitlesOnly: false,
    caseSensitive: false,
    wholeWordOnly: false,
  };
}

function getTexts(item: Item): string[] {
  return item.kind === "post" ? [item.title, item.body] : [item.body];
}
