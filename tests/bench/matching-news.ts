import { gzipSync } from "node:zlib";
import { layerOfBlob } from "@/domain/matching/layer";
import { Matcher } from "@/domain/matching/matcher";
import { PackedDraft } from "@/domain/matching/packed-draft";
import { parseFile } from "@/sites/news/articles";
import { buildInChunks } from "./build-in-chunks";
import { printFigure, seed } from "./figure";
import { makeCorpus } from "./matching-corpus";
import { inTurns } from "./processor-time";

const minuteMs = 60_000;
const articles = 3_000;

/** Unpacks, parses and matches one file of News, which 10,000 watches cover. */
export function matchNewsFile(group: string, rounds: number): void {
  const size = { seed, keywords: 9_000, watches: 10_000, places: 100, items: articles, itemUnits: 300 };
  const corpus = makeCorpus(size);
  const draft = new PackedDraft(size.watches);
  for (const rule of corpus.rules()) draft.add({ ...rule, places: ["all"] });
  const matcher = new Matcher(layerOfBlob(buildInChunks(draft, 1).blob)!);
  const file = { minuteMs: Math.floor(Date.now() / minuteMs) * minuteMs, bytes: gzipSync(getLines(corpus)) };
  let matches = 0;
  const read = () => {
    const parsed = parseFile(file);
    if ("reason" in parsed) throw new Error(parsed.reason);
    matches = parsed.items.reduce((sum, item) => sum + matcher.match(item).length, 0);
  };
  const [measured] = inTurns(rounds, [read]) as [number];
  console.log(`${matches} matches in a file of ${articles} articles`);
  const what = `a file of ${articles} articles, ${size.watches} watches`;
  printFigure({ group, what, goal: 1_000, measured, unit: "ms", bound: "ceiling" });
}

function getLines({ items }: ReturnType<typeof makeCorpus>): string {
  const date = new Date(Date.now() - minuteMs).toISOString();
  const lines = items.map(({ body }, at) =>
    JSON.stringify({
      ...{ date, url: `https://outlet-${at % 300}.example/${at}`, domain: `outlet-${at % 300}.example` },
      ...{ outletName: `Outlet ${at % 300}`, title: body.slice(0, 80), desc: body.slice(80), lang: "en" },
    }),
  );
  return lines.join("\n");
}
