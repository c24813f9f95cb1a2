import type { Item } from "@/domain/reading/item";
import type { MatchRule } from "@/domain/matching/rule";
import { matchedText } from "@/domain/visible-text/visible-text";

/** A slow reference implementation with regular expressions, which tries every rule at every position. */
export function matchesByForce(rules: readonly MatchRule[], item: Item): string[] {
  return rules
    .filter((rule) => {
      const isTime = Math.floor(+item.createdAt / 1000) >= Math.floor(+rule.activeSince / 1000);
      const names = rule.places.map((name) => name.toLowerCase());
      const isPlace = names.includes("all") || names.includes(item.place.toLowerCase());
      return (
        isTime && isPlace && fieldsFor(rule, item).some((field) => fieldOccurs(field, rule.keyword, rule))
      );
    })
    .map((rule) => rule.watchId);
}

/** A title, or a body: see `partsFor`. */
type Field = { title: string } | { body: string };

function fieldsFor(rule: MatchRule, item: Item): Field[] {
  const { title, body } = item;
  if (item.kind === "comment") return rule.includeComments && !rule.matchTitlesOnly ? [{ body }] : [];
  if (!rule.includePosts) return [];
  const titles = item.isUntitled === true ? [] : [{ title }];
  return rule.matchTitlesOnly ? titles : [...titles, { body }];
}

function fieldOccurs(field: Field, keyword: string, how: Search): boolean {
  return "title" in field ? occursByForce(field.title, keyword, how) : bodyOccurs(field.body, keyword, how);
}

/** Returns true if a keyword occurs in a Markdown body. */
export function bodyOccurs(body: string, keyword: string, how: Search): boolean {
  return partsFor(body, keyword).some((part) => occursByForce(part, keyword, how));
}

/**
 * Returns the parts of a body that a keyword is searched in. Text as typed is only included for keywords with
 * a sign.
 */
export function partsFor(body: string, keyword: string): string[] {
  const hasSign = /[*_~`^|[\]<>!()\\]/.test(asRead(keyword));
  const [seen = "", ...typed] = matchedText(body).split("\ufffe");
  return [...seen.split("\uffff"), ...(hasSign ? typed : [])];
}

interface Search {
  wholeWordOnly?: boolean | undefined;
  caseSensitive?: boolean | undefined;
  isPrefix?: boolean | undefined;
}

export function occursByForce(text: string, keyword: string, how: Search): boolean {
  return placesByForce([...asRead(text)], keyword, how).length > 0;
}

/** Returns all matching ranges of the normalized characters. Ends are exclusive. */
export function placesByForce(read: readonly string[], keyword: string, how: Search): [number, number][] {
  const wanted = [...asRead(keyword).replace(/^ | $/g, "")];
  if (wanted.length === 0) return [];
  return read.flatMap((_, start): [number, number][] => {
    const end = start + wanted.length;
    if (end > read.length) return [];
    const isThere = wanted.every((char, i) => {
      const other = read[start + i]!;
      return how.caseSensitive ? char === other : isSameLetter(char, other);
    });
    const isWhole = how.isPrefix
      ? isWordStart(read, start)
      : !how.wholeWordOnly || isWholeWord(read, start, end);
    return isThere && isWhole ? [[start, end]] : [];
  });
}

const entities: Record<string, string> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0", eacute: "é", zwj: "\u200d" },
};
const isInvisible = (char: string): boolean =>
  /^[\u00ad\u034f\u061c\p{Variation_Selector}\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\u180e]$/u.test(
    char,
  );

export function asRead(text: string): string {
  let seen = "";
  for (let rest = text; rest !== "";) {
    const entity = /^&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos|nbsp|eacute|zwj));/.exec(
      rest,
    );
    const used = entity ? entity[0] : String.fromCodePoint(rest.codePointAt(0)!);
    const code = entity?.[1] ? Number(entity[1]) : entity?.[2] ? parseInt(entity[2], 16) : undefined;
    const char = code !== undefined ? characterOf(code) : entity ? entities[entity[3]!]! : used;
    const isEscape = used === "\\" && /^[!-~]/.test(rest[1] ?? "") && !/^[a-z\d]/i.test(rest[1]!);
    const isLooseJoiner =
      char === "\u200d" && !/[\p{Extended_Pictographic}\p{Emoji_Modifier}]\p{M}*$/u.test(seen);
    if (!isEscape && !isInvisible(char) && !isLooseJoiner) seen += usual(char);
    rest = rest.slice(used.length);
  }
  return seen
    .normalize("NFC")
    .replace(/(?<=\p{Soft_Dotted}[\u0316-\u0333\u0339-\u033c]*)\u0307/gu, "")
    .replace(/\p{Surrogate}|[\0\ufffe\uffff]/gu, "\ufffd")
    .replace(/[\s\u0085]+/g, " ")
    .replace(/[‘’‚‛ʼʻʹ′]/g, "'")
    .replace(/(?<=[\p{L}\p{M}])[`´](?=\p{L})/gu, "'")
    .replace(/[“”„‟″‶\u05f4]/g, '"')
    .replace(/[‐-―−﹘﹣－\u05be]/g, "-");
}

/** Normalizes the width of a character and splits ligatures. */
function usual(char: string): string {
  const isHalfWidthHangul = /[\uffa0-\uffdc]/.test(char);
  return /[\uff01-\uffee\ufb00-\ufb06]/.test(char) && !isHalfWidthHangul ? char.normalize("NFKC") : char;
}

function characterOf(code: number): string {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff);
  return isNone ? "\ufffd" : String.fromCodePoint(code);
}

const sameLetters = new Map<string, boolean>();

/** Uses the simple case folding of regular expressions, plus "İ" equals "i". */
function isSameLetter(one: string, other: string): boolean {
  const [a, b] = [one, other].map((char) => (char === "İ" ? "i" : char)) as [string, string];
  const pair = `${a} ${b}`;
  const known = sameLetters.get(pair);
  if (known !== undefined) return known;
  const isSame = a === b || new RegExp(`^\\u{${a.codePointAt(0)!.toString(16)}}$`, "iu").test(b);
  sameLetters.set(pair, isSame);
  return isSame;
}

const isWord = (char: string): boolean => /[\p{L}\p{N}\p{M}_]/u.test(char);
const isLetter = (char: string): boolean => /[\p{L}\p{M}]/u.test(char);
const isEmoji = (char: string): boolean => /[\p{Extended_Pictographic}\p{Emoji_Modifier}]/u.test(char);
const isUnspaced = (char: string): boolean =>
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u.test(
    char,
  );

/**
 * Returns the character at this position or, for a mark, its base character if it is a word character or an
 * emoji.
 */
function baseAt(chars: readonly string[], at: number): string {
  let base = at;
  while (base > 0 && /\p{M}/u.test(chars[base]!)) base--;
  const found = chars[base]!;
  return !/\p{M}/u.test(found) && (isWord(found) || isEmoji(found)) ? found : chars[at]!;
}

function isWholeWord(chars: readonly string[], start: number, end: number): boolean {
  const last = baseAt(chars, end - 1);
  if (
    end < chars.length &&
    isEmoji(last) &&
    /[\u200d\u20e3\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}]/u.test(chars[end]!)
  )
    return false;
  return isWordStart(chars, start) && isParted(last, chars[end] ?? "", chars[end + 1] ?? "");
}

function isWordStart(chars: readonly string[], start: number): boolean {
  const before = start > 0 ? baseAt(chars, start - 1) : "";
  const excess = start > 1 ? baseAt(chars, start - 2) : "";
  return isParted(baseAt(chars, start), before, excess);
}

/** Returns true if there is a boundary between an edge of the keyword and the next two characters. */
function isParted(edge: string, next: string, excess: string): boolean {
  if (!isWord(edge) || isUnspaced(edge) || isUnspaced(next)) return true;
  if (next === "'" && isLetter(edge) && isLetter(excess) && !isUnspaced(excess)) return false;
  return !isWord(next);
}
