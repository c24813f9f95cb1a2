import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readKeyword } from "@/domain/matching/fold";
import { SearchedText } from "@/domain/matching/occurrences";
import { readFrame } from "@/sites/bluesky/frames";
import { normalise } from "@/sites/reddit/normalise";
import { Clock } from "../../../../sandbox/clock";
import { getThing } from "../../../../sandbox/reddit/shapes";
import { ornaments } from "../../../../sandbox/reddit/corpus/ornaments";
import { World } from "../../../../sandbox/reddit/world";
import { oldMatches } from "./old-reading";

/** A few minutes of the Reddit sandbox, with all kinds of Reddit posts, and recorded Bluesky posts. */
const corpora = {
  "the sandbox's Reddit": { bodies: redditBodies(), lost: [] },
  // Links within words: readers see "month" and "people".
  "recorded Bluesky posts": { bodies: blueskyBodies(), lost: ["mont", "h", "peo", "ple"] },
};

function redditBodies(): string[] {
  const world = new World(new Clock("manual", Date.UTC(2026, 10, 21, 9)), { seed: 7, historyHours: 0 });
  world.advance(5 * 60_000);
  const bodies = [...world.posted()].flatMap(({ fullname }) => {
    const entry = world.find(fullname);
    return entry === undefined ? [] : [normalise(getThing(entry, "listing"))?.body ?? ""];
  });
  return [...new Set([...ornaments, ...bodies])];
}

function blueskyBodies(): string[] {
  const lines = readFileSync("tests/unit/adapters/fixtures/bluesky-v1.jsonl", "utf8").split("\n");
  return lines.flatMap((line) => {
    const frame = readFrame(1, line);
    return frame.is === "event" && frame.happened?.is === "written" ? [frame.happened.item.body] : [];
  });
}

const searched = new Map<string, SearchedText>();

function isIn(body: string, keyword: string, wholeWordOnly: boolean): boolean {
  const text = searched.get(body) ?? new SearchedText(body, true);
  searched.set(body, text);
  return text.ranges(readKeyword(keyword), { wholeWordOnly }).next().done !== true;
}

/** Signs that are hidden as markup. */
const sign = /[*_~`^|[\]<>!()\\]/;

describe.each(Object.entries(corpora))("old matches in %s", (_name, { bodies, lost }) => {
  const old = bodies.flatMap((body) => oldMatches(body).map((match) => ({ body, ...match })));

  test("words, parts of words and pairs of words without markup signs still match", () => {
    const plain = old.filter(({ keyword }) => !sign.test(keyword));
    expect(plain.length).toBeGreaterThan(300);
    expect(plain.filter(({ body, keyword }) => !isIn(body, keyword, false))).toEqual([]);
  });

  test("single words with such signs still match, except links", () => {
    const typed = old.filter(({ keyword }) => sign.test(keyword) && !/\s|\]\(|\)/.test(keyword));
    expect(typed.filter(({ body, keyword }) => !isIn(body, keyword, false))).toEqual([]);
  });

  test("whole words still match, except parts of a word that contains markup", () => {
    const whole = old.filter(({ keyword, isWhole }) => isWhole && !sign.test(keyword));
    const missing = whole.filter(({ body, keyword }) => !isIn(body, keyword, true));
    expect(missing.map(({ keyword }) => keyword).sort()).toEqual(lost.toSorted());
  });
});
