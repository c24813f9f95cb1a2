/* How bodies were read before decision 066: as cleaned Markdown source. Used to check that old matches are kept. */

const named: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };
const reference = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const invisible =
  /[\u00ad\u034f\u061c\u180e\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

export function oldReading(source: string): string {
  return source
    .replace(/\\(?=[!-/:-@[-`{-~])/g, "")
    .replace(reference, (_whole, decimal?: string, hex?: string, name?: string) =>
      name === undefined
        ? String.fromCodePoint(decimal === undefined ? parseInt(hex!, 16) : Number(decimal))
        : named[name.toLowerCase()]!,
    )
    .replace(invisible, "")
    .normalize("NFC")
    .replace(/[\s\u0085]+/g, " ")
    .trim();
}

/** A keyword found by the old implementation, and whether it was a whole word. */
export interface OldMatch {
  keyword: string;
  isWhole: boolean;
}

/** Words with and without surrounding signs, parts of words between signs, and pairs of words. */
export function oldMatches(source: string): OldMatch[] {
  const words = oldReading(source).split(" ");
  const found = new Map<string, boolean>();
  const add = (keyword: string, isWhole: boolean) =>
    found.set(keyword, isWhole || found.get(keyword) === true);
  words.forEach((word, at) => {
    add(word, true);
    if (at + 1 < words.length) add(`${word} ${words[at + 1]}`, true);
    for (const part of word.matchAll(/[\p{L}\p{N}]+/gu))
      add(part[0], isWholeIn(word, part.index, part.index + part[0].length));
  });
  return [...found].filter(([keyword]) => keyword !== "").map(([keyword, isWhole]) => ({ keyword, isWhole }));
}

/** True if the letters and digits from `from` to `to` are a whole word. */
function isWholeIn(word: string, from: number, to: number): boolean {
  const isJoined = (side: string) => /^(?:[\p{L}\p{N}\p{M}_]|['’‘ʼ]\p{L})/u.test(side);
  const before = [...word.slice(0, from)].reverse().join("");
  return !isJoined(before) && !isJoined(word.slice(to));
}
