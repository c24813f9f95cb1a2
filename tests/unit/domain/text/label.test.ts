import { describe, expect, test } from "vitest";
import { cleanLabel, cleanTitle } from "@/domain/text/label";

describe("a label from an untrusted source", () => {
  test.each([
    ["override", "safe \u202Egro.live\u202C", "safe gro.live"],
    ["embeddings", "a\u202A\u202B\u202Db", "ab"],
    ["isolates", "a\u2066b\u2067c\u2068d\u2069", "abcd"],
    ["direction marks", "a\u200E\u200F\u061Cb", "ab"],
    ["zero-width characters", "Hac\u200Bker\u2060 Ne\uFEFFws\u00AD", "Hacker News"],
    ["a joiner between Latin letters", "Hac\u200Dker\u200C News", "Hacker News"],
    ["fillers and tags", "a\u3164\u115F\u{E0041}\u{E0062}\u034Fb", "ab"],
    ["controls", "a\u0000\u0007\u001B[31mb\u0085\u009Fc", "a[31mb c"],
    ["line breaks", " one\r\ntwo\u2028three\tfour  five ", "one two three four five"],
    ["variation selectors without an emoji", "Acme\uFE0F \uFE01x", "Acme x"],
    ["a text with only invisible characters", "\u202E\u200B \u00AD", ""],
  ])("drops %s", (_what, text, expected) => {
    expect(cleanLabel(text)).toBe(expected);
    expect(cleanLabel(cleanLabel(text))).toBe(expected);
  });

  test.each([
    ["a family", "👨‍👩‍👧‍👦 blog"],
    ["a skin tone and a joiner", "👩🏽‍🚀 news"],
    ["a heart with its selector", "❤️ Acme"],
    ["a rainbow flag", "🏳️‍🌈"],
    ["a region's flag", "\u{1F3F4}\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F} Edinburgh"],
    ["a keycap", "1️⃣ first"],
    ["a non-joiner in a Persian word", "می‌خواهم"],
    ["a joiner in a Hindi word", "क्‍ष"],
    ["other scripts", "東京 Цех أخبار חדשות"],
  ])("keeps %s", (_what, text) => {
    expect(cleanLabel(text)).toBe(text);
    expect(cleanTitle(text)).toBe(text);
  });
});

test("a title keeps direction marks, but not overrides", () => {
  expect(cleanTitle("C++\u200E בעברית \u202Eabc\u200B\n")).toBe("C++\u200E בעברית abc");
});
