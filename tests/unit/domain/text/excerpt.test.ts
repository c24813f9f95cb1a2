import fc from "../../../support/seeded";
import { expect, test } from "vitest";
import { excerptLimit, makeExcerpt } from "@/domain/text/excerpt";

/** A single word of `length` units. */
const solid = (length: number): string => "x".repeat(length);

test.each([
  ["an empty text", "", ""],
  ["a short text", "Hello.", "Hello."],
  ["200 characters", solid(200), solid(200)],
  ["200 characters with a sentence end", `${solid(150)}. ${solid(48)}`, `${solid(150)}. ${solid(48)}`],
  ["201 characters without a space", solid(201), `${solid(200)}…`],
  ["a sentence end past 70 %", `${solid(140)}. ${solid(100)}`, `${solid(140)}.…`],
  ["a sentence end at 70 %", `${solid(139)}. ${solid(100)}`, `${solid(139)}. ${solid(59)}…`],
  [
    "the last of two sentence ends",
    `${solid(150)}. ${solid(20)}! ${solid(100)}`,
    `${solid(150)}. ${solid(20)}!…`,
  ],
  ["a sentence end before a later word end", `${solid(150)}? ${solid(20)} ${solid(100)}`, `${solid(150)}?…`],
  ["a sentence end at the limit", `${solid(199)}. ${solid(100)}`, `${solid(199)}.…`],
  ["a full stop at the limit within a word", `${solid(199)}.${solid(100)}`, `${solid(199)}.…`],
  [
    "a full stop within a word doesn't end a sentence",
    `${solid(150)}.js ${solid(100)}`,
    `${solid(150)}.js ${solid(46)}…`,
  ],
  ["a sentence end after a quotation", `${solid(150)}.” ${solid(100)}`, `${solid(150)}.”…`],
  ["a Chinese sentence end", `${solid(150)}。${solid(100)}`, `${solid(150)}。…`],
  ["a word end past 80 %", `${solid(161)} ${solid(100)}`, `${solid(161)}…`],
  ["a word end at 80 %", `${solid(160)} ${solid(100)}`, `${solid(160)} ${solid(39)}…`],
  ["a word end at the limit", `${solid(200)} ${solid(100)}`, `${solid(200)}…`],
  ["a word end before white space", `${solid(170)} \n\n ${solid(100)}`, `${solid(170)}…`],
  [
    "an early sentence end and a late word end",
    `${solid(50)}. ${solid(130)} ${solid(99)}`,
    `${solid(50)}. ${solid(130)}…`,
  ],
  ["dots in the text at the cut", `${solid(150)}… ${solid(100)}`, `${solid(150)}…`],
  ["three full stops at the cut", `${solid(170)}... ${solid(100)}`, `${solid(170)}…`],
  ["an emoji across the limit", `${solid(199)}👩${solid(9)}`, `${solid(199)}…`],
  ["an emoji that ends at the limit", `${solid(198)}👩${solid(9)}`, `${solid(198)}👩…`],
])("%s", (_, text, expected) => {
  expect(makeExcerpt(text)).toBe(expected);
});

test("an excerpt is a prefix of the text within the limit and doesn't split characters", () => {
  const text = fc.array(fc.constantFrom("a", "b ", ". ", "👩", "\n", "!", "。", "word "), {
    minLength: 60,
    maxLength: 400,
    size: "max",
  });
  fc.assert(
    fc.property(text, (parts) => {
      const whole = parts.join("");
      const cut = makeExcerpt(whole);
      if (whole.length <= excerptLimit) {
        expect(cut).toBe(whole);
        return;
      }
      expect(cut.endsWith("…")).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(excerptLimit + 1);
      expect(whole.startsWith(cut.slice(0, -1))).toBe(true);
      expect(cut).not.toMatch(/\p{Surrogate}/u);
    }),
    { numRuns: 500 },
  );
});
