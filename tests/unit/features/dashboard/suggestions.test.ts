import { expect, test } from "vitest";
import type { SuggestResponse } from "@/contract/preview";
import { isNoisy, narrowings, perDay } from "@/features/dashboard/use-first-minute";

const place = { site: "reddit", name: "sailing", label: "r/sailing", url: "", matches: 6 };
const tide: SuggestResponse["suggestions"][number] = {
  ...{ keyword: "tide", expression: null, reason: "", matches: 4_600, titleMatches: 80, isTooMany: false },
  sample: null,
  places: [
    { site: "reddit", name: "all", matches: 4_600 },
    { site: "reddit", name: "sailing", matches: 6 },
    { site: "reddit", name: "pics", matches: 3_000 },
  ],
};
const response: SuggestResponse = { suggestions: [tide], places: [place], hours: 48 };

test("counts matches per day, but extrapolates no part of a day", () => {
  expect(perDay(4_600, 48)).toBe(2_300);
  expect(perDay(7, 3)).toBe(7);
});

test("a keyword with over 100 matches a day is noisy", () => {
  expect(isNoisy(tide, 48)).toBe(true);
  expect(isNoisy({ ...tide, matches: 200 }, 48)).toBe(false);
  expect(isNoisy({ ...tide, matches: 1, isTooMany: true }, 48)).toBe(true);
});

test("offers titles and offered places that leave fewer matches", () => {
  expect(narrowings(tide, response)).toEqual([
    { narrowing: { kind: "titles" }, matches: 80 },
    { narrowing: { kind: "place", place }, matches: 6 },
  ]);
  expect(narrowings({ ...tide, titleMatches: 4_000, places: [] }, response)).toEqual([]);
});

test("with less than a day of data, a keyword is noisy by its rate, but a first hour is not enough", () => {
  expect(isNoisy({ ...tide, matches: 90 }, 2)).toBe(true);
  expect(isNoisy({ ...tide, matches: 7 }, 1)).toBe(false);
  expect(isNoisy({ ...tide, matches: 90 }, 20)).toBe(true);
  expect(isNoisy({ ...tide, matches: 80 }, 20)).toBe(false);
  expect(narrowings({ ...tide, matches: 400 }, { ...response, hours: 2 })).toEqual([
    { narrowing: { kind: "place", place }, matches: 6 },
  ]);
});
