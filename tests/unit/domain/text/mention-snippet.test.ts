import fc from "../../../support/seeded";
import { describe, expect, test } from "vitest";
import { mentionSnippet, firstSpan, markedWhole } from "@/domain/text/mention-snippet";
import { makeExcerpt } from "@/domain/text/excerpt";
import { nearMatch, type Segment, wholeCharacter } from "@/domain/text/snippet";

const plain = { caseSensitive: false, wholeWordOnly: false };
const bell = { keyword: "bell", ...plain };
const plenty = () => ({ left: 1_000_000 });
const written = (segments: readonly Segment[]) =>
  segments.map(({ text, isHeard }) => (isHeard ? `[${text}]` : text)).join("");
const shown = (text: string, matched = [bell], searched: { keyword: string }[] = []) =>
  written(mentionSnippet(text, { matched, searched }, plenty()).segments);

const sentence = "Nothing was said of it at noon today. ";
const far = sentence.repeat(130);

test.each([
  ["shows a short text completely", "The bell, the Bell.", "The [bell], the [Bell]."],
  ["is empty for an empty text", "", ""],
  [
    "keeps the usual cut if the match is within it",
    `The bell. ${sentence.repeat(9)}`,
    `The [bell]. ${sentence.repeat(5).trimEnd()}…`,
  ],
  ["keeps the usual cut without a match", sentence.repeat(9), `${sentence.repeat(5).trimEnd()}…`],
  [
    "includes a match that ends at the cut",
    `${"x".repeat(195)} bell and more of it`,
    `${"x".repeat(195)} [bell]…`,
  ],
  [
    "centers on a match behind the cut",
    `${far}Then the bell rang. ${far}`,
    `… noon today. ${sentence}Then the [bell] rang. ${sentence.repeat(3)}Nothing was …`,
  ],
  ["ends with a match at the end of the text", `${far}the bell`, `… ${sentence.repeat(5)}the [bell]`],
  [
    "includes a match that crosses the cut",
    `${"x ".repeat(98)}abell and more of it`,
    /^… x .*a\[bell\] and more of it$/,
  ],
])("%s", (_, text, expected) => {
  if (typeof expected === "string") expect(shown(text)).toBe(expected);
  else expect(shown(text)).toMatch(expected);
});

test("highlights words by their own filters, including whole words at the edges of a cut", () => {
  const whole = { keyword: "art", caseSensitive: false, wholeWordOnly: true };
  const exact = { keyword: "Bell", caseSensitive: true, wholeWordOnly: false };
  expect(shown("Art, article, bell, Bells, state-of-the-art", [whole, exact])).toBe(
    "[Art], article, bell, [Bell]s, state-of-the-[art]",
  );
  // The excerpt ends in the middle of "articles", so its last word is incomplete.
  expect(shown(`${"x".repeat(196)} articles and so on`, [whole])).not.toContain("[");
  // Also at the end of a chunk of a long text.
  expect(shown(`${"x ".repeat(498)}articles ${"x ".repeat(600)}`, [whole])).not.toContain("[");
});

test("shows the searched word and also highlights matched words", () => {
  const text = `The bell rang. ${far}A ledger and a bell. ${far}`;
  expect(shown(text, [bell], [{ keyword: "LEDGER" }])).toContain("A [ledger] and a [bell].");
  expect(shown(text, [bell], [{ keyword: "nowhere" }])).toMatch(/^The \[bell\] rang\./);
});

describe("long or maliciously slow texts", () => {
  test("limits the characters searched per response", () => {
    const budget = { left: 100_000 };
    const text = `${"some words. ".repeat(3_300)}bell`;
    const found = Array.from({ length: 5 }, () => firstSpan(text, [bell], budget) !== null);
    // Each successful search reads 6,000 characters and then all 39,604.
    expect(found).toEqual([true, true, false, false, false]);
    expect(budget.left).toBeGreaterThanOrEqual(0);
    // The start of a text is always searched.
    expect(firstSpan(`a bell ${text}`, [bell], { left: 0 })).toEqual({ start: 2, end: 6 });
  });

  test("200 texts of 40,000 characters stay within the budget", () => {
    const noisy = "so\\*me &amp; wo\u200brds of \u0301 a \ud83d\ude00 xt ".repeat(1_800).slice(0, 40_000);
    const texts = [noisy, "a".repeat(40_000), "bel ".repeat(10_000)];
    const budget = { left: 300_000 };
    let read = 0;
    for (let n = 0; n < 200; n += 1) {
      const before = budget.left;
      mentionSnippet(texts[n % 3]!, { matched: [bell], searched: [] }, budget);
      read += before - budget.left;
    }
    expect(read).toBeLessThanOrEqual(300_000);
  });

  test("truncates a match that is stretched by invisible characters", () => {
    const stretched = `${far}be${"\u200b".repeat(20_000)}ll and ${far}`;
    const { segments } = mentionSnippet(stretched, { matched: [bell], searched: [] }, plenty());
    expect(segments.map(({ text }) => text).join("").length).toBeLessThan(450);
    expect(segments.some(({ isHeard }) => isHeard)).toBe(true);
  });

  test("every snippet is a short part of the text without split characters", () => {
    const text = fc.array(fc.constantFrom("bell ", "bel", "l ", ". ", "👩", "\n", "\u200b", "word "), {
      minLength: 40,
      maxLength: 500,
      size: "max",
    });
    fc.assert(
      fc.property(text, (parts) => {
        const whole = parts.join("");
        const { segments, isCut } = mentionSnippet(whole, { matched: [bell], searched: [] }, plenty());
        const all = segments.map((segment) => segment.text).join("");
        expect(isCut).toBe(makeExcerpt(whole) !== whole);
        expect(all).not.toMatch(/\p{Surrogate}/u);
        expect(all.length).toBeLessThan(450);
        expect(whole).toContain(all.replace(/^… |( …|…)$/g, ""));
        const isAnywhere = firstSpan(whole, [bell], plenty()) !== null;
        expect(segments.some(({ isHeard }) => isHeard)).toBe(isAnywhere);
      }),
      { numRuns: 300 },
    );
  });
});

test("shows titles completely", () => {
  expect(written(markedWhole(`Bell? ${far} bell`, [bell]))).toBe(`[Bell]? ${far} [bell]`);
  expect(written(markedWhole("Bell", []))).toBe("Bell");
});

test.each([
  ["a family", "👩‍👩‍👧‍👦"],
  ["a skin tone", "👍🏽"],
  ["a flag", "🇨🇦"],
  ["a flag of a part of a country", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
  ["a letter with its accents", "e\u0301\u0323"],
])("does not split %s", (_, one) => {
  const text = one.repeat(9);
  for (let at = 0; at <= text.length; at++) expect(wholeCharacter(text, at)).toBe(at - (at % one.length));
});

test("splits endless characters between code points", () => {
  const text = `a${"\u0301".repeat(500)}${"👩\u200d".repeat(90)}`;
  expect(wholeCharacter(text, 300)).toBe(300);
  expect(text.slice(0, wholeCharacter(text, 595)).isWellFormed()).toBe(true);
});

test("a short row starts shortly before the first match", () => {
  const near = (text: string) =>
    written(
      nearMatch([
        { text, isHeard: false },
        { text: "bell", isHeard: true },
      ]),
    );
  expect(near("Near the ")).toBe("Near the [bell]");
  expect(near(`${sentence}And then came a `)).toBe("… today. And then came a [bell]");
});
