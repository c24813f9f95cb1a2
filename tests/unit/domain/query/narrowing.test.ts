import { describe, expect, test } from "vitest";
import type { QueriedItem } from "@/domain/query/queried-item";
import { suggestNarrowing } from "@/domain/query/narrowing";

const filters = { wholeWordOnly: true, matchTitlesOnly: false, includePosts: true };
const draft = { keyword: "tide", expression: null as string | null, filters };
const post = (title: string, body = ""): QueriedItem => ({
  ...{ kind: "post", site: "reddit", place: "x", author: null, over18: false },
  ...{ title, body },
});
/** Of 40 items, a third are about pods, some about laundry, and one is unrelated. */
const matched = Array.from({ length: 40 }, (_, at) => {
  if (at < 14) return post("Tide pods", "laundry");
  return post(at < 20 ? "High tide laundry" : at === 20 ? "Tide once" : "tide");
});

describe("suggestions to narrow a draft", () => {
  const ways = (changed: Partial<typeof draft> = {}) => suggestNarrowing({ ...draft, ...changed }, matched);

  test("include a longer phrase, frequent other words to exclude, and titles only", () => {
    expect(ways()).toEqual([
      { kind: "keyword", keyword: "tide pods" },
      { kind: "must-not", words: ["laundry", "pods", "high"] },
      { kind: "titles" },
    ]);
  });

  test("include whole words, but not titles if only titles are searched", () => {
    const kinds = ways({ filters: { ...filters, wholeWordOnly: false, matchTitlesOnly: true } }).map(
      ({ kind }) => kind,
    );
    expect(kinds).toEqual(["whole-words", "keyword", "must-not"]);
  });

  test("leave out the keyword for expressions, and words that chips can't represent", () => {
    expect(ways({ expression: "tide -jobs" }).map(({ kind }) => kind)).toEqual(["must-not", "titles"]);
    expect(ways({ expression: "tide NEAR/3 pods" }).map(({ kind }) => kind)).toEqual(["titles"]);
  });
});
