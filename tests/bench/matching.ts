/**
 * The matcher on one core: `npx tsx tests/bench/matching.ts [--short]`. First the whole matcher, from item
 * text to watches, with a million watches. Then its scan, compared to a plain pass and to two libraries,
 * which get the same distinct keywords and folded texts and only scan. All run alternately in one process;
 * medians of processor time are reported.
 */
import type { Item } from "@/domain/reading/item";
import { layerOfBlob } from "@/domain/matching/layer";
import { Matcher } from "@/domain/matching/matcher";
import { PackedDraft } from "@/domain/matching/packed-draft";
import type { MatchRule } from "@/domain/matching/rule";
import { buildInChunks } from "./build-in-chunks";
import { isShort, printFigure, seed } from "./figure";
import { makeCorpus, uuid } from "./matching-corpus";
import { compareExpressions } from "./matching-expressions";
import { compareLibraries } from "./matching-libraries";
import { matchNewsFile } from "./matching-news";
import { collectGarbage } from "./memory";
import { inTurns, median, timed } from "./processor-time";

const group = "matching";
const rounds = isShort ? 3 : 7;
const size = isShort
  ? { seed, keywords: 6_000, watches: 20_000, places: 600, items: 2_000, itemUnits: 192 }
  : { seed, keywords: 300_000, watches: 1_000_000, places: 30_000, items: 20_000, itemUnits: 192 };
/** The volume of Reddit: about 130 comments and 20 posts per second. */
const itemsPerSecond = 150;

const corpus = makeCorpus(size);
const { items } = corpus;
console.log(JSON.stringify(size));
const matcher = build();
endToEnd(matcher);
await changes(matcher);
nested();
compareLibraries(group, corpus);
compareExpressions(group, corpus, rounds);
matchNewsFile(group, rounds);

function build(): Matcher {
  collectGarbage();
  // Generating the rules isn't part of the matcher, so its time is measured and subtracted.
  const rows: MatchRule[] = [];
  let draftMs = 0;
  const draft = new PackedDraft(size.watches);
  const addRows = (): void => {
    draftMs += timed(() => rows.forEach((row) => draft.add(row))).cpuMs;
    rows.length = 0;
  };
  for (const rule of corpus.rules()) if (rows.push(rule) === 10_000) addRows();
  addRows();
  const { blob, builds, ...build } = buildInChunks(draft, rounds);
  const each = builds.map(({ cpuMs, maxDurationMs }) => `${cpuMs.toFixed(0)} (${maxDurationMs.toFixed(1)})`);
  console.log(`draft ${draftMs.toFixed(0)} ms; builds (and the longest piece of each) ${each.join(", ")} ms`);
  collectGarbage();
  const load = timed(() => new Matcher(layerOfBlob(blob)!));
  const mebibytes = blob.byteLength / 2 ** 20;
  const isWhole = !isShort || undefined;
  if (isWhole) {
    printFigure({
      group,
      what: "memory of the blob",
      goal: 64,
      measured: mebibytes,
      unit: "MiB",
      bound: "ceiling",
    });
    printFigure({
      group,
      what: "build of the blob",
      goal: 1000,
      measured: build.cpuMs,
      unit: "ms",
      bound: "ceiling",
    });
  }
  printFigure({
    group,
    what: "load of the blob",
    goal: 50,
    measured: load.cpuMs,
    unit: "ms",
    bound: "ceiling",
  });
  printFigure({
    group,
    what: "longest piece of a build",
    goal: 5,
    measured: build.maxDurationMs,
    unit: "ms",
    bound: "ceiling",
  });
  return load.result;
}

function endToEnd(matcher: Matcher): void {
  let matches = 0;
  const matchAll = (): void => {
    matches = items.reduce((sum, item) => sum + matcher.match(item).length, 0);
  };
  const [spentMs] = inTurns(rounds, [matchAll]) as [number];
  const perSecond = (items.length / spentMs) * 1000;
  console.log(`${matches} matches in ${items.length} items`);
  printFigure({
    group,
    what: "end to end",
    goal: 50_000,
    measured: perSecond,
    unit: "items/s",
    bound: "floor",
  });
  printFigure({
    group,
    what: `processor at ${itemsPerSecond} items/s`,
    goal: 0.5,
    measured: (100 * itemsPerSecond) / perSecond,
    unit: "% of a core",
    bound: "ceiling",
  });
  const short = items.filter((item) => item.body.length < 10_000);
  const [p50, p99] = quantiles(
    fastestOfEach(short, (item) => matcher.match(item)),
    [0.5, 0.99],
  );
  console.log(`per item: p50 ${(p50! * 1000).toFixed(1)} µs`);
  printFigure({ group, what: "per item, p99", goal: 0.2, measured: p99!, unit: "ms", bound: "ceiling" });
  const body = items
    .map((item) => item.body)
    .join(" ")
    .slice(0, 40_000);
  const long = { ...items[0]!, kind: "comment" as const, body };
  const longMs = minMs(() => matcher.match(long));
  printFigure({
    group,
    what: "an item of 40,000 units",
    goal: 5,
    measured: longMs,
    unit: "ms",
    bound: "ceiling",
  });
}

/** Adds watches, each with a new keyword, then measures the slowdown of matching. */
async function changes(matcher: Matcher): Promise<void> {
  const [beforeMs] = inTurns(rounds, [() => items.forEach((item) => matcher.match(item))]) as [number];
  const spent: number[] = [];
  for (let round = 0; round < (isShort ? 5 : 25); round++) {
    const made = makeCorpus({ ...size, seed: seed + 10 + round, keywords: 900, watches: 900, items: 1 });
    const rules = [...made.rules()].map((rule, at) => ({ ...rule, watchId: uuid(2_000_000 + at) }));
    spent.push(timed(() => matcher.update(rules, [])).cpuMs);
    await new Promise(setImmediate);
  }
  console.log(`900 new watches, one time after the other: ${spent.map((ms) => ms.toFixed(1)).join(", ")} ms`);
  // For the first ones the code isn't compiled yet, or is compiled for a million rules.
  const figure = { group, goal: 5, unit: "ms", bound: "ceiling" } as const;
  printFigure({ ...figure, what: "new watches seen, the first nine", measured: median(spent.slice(0, 9)) });
  printFigure({ ...figure, what: "new watches seen, all of them", measured: median(spent) });
  const [afterMs] = inTurns(rounds, [() => items.forEach((item) => matcher.match(item))]) as [number];
  console.log(`with them items take ${((100 * afterMs) / beforeMs - 100).toFixed(0)} % longer`);
}

function nested(): void {
  const item: Item = { ...items[0]!, kind: "comment", body: "a".repeat(40_000) };
  const keywords = Array.from({ length: 1000 }, (_, at) => "a".repeat(at + 1));
  for (const wholeWordOnly of [false, true]) {
    const rule = corpus.rules().next().value as MatchRule;
    const rules = keywords.map((keyword, at) => ({
      ...rule,
      watchId: uuid(at),
      keyword,
      places: ["all"],
      caseSensitive: false,
      wholeWordOnly,
    }));
    const nestedMatcher = new Matcher(rules);
    const ms = minMs(() => nestedMatcher.match(item), 50);
    const how = wholeWordOnly ? "whole words" : "anywhere";
    printFigure({
      group,
      what: `a to a^1000 in 40,000 a, ${how}`,
      goal: 1,
      measured: ms,
      unit: "ms",
      bound: "ceiling",
    });
  }
}

/** The minimum time per item over several alternating rounds, that is, without interruptions. */
function fastestOfEach(all: readonly Item[], work: (item: Item) => unknown): number[] {
  const min = all.map(() => Infinity);
  for (let round = 0; round < rounds; round++)
    all.forEach((item, at) => {
      const startMs = performance.now();
      work(item);
      min[at] = Math.min(min[at]!, performance.now() - startMs);
    });
  return min;
}

/** The minimum time over several runs, that is, without interruptions. */
function minMs(work: () => unknown, times = 5): number {
  let min = Infinity;
  for (let time = 0; time < times; time++) min = Math.min(min, timed(work).elapsedMs);
  return min;
}

function quantiles(values: number[], shares: number[]): number[] {
  const sorted = [...values].sort((a, b) => a - b);
  return shares.map((share) => sorted[Math.floor(sorted.length * share)]!);
}
