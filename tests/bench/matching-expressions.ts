import type { Item } from "@/domain/reading/item";
import { layerOfBlob } from "@/domain/matching/layer";
import { Matcher } from "@/domain/matching/matcher";
import { PackedDraft } from "@/domain/matching/packed-draft";
import type { MatchRule } from "@/domain/matching/rule";
import { buildInChunks } from "./build-in-chunks";
import { isShort, printFigure } from "./figure";
import type { Corpus } from "./matching-corpus";
import { collectGarbage } from "./memory";
import { inTurns } from "./processor-time";

/**
 * For each class, the expression added to a watch's keyword, with three words of the texts that change from
 * watch to watch.
 */
const classes = {
  negation: ([a, b, c]: readonly string[]) => `-${a} -${b} -${c}`,
  prefix: ([a, b, c]: readonly string[]) => `(${a}* OR ${b}* OR ${c}*)`,
  near: ([a, b, c]: readonly string[]) => `(${a} NEAR/5 ${b} OR ${b} NEAR/5 ${c})`,
  author: ([a, b, c]: readonly string[]) => `-author:${a} -author:${b} -author:${c}`,
} as const;
type Class = keyof typeof classes;
const names = Object.keys(classes) as Class[];
/** Number of watches in ten with an expression. */
const ofTen = 3;
const crowd = 10_000;

/**
 * Expressions of three to six leaves in three of ten watches: compared to none, by class, and with the most
 * common word as the only required term.
 */
export function compareExpressions(group: string, corpus: Corpus, rounds: number): void {
  const items = corpus.items.map((item, at): Item => ({ ...item, author: `user${at % 500}` }));
  const words = getWords(items);
  const match = (matcher: Matcher) => () => items.forEach((item) => matcher.match(item));
  const without = packed(corpus.rules());
  const mixed = packed(
    expressed(corpus.rules(), words, (at) => names[at % names.length]!),
    rounds,
  );
  const [plainMs, mixedMs] = inTurns(rounds, [match(without.matcher), match(mixed.matcher)]) as [
    number,
    number,
  ];
  const figure = { group, unit: "", bound: "floor" } as const;
  if (!isShort) {
    const perSecond = (items.length / mixedMs) * 1000;
    printFigure({ ...figure, what: "with expressions", goal: 40_000, measured: perSecond, unit: "items/s" });
    const mebibytes = mixed.bytes / 2 ** 20;
    const max = { group, bound: "ceiling" } as const;
    printFigure({
      ...max,
      what: "memory of the blob, with expressions",
      goal: 96,
      measured: mebibytes,
      unit: "MiB",
    });
    printFigure({ ...max, what: "build of it", goal: 2_000, measured: mixed.cpuMs, unit: "ms" });
    printFigure({ ...max, what: "longest piece of it", goal: 5, measured: mixed.maxDurationMs, unit: "ms" });
  }
  printFigure({
    ...figure,
    what: "with expressions, beside without",
    goal: 0.6,
    measured: plainMs / mixedMs,
  });
  eachClass(group, { corpus, words, rounds, match });
  crowded(group, items, rounds);
}

function eachClass(
  group: string,
  {
    corpus,
    words,
    rounds,
    match,
  }: {
    corpus: Corpus;
    words: readonly string[];
    rounds: number;
    match: (matcher: Matcher) => () => void;
  },
): void {
  // One after another: no real process would have four sets of a million rules in memory.
  const spent = names.map((name) => {
    collectGarbage();
    const { matcher } = packed(expressed(corpus.rules(), words, () => name));
    return inTurns(rounds, [match(matcher)])[0]!;
  });
  const mean = spent.reduce((sum, ms) => sum + ms, 0) / spent.length;
  for (const [at, name] of names.entries())
    printFigure({
      ...{ group, what: `expressions of ${name}, beside the mean`, goal: 2 },
      ...{ measured: spent[at]! / mean, unit: "×", bound: "ceiling" },
    });
}

/** Watches in 'all' with only the most common word as a possible required term. */
function crowded(group: string, items: readonly Item[], rounds: number): void {
  const [common] = getWords(items) as [string];
  const usual = { revision: 1, activeSince: new Date(0), places: ["all"], keyword: common };
  const how = { includePosts: true, includeComments: true, matchTitlesOnly: false };
  const filters = { ...how, caseSensitive: false, wholeWordOnly: true };
  const rules = Array.from({ length: crowd }, (_, at): MatchRule => {
    const expression = `${common} (type:post is:nsfw in:place${at})`;
    return { ...usual, ...filters, watchId: `${at}`, expression };
  });
  const [empty, full] = [new Matcher([]), new Matcher(rules)];
  const having = items.filter((item) => item.body.includes(common)).slice(0, 50);
  const [fullMs, emptyMs] = inTurns(
    rounds,
    [full, empty].map((one) => () => having.forEach((item) => one.match(item))),
  ) as [number, number];
  printFigure({
    ...{ group, what: `${crowd} watches found by the commonest word, more an item`, goal: 0.3 },
    ...{ measured: (fullMs - emptyMs) / having.length, unit: "ms", bound: "ceiling" },
  });
}

function* expressed(
  rules: Iterable<MatchRule>,
  words: readonly string[],
  classOf: (at: number) => Class,
): Generator<MatchRule> {
  let at = 0;
  for (const rule of rules) {
    const number = at++;
    if (number % 10 >= ofTen) yield rule;
    else {
      const three = [0, 1, 2].map((next) => words[(3 * number + next) % words.length]!);
      yield { ...rule, expression: `"${rule.keyword}" ${classes[classOf(number)](three)}` };
    }
  }
}

function packed(rules: Iterable<MatchRule>, rounds = 1) {
  const draft = new PackedDraft();
  for (const rule of rules) draft.add(rule);
  const { blob, cpuMs, maxDurationMs } = buildInChunks(draft, rounds);
  return { matcher: new Matcher(layerOfBlob(blob)!), bytes: blob.byteLength, cpuMs, maxDurationMs };
}

/** The words of some texts, the most common first, without those shorter than the minimum prefix. */
function getWords(items: readonly Item[]): string[] {
  const counts = new Map<string, number>();
  for (const { body } of items.slice(0, 2_000))
    for (const [word] of body.matchAll(/[a-z]{3,}/g)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([word]) => word);
}
