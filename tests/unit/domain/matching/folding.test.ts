import { describe, expect, test } from "vitest";
import { foldKeyword } from "@/domain/matching/fold";
import { findOccurrences } from "@/domain/matching/occurrences";
import { exactCase, runCases, whole } from "./cases";

describe("width variants", () => {
  runCases([
    ["full-width Latin in the text", "nvidia", {}, "ＮＶＩＤＩＡ の株", true],
    ["full-width Latin in the keyword", "ＮＶＩＤＩＡ", {}, "nvidia stock", true],
    ["as whole words", "nvidia", whole, "新しい ＮＶＩＤＩＡ。", true],
    ["in exact case", "NVIDIA", exactCase, "ＮＶＩＤＩＡ", true],
    ["in another case", "NVIDIA", exactCase, "ｎｖｉｄｉａ", false],
    ["full-width digits and signs", "c++ 20", {}, "Ｃ＋＋　２０", true],
    ["half-width Katakana in the text", "カメラ", {}, "ｶﾒﾗを買う", true],
    ["half-width Katakana in the keyword", "ｶﾒﾗ", {}, "カメラを買う", true],
    ["with a voicing mark", "バグ", {}, "ﾊﾞｸﾞです", true],
    ["with a half-voicing mark", "パン", {}, "ﾊﾟﾝ", true],
    ["a voiced letter is not the plain one", "ハク", {}, "ﾊﾞｸﾞ", false],
    ["the long vowel mark", "コーヒー", {}, "ｺｰﾋｰ", true],
    ["small letters", "ッ", {}, "ｯ", true],
    ["half-width punctuation", "「a」、b。", {}, "｢a｣､b｡", true],
    ["half-width Hangul", "ㄱㅏ", {}, "ﾡￂ", true],
    ["currency signs", "¥5 £5 ₩5", {}, "￥5 ￡5 ￦5", true],
    ["a full-width apostrophe", "can't", {}, "can＇t", true],
    ["full-width quotes and hyphens", '"a-b"', {}, "＂a－b＂", true],
    ["a full-width letter takes a mark", "é", {}, "ｅ\u0301", true],
    ["by reference", "a", {}, "&#xFF21;", true],
    ["a full-width backslash is no escape", "＼＊", {}, "＼＊", true],
    ["Latin ligatures", "office", {}, "oﬃce", true],
    ["a ligature in the keyword", "ﬁnd", {}, "find", true],
    ["circled digits are other characters", "1", {}, "①", false],
    ["mathematical letters are other characters", "a", {}, "\u{1d41a}", false],
    ["superscript digits are other characters", "2", {}, "m²", false],
  ]);
});

describe("variation selectors", () => {
  runCases([
    ["in the keyword", "❤️", {}, "I ❤ Acme", true],
    ["in the text", "❤", {}, "I ❤️ Acme", true],
    ["as a whole word", "❤", whole, "❤️", true],
    ["within a sequence", "❤‍🔥", whole, "❤️‍🔥", true],
    ["before a keycap", "1⃣", {}, "1️⃣", true],
    ["a digit is not its keycap", "1", whole, "1️⃣", false],
    ["text style", "☎", whole, "☎\ufe0e", true],
    ["of ideographs", "葛城", {}, "葛\u{e0100}城", true],
    ["of Mongolian letters", "ᠭᠠ", {}, "ᠭ\u180bᠠ", true],
    ["between letters", "acme", whole, "ac\ufe0fme", true],
    ["before an accent", "é", {}, "e\ufe0f\u0301", true],
    ["on its own it is empty", "\ufe0f", {}, "❤️", false],
  ]);

  test("are included in the highlighted range", () => {
    expect(findOccurrences("I ❤️ Acme", "❤")).toEqual([{ start: 2, end: 4 }]);
    expect(findOccurrences("葛\u{e0100}城", "葛")).toEqual([{ start: 0, end: 3 }]);
  });
});

describe("the dot of i", () => {
  runCases([
    ["above an i", "istanbul", {}, "i̇stanbul", true],
    ["in the keyword", "i̇stanbul", {}, "İstanbul ISTANBUL", true],
    ["as lower-casing produces it", "İstanbul".toLowerCase(), {}, "istanbul", true],
    ["as a whole word", "istanbul", whole, "in i̇stanbul.", true],
    ["in exact case", "istanbul", exactCase, "i̇stanbul", true],
    ["above j", "dj", {}, "dj̇", true],
    ["with a dot below", "ị", {}, "i\u0307\u0323", true],
    ["above another letter it counts", "a", whole, "ȧ", false],
    ["an accent above i counts", "i", whole, "í", false],
  ]);
});

const apostrophes = "'’‘‛ʼʻʽʹˈʾʿ′‵＇`´｀՚׳ꞌ";

describe("apostrophes", () => {
  test.each([...apostrophes])("%j equals any other apostrophe between letters", (one) => {
    for (const other of apostrophes) {
      expect(foldKeyword(`l${one}oréal`)).toBe(foldKeyword(`L${other}ORÉAL`));
      expect(findOccurrences(`by L${one}Oréal`, `l${other}oréal`, whole)).toEqual([{ start: 3, end: 10 }]);
    }
  });

  runCases([
    ["a grave accent", "l'oréal", {}, "L`Oréal", true],
    ["two in a text", "l'occitane", {}, "L`Oréal and L`Occitane", true],
    ["an okina", "hawai'i", {}, "Hawaiʻi", true],
    ["a modifier letter in the keyword", "hawaiʻi", {}, "Hawai'i", true],
    ["a decomposed letter before it", "café's", {}, "cafe\u0301´s", true],
    ["a grave accent at a word's end stays itself", "dogs'", {}, "dogs` house", false],
    ["an acute accent by itself stays itself", "'", {}, "a ´ b", false],
    ["a grave accent next to a digit stays itself", "90's", {}, "90`s", false],
  ]);
});

describe("double quotes and hyphens", () => {
  test.each([...`"“”„‟＂″‶\u05f4`])("%j equals any other double quote", (one) => {
    expect(foldKeyword(`צה${one}ל`)).toBe('צה"ל');
    expect(findOccurrences(`of צה${one}ל.`, 'צה"ל', whole)).toEqual([{ start: 3, end: 7 }]);
  });

  test.each([..."-‐‑‒–—―−﹘﹣－\u05be"])("%j equals any other hyphen", (one) => {
    expect(foldKeyword(`תל${one}אביב`)).toBe("תל-אביב");
    expect(findOccurrences(`in תל${one}אביב.`, "תל-אביב", whole)).toEqual([{ start: 3, end: 10 }]);
  });

  runCases([
    ["gershayim in the keyword", "צה\u05f4ל", {}, 'צה"ל', true],
    ["gershayim in the text", 'צה"ל', whole, "צה\u05f4ל", true],
    ["gershayim in an expression", "", { expression: "צה\u05f4ל -acme" }, { body: 'צה"ל' }, true],
    ["a quote in an expression", "", { expression: 'צה"ל -acme' }, { body: "צה\u05f4ל" }, true],
    ["maqaf in the keyword", "תל\u05beאביב", {}, "תל-אביב", true],
    ["maqaf in the text", "תל-אביב", whole, "תל\u05beאביב", true],
    ["maqaf is not a space", "תל אביב", {}, "תל\u05beאביב", false],
    ["a double prime", '27"', {}, "a 27\u2033 screen", true],
    ["a double prime in the keyword", "27\u2033", {}, 'a 27" screen', true],
    ["two primes are not a double prime", '27"', {}, "a 27\u2032\u2032 screen", false],
  ]);
});

describe("named references", () => {
  runCases([
    ["a letter", "café", {}, "caf&eacute;", true],
    ["a dash", "a-b", {}, "a&ndash;b", true],
    ["a quote", "it's", {}, "it&rsquo;s", true],
    ["an invisible character", "payment", {}, "pay&shy;ment", true],
    ["resolved only once", "é", {}, "&amp;eacute;", false],
    ["without a name", "&nosuchname;", {}, "&nosuchname;", true],
    ["unterminated names", "a=1&copy=2", {}, "https://x.test/?a=1&copy=2", true],
  ]);
});
