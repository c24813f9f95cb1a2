import { describe } from "vitest";
import { exactCase, runCases, whole } from "./cases";

describe("whole words", () => {
  runCases([
    ["finds a word", "art", whole, "modern art is", true],
    ["finds a text that is the word", "art", whole, "art", true],
    ["not within a word", "art", whole, "party", false],
    ["not at a word's start", "art", whole, "artist", false],
    ["not at a word's end", "art", whole, "smart", false],
    ["a hyphen is a boundary", "art", whole, "state-of-the-art", true],
    ["a keyword with hyphens", "state-of-the-art", whole, "a state\u2011of\u2011the\u2011art tool", true],
    ["an underscore is not a boundary", "art", whole, "art_house", false],
    ["an escaped underscore is not a boundary", "art", whole, "art\\_house", false],
    ["a digit is not a boundary", "art", whole, "art2", false],
    ["a letter of another script is not a boundary", "art", whole, "artя", false],
    ["a mark belongs to its letter", "caf", whole, "caf\u0323 x", false],
    ["Markdown's stars are boundaries", "art", whole, "**art**", true],
    ["a later occurrence counts", "art", whole, "party art", true],
    ["several words", "late payments", whole, "(late payments)", true],
    ["several words, the last one incomplete", "late payment", whole, "late payments", false],
    ["a zero-width character is not a boundary", "art", whole, "art\u200bist", false],
    ["a line break is a boundary", "art", whole, "x\nart\ny", true],
    ["&nbsp; is one", "art", whole, "x&nbsp;art", true],
  ]);
});

describe("keywords with signs", () => {
  runCases([
    ["c++", "c++", whole, "I write C++, mostly", true],
    ["c++ before a letter", "c++", whole, "c++x", true],
    ["c++ within a word", "c++", whole, "basic++", false],
    [".net", ".net", whole, "the .NET runtime", true],
    [".net behind a letter", ".net", whole, "asp.net", true],
    [".net in a longer word", ".net", whole, ".network", false],
    ["@user", "@user", whole, "mail@user", true],
    ["@user in a longer word", "@user", whole, "@username", false],
    ["node.js", "node.js", whole, "node.js!", true],
    ["node.js needs its dot", "node.js", whole, "nodejs", false],
    ["node.js in a longer word", "node.js", whole, "node.json", false],
    ["c#", "c#", whole, "c# c", true],
    ["$5", "$5", whole, "for $5.", true],
    ["$5 in a longer number", "$5", whole, "for $50", false],
  ]);
});

describe("apostrophes", () => {
  runCases([
    ["an apostrophe between letters is not a boundary", "can", whole, "I can't", false],
    ["a curly apostrophe between letters is not a boundary", "can", whole, "I can\u2019t", false],
    ["an apostrophe on the left is not a boundary", "t", whole, "can't", false],
    ["the word with its apostrophe", "can't", whole, "I can\u2019t do", true],
    ["a quotation is a boundary", "can", whole, "'can'", true],
    ["an apostrophe at the end of a word is a boundary", "dogs", whole, "the dogs' house", true],
    ["an apostrophe after a digit is a boundary", "90", whole, "the 90's", true],
    ["a keyword with an apostrophe", "rock 'n' roll", whole, "Rock \u2019n\u2019 Roll", true],
    ["not next to Han", "can", whole, "can'漢", true],
    ["a grave accent between letters is an apostrophe", "can", whole, "I can`t", false],
    ["the whole word with a prime", "can't", whole, "I can\u2032t do", true],
    ["an okina within a word", "hawai", whole, "Hawai\u02bbi", false],
    ["an okina before a word", "ohana", whole, "\u02bbohana means", true],
  ]);
});

describe("scripts without spaces", () => {
  runCases([
    ["Han", "漢字", whole, "これは漢字です", true],
    ["Katakana", "カメラ", whole, "新しいカメラを買う", true],
    ["the long vowel mark", "コーヒ", whole, "コーヒー", true],
    ["Hangul", "한국", whole, "한국어를", true],
    ["Thai", "ไทย", whole, "ภาษาไทยดี", true],
    ["Lao", "ວຽງຈັນ", whole, "ໄປວຽງຈັນແລ້ວ", true],
    ["Khmer", "ភ្នំពេញ", whole, "នៅភ្នំពេញហើយ", true],
    ["Burmese", "ရန်ကုန်", whole, "သူရန်ကုန်မှာနေတယ်", true],
    ["Hiragana", "すし", whole, "おすしがすき", true],
    ["half-width Katakana", "カメラ", whole, "新しいｶﾒﾗを買う", true],
    ["a Latin word next to Lao", "iphone", whole, "ຊື້iPhoneໃໝ່", true],
    ["a Latin word next to Khmer", "iphone", whole, "ទិញiPhoneថ្មី", true],
    ["a Latin word next to Burmese", "iphone", whole, "ဖုန်းiPhoneဝယ်", true],
    ["a Latin word next to Hangul", "iphone", whole, "아이iPhone을", true],
    ["Tibetan has separators between words", "བོད", whole, "བོད་སྐད", true],
    ["Tibetan within a word", "བོ", whole, "བོད", false],
    ["an accent is not a boundary", "art", whole, "art\u3099s", false],
    ["a Latin word next to Han", "iphone", whole, "新しいiPhoneを", true],
    ["a Latin word next to Latin and Han", "iphone", whole, "新しいiPhonesを", false],
  ]);
});

describe("emoji", () => {
  runCases([
    ["alone", "👩", whole, "hello 👩", true],
    ["next to letters", "👩", whole, "hello👩you", true],
    ["before a joiner", "👩", whole, "👩\u200d💻", false],
    ["before a joiner, anywhere", "👩", {}, "👩\u200d💻", true],
    ["the whole sequence", "👩\u200d💻", whole, "a 👩\u200d💻 b", true],
    ["a sequence differs from its adjacent parts", "👩💻", {}, "👩\u200d💻", false],
    ["before a modifier", "👩", whole, "👩🏽", false],
    ["with its modifier", "👩🏽", whole, "👩🏽 ok", true],
    ["before a variation selector, which is ignored", "❤", whole, "❤\ufe0f", true],
    ["the other way round", "❤\ufe0f", whole, "I ❤ Acme", true],
    ["with its variation selector", "❤\ufe0f", whole, "I❤\ufe0fyou", true],
    ["a later occurrence is a whole word", "👩", whole, "👩\u200d💻 👩", true],
    ["a word next to an emoji with a selector", "love", whole, "❤\ufe0flove", true],
    ["a digit in a keycap", "1", whole, "1\ufe0f\u20e3", false],
    ["a flag of tags", "🏴", whole, "🏴\u{e0067}\u{e0062}\u{e007f}", false],
    ["a joiner by reference", "👩\u200d💻", whole, "👩&zwj;💻 👩&#x200d;💻", true],
  ]);
});

const both = { ...whole, ...exactCase };

describe("whole word and exact case", () => {
  runCases([
    ["one occurrence shows both", "Art", both, "Art", true],
    ["not one each", "Art", both, "Artist, art", false],
    ["not one each, in the other order", "Art", both, "art, Artist", false],
    ["a later occurrence shows both", "Art", both, "Artist, art and Art", true],
  ]);
});
