import { describe, expect, test } from "vitest";
import type { QueriedItem } from "@/domain/query/queried-item";
import { waysToLess } from "@/domain/query/ways";

const filters = { wholeWordOnly: true, matchTitlesOnly: false, includePosts: true };
const draft = { keyword: "tide", expression: null as string | null, filters };
const post = (title: string, body = ""): QueriedItem => ({
  ...{ kind: "post", site: "reddit", place: "x", author: null, over18: false },
  ...{ title, body },
});
/** Of forty a third are about pods, some about the laundry, and one is anything. */
const matched = Array.from({ length: 40 }, (_, at) => {
  if (at < 14) return post("Tide pods", "laundry");
  return post(at < 20 ? "High tide laundry" : at === 20 ? "Tide once" : "tide");
});

describe("ways to less", () => {
  const ways = (changed: Partial<typeof draft> = {}) => waysToLess({ ...draft, ...changed }, matched);

  test("are a longer phrase, words that often stand beside it, and titles alone", () => {
    expect(ways()).toEqual([
      { kind: "keyword", keyword: "tide pods" },
      { kind: "must-not", words: ["laundry", "pods", "high"] },
      { kind: "titles" },
    ]);
  });

  test("are whole words where parts of words count, and no titles where these count alone", () => {
    const kinds = ways({ filters: { ...filters, wholeWordOnly: false, matchTitlesOnly: true } }).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(["whole-words", "keyword", "must-not"]);
  });

  test("never the keyword instead of an expression, nor words where chips can't say it", () => {
    expect(ways({ expression: "tide -jobs" }).map(({ kind }) => kind)).toEqual(["must-not", "titles"]);
    expect(ways({ expression: "tide NEAR/3 pods" }).map(({ kind }) => kind)).toEqual(["titles"]);
  });
});
