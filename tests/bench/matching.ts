/**
 * The matcher on one core beside modern-ahocorasick: `npx tsx tests/bench/matching.ts [watches] [items] [seed]`.
 * Both get the same distinct keywords and the same texts, in turns within one process; the medians count, in processor
 * time, so that what else runs on the machine disturbs little. The library gets its texts folded beforehand and only scans; the matcher does its whole work, from the item to the rules.
 */
import { cpus } from "node:os";
import AhoCorasick from "modern-ahocorasick";
import type { Item } from "@/domain/item";
import { foldKeyword } from "@/domain/matching/fold";
import { Matcher } from "@/domain/matching/matcher";
import { makeCorpus } from "./matching-corpus";

const rounds = 7;
const [watches = 100_000, itemCount = 20_000, seed = 20_261_121] = process.argv.slice(2).map(Number);
const size = { seed, watches, subreddits: 30_000, items: itemCount, itemUnits: 192 };
const { rules, items } = makeCorpus(size);
const keywords = [...new Set(rules.map((rule) => foldKeyword(rule.keyword)))];
const units = items.flatMap(textsOf).reduce((sum, text) => sum + text.length, 0);

console.log(`node ${process.version}, ${cpus()[0]?.model ?? "unknown processor"}, seed ${seed}`);
console.log(
  `${watches} watches, ${keywords.length} distinct keywords, ${itemCount} items of ${Math.round(units / itemCount)} units`,
);

const matcherBuild = timed(() => new Matcher(rules));
const libraryBuild = timed(() => new AhoCorasick(keywords));
console.log(`build: matcher ${ms(matcherBuild.cpuMs)}, library ${ms(libraryBuild.cpuMs)}`);

const isAscii = (item: Item): boolean => !/[^\0-\x7f]/.test(item.title + item.body);
compare("all items", items);
compare("items in ASCII only", items.filter(isAscii));

/** Runs both over the same items in turns and prints medians and their ratio. */
function compare(name: string, part: readonly Item[]): void {
  const foldedTexts = part.flatMap(textsOf).map((text) => text.toLowerCase());
  const matcherMs: number[] = [];
  const countMs: number[] = [];
  const searchMs: number[] = [];
  let matches = 0;
  let occurrences = 0;
  for (let round = 0; round < rounds; round++) {
    const matched = timed(() => part.reduce((sum, item) => sum + matcherBuild.result.match(item).length, 0));
    const counted = timed(() => foldedTexts.reduce((sum, text) => sum + libraryBuild.result.count(text), 0));
    const searched = timed(() =>
      foldedTexts.reduce((sum, text) => sum + libraryBuild.result.search(text).length, 0),
    );
    matcherMs.push(matched.cpuMs);
    countMs.push(counted.cpuMs);
    searchMs.push(searched.cpuMs);
    matches = matched.result;
    occurrences = searched.result;
  }
  const perSecond = (spentMs: number[]): string => rate(part.length, median(spentMs));
  const ratio = (spentMs: number[]): string => `1 : ${(median(spentMs) / median(matcherMs)).toFixed(1)}`;
  console.log(`${name} (${part.length}), ${matches} matches, ${occurrences} occurrences:`);
  console.log(`  matcher, from item to rules: ${perSecond(matcherMs)} items/s`);
  console.log(`  library, which keywords are where: ${perSecond(searchMs)} items/s, ${ratio(searchMs)}`);
  console.log(`  library, how many there are: ${perSecond(countMs)} items/s, ${ratio(countMs)}`);
}

const perItemUs = items
  .map((item) => timed(() => matcherBuild.result.match(item)).elapsedMs * 1000)
  .sort((a, b) => a - b);
const quantile = (share: number): string =>
  `${perItemUs[Math.floor(perItemUs.length * share)]!.toFixed(1)} µs`;
console.log(`per item: p50 ${quantile(0.5)}, p99 ${quantile(0.99)}`);

const long = {
  ...items[0]!,
  kind: "comment" as const,
  body: items.flatMap(textsOf).join(" ").slice(0, 40_000),
};
console.log(`an item of 40,000 units: ${ms(median(repeat(() => matcherBuild.result.match(long))))}`);
const nested = Array.from({ length: 1000 }, (_, i) => ({
  ...rules[0]!,
  watchId: `nested-${i}`,
  keyword: "a".repeat(i + 1),
}));
for (const wholeWordOnly of [false, true]) {
  const nestedMatcher = new Matcher(nested.map((rule) => ({ ...rule, subreddits: ["all"], wholeWordOnly })));
  const run = median(repeat(() => nestedMatcher.match({ ...long, body: "a".repeat(40_000) })));
  console.log(`a to a^1000 on 40,000 of 'a', ${wholeWordOnly ? "whole words" : "anywhere"}: ${ms(run)}`);
}
const fresh = makeCorpus({ ...size, seed: seed + 1, watches: 1_000, items: 1 }).rules;
const changed = fresh.map((rule) => ({ ...rule, watchId: `new-${rule.watchId}` }));
console.log(`1,000 new watches: ${ms(timed(() => matcherBuild.result.update(changed, [])).elapsedMs)}`);
const withChanges = repeat(() => items.forEach((item) => matcherBuild.result.match(item)));
console.log(`with them: ${rate(itemCount, median(withChanges))} items/s`);

function textsOf(item: Item): string[] {
  return item.kind === "post" ? [item.title, item.body] : [item.body];
}

function rate(count: number, spentMs: number): string {
  return Math.round((count / spentMs) * 1000).toLocaleString("en");
}

function timed<T>(work: () => T): { result: T; elapsedMs: number; cpuMs: number } {
  const start = performance.now();
  const startCpu = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(startCpu);
  return { result, elapsedMs: performance.now() - start, cpuMs: (user + system) / 1000 };
}

function repeat(work: () => unknown): number[] {
  return Array.from({ length: rounds }, () => timed(work).cpuMs);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function ms(elapsedMs: number): string {
  return `${elapsedMs.toFixed(elapsedMs < 10 ? 2 : 0)} ms`;
}
