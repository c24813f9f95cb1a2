import { expect, test } from "vitest";
import { suggestedAtMost, suggestedWords } from "@/server/watches/suggested-words";

const sure = (text: string) =>
  suggestedWords(text)
    .filter(({ isGuess }) => isGuess === undefined)
    .map(({ keyword }) => keyword);
const guesses = (text: string) =>
  suggestedWords(text)
    .filter(({ isGuess }) => isGuess)
    .map(({ keyword }) => keyword);

test.each([
  ["Tide App", ["Tide App", "TideApp", "Tide"]],
  ["  Tide   App ", ["Tide App", "TideApp", "Tide"]],
  ["tidewater", ["tidewater"]],
  ["TideWater", ["TideWater", "Tide Water"]],
  ["tide-water", ["tide-water", "tide water", "tidewater"]],
  ["tidewater.example", ["tidewater", "tidewater.example"]],
  ["tide.example.com", ["example", "tide.example.com", "example.com", "tide"]],
  ["https://www.tide.co/x", ["tide", "tide.co"]],
  ["HTTPS://Shop.Tide.co.uk:8443/a?b#c", ["tide", "shop.tide.co.uk", "tide.co.uk"]],
  ["sam@tide-water.example", ["tide water", "tidewater", "tide-water", "tide-water.example"]],
  ["münchen.example", ["münchen", "münchen.example"]],
  ["🌊", ["🌊"]],
  ["מאזין לגלים", ["מאזין לגלים", "מאזיןלגלים"]],
  ["x", ["x"]],
  ["the", ["the"]],
  ["The App", ["The App", "TheApp"]],
  ["a whole sentence is no name at all", ["a whole sentence is no name at all"]],
  ["x".repeat(300), []],
  [`${"word ".repeat(60)}`.slice(0, 300), []],
  [`https://tide.example/${"x".repeat(270)}`, ["tide", "tide.example"]],
  ["   ", []],
  ["\u200B", []],
])("%j", (text, expected) => {
  expect(sure(text)).toEqual(expected);
});

test('marks guesses: parts of a word, "alternative" searches and a site of that name', () => {
  expect(guesses("tidewater")).toEqual(
    expect.arrayContaining(["tide water", "tidewater alternative", "tidewater.com"]),
  );
  expect(guesses("Tide App")).toEqual(expect.arrayContaining(["Tide alternative", "tideapp.com"]));
  expect(guesses("tidewater.example")).toContain("tide water");
  expect(guesses("the")).toEqual([]);
  expect(guesses("x")).toEqual([]);
});

test("limits the number of suggestions and removes duplicates for long input", () => {
  for (const text of ["a-".repeat(150), "Aa".repeat(50), "a.".repeat(140) + "com", "x y ".repeat(70)]) {
    const words = suggestedWords(text).map(({ keyword }) => keyword.toLowerCase());
    expect(words.length).toBeLessThanOrEqual(suggestedAtMost.tried);
    expect(new Set(words).size).toBe(words.length);
  }
});
