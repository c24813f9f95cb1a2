import type { Item } from "@/domain/reading/item";
import type { MatchRule } from "@/domain/matching/rule";

/** A seeded random generator with values in [0, 1): mulberry32. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export interface CorpusSize {
  seed: number;
  /** Distinct as written; a few are equal after case folding. */
  keywords: number;
  watches: number;
  places: number;
  items: number;
  /** Average length of an item's text (UTF-16 units). */
  itemUnits: number;
}

export interface Corpus {
  /** Words and phrases of the texts, so every longer word of a text is itself a keyword. */
  keywords: string[];
  /** Keywords like real users': names and phrases that mostly never occur. */
  usualKeywords: () => string[];
  /** Iterates over all rules, in id order. */
  rules: () => Generator<MatchRule>;
  items: Item[];
}

const epoch = new Date("2026-11-01T00:00:00Z");
const vocabularySize = 60_000;
/**
 * 17 of 140 fields in recorded listings contain non-ASCII characters, mostly a curly apostrophe or an emoji.
 */
const notAsciiShare = 0.12;
const longUnits = 40_000;
const longShare = 1 / 4_000;

/**
 * Keywords of 1 to 4 words, each watched at least once and some by many users; 70 % of the watches match
 * whole words, 5 % search 'all' and the others 1 to 3 places. Items use the same vocabulary with Zipf
 * frequencies, so keywords of common words match often and most keywords never do.
 */
export function makeCorpus(size: CorpusSize): Corpus {
  const random = seededRandom(size.seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const vocabulary = makeVocabulary(below);
  /** A word by rank, with Zipf's law (exponent 1), by inversion. */
  const commonWord = (): string =>
    vocabulary[Math.floor(Math.exp(random() * Math.log(vocabularySize + 1))) - 1]!;
  /** Users watch names and topics, not the most common syllables. */
  const anyWord = (): string => {
    const word = vocabulary[below(vocabularySize)]!;
    return word.length >= 5 ? word : anyWord();
  };
  const keywords = new Set<string>();
  while (keywords.size < size.keywords) {
    const words = Array.from({ length: 1 + below(4) }, (_, at) => (at === 0 ? anyWord() : commonWord()));
    keywords.add(words.join(" "));
  }
  const sentence = (units: number): string => {
    let text = "";
    while (text.length < units) {
      const word = commonWord();
      text += random() < 0.1 ? `${capital(word)}. ` : `${word} `;
    }
    return random() < notAsciiShare ? `It${"\u2019"}s ${text}${"\u{1f642}"}` : text.trimEnd();
  };
  const items = Array.from({ length: size.items }, (_, index): Item => {
    const kind = random() < 0.15 ? "post" : "comment";
    const units = random() < longShare ? longUnits : size.itemUnits * 2 * random();
    return {
      fullname: `${kind === "post" ? "t3" : "t1"}_${index}`,
      kind,
      site: "reddit",
      place: anyPlace(random, size.places),
      title: sentence(60),
      body: sentence(kind === "post" ? Math.max(1, units - 60) : units),
      html: null,
      author: null,
      url: "https://www.reddit.com/",
      createdAt: new Date(epoch.getTime() + index * 1000),
      over18: false,
    };
  });
  const list = [...keywords];
  return {
    keywords: list,
    usualKeywords: () => makeUsual(size.keywords, random, vocabulary),
    rules: () => makeRules(size, list),
    items,
  };
}

/**
 * Four of five start with a name that never occurs, because most brands and people aren't mentioned for
 * weeks. The others are phrases of words from the texts, and one in fifty is a single such word.
 */
function makeUsual(count: number, random: () => number, vocabulary: string[]): string[] {
  const below = (limit: number): number => Math.floor(random() * limit);
  const words = vocabulary.filter((word) => word.length >= 5);
  const known = new Set(vocabulary);
  const keywords = new Set<string>();
  while (keywords.size < count) {
    const kind = random();
    const isName = kind < 0.8;
    const first = isName ? makeWord(below, 2 + below(3)) : words[below(words.length)]!;
    if (isName && (first.length < 4 || known.has(first))) continue;
    const more = kind < 0.8 ? below(3) : kind < 0.98 ? 1 + below(2) : 0;
    keywords.add([first, ...Array.from({ length: more }, () => words[below(words.length)]!)].join(" "));
  }
  return [...keywords];
}

function* makeRules({ seed, watches, places }: CorpusSize, keywords: string[]): Generator<MatchRule> {
  const random = seededRandom(seed + 1);
  for (let index = 0; index < watches; index++) {
    const rank = index < keywords.length ? index : Math.floor(keywords.length * random() ** 2);
    const isEverywhere = random() < 0.05;
    const count = 1 + Math.floor(3 * random());
    yield {
      watchId: uuid(index),
      revision: 1,
      expression: null,
      activeSince: epoch,
      keyword: keywords[rank]!,
      places: isEverywhere
        ? ["all"]
        : Array.from({ length: count }, () => anyPlace(random, places).toLowerCase()),
      includePosts: true,
      includeComments: true,
      matchTitlesOnly: false,
      caseSensitive: random() < 0.05,
      wholeWordOnly: random() < 0.7,
    };
  }
}

/** Ids in ascending order of their index. */
export function uuid(index: number): string {
  const digits = index.toString(16).padStart(12, "0");
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

function anyPlace(random: () => number, places: number): string {
  return `Sub_${Math.floor(places * random() ** 2)}`;
}

const onsets = " b c ch d f g h l m n p pr r s st t tr v w".split(" ");
const vowels = "a e i o u ea ou ai".split(" ");
const codas = "  n r s t l ng ck st".split(" ");

function makeVocabulary(below: (limit: number) => number): string[] {
  const words = new Set<string>();
  while (words.size < vocabularySize) words.add(makeWord(below, 1 + below(words.size < 300 ? 2 : 4)));
  return [...words];
}

function makeWord(below: (limit: number) => number, syllables: number): string {
  const part = (parts: readonly string[]): string => parts[below(parts.length)]!;
  return Array.from({ length: syllables }, () => part(onsets) + part(vowels) + part(codas)).join("");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
