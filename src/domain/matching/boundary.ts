import { apostrophe, pairTraits, Trait, unitTraits } from "./characters";

/** Limit for marks that are attributed to one letter (the stream-safe limit of Unicode is 30). */
const maxMarks = 30;
// Some module loaders read imported bindings through a getter, which is too slow here.
const {
  word: isWord,
  letter: isLetter,
  free: isFree,
  emoji: isEmoji,
  mark: isMark,
  follower: isFollower,
} = Trait;
const apostropheUnit = apostrophe;
const plainWord = isWord | isFree | isMark;

/**
 * Only next to a word character, never next to Han, Kana, Hangul or Thai, or at apostrophes between letters.
 * Marks count as their base; an emoji ends unless a joiner, selector or modifier follows.
 */
export class Boundaries {
  readonly #traits = unitTraits();

  isStart(units: Uint16Array, start: number): boolean {
    if (start === 0) return true;
    // Fast path for the most common case, inside a word of letters.
    if (
      (this.#traits[units[start]!]! & plainWord) === isWord &&
      (this.#traits[units[start - 1]!]! & plainWord) === isWord
    )
      return false;
    const first = this.#endingAt(units, start + widthAt(units, start));
    if ((first & isWord) === 0 || (first & isFree) !== 0) return true;
    const before = this.#endingAt(units, start);
    if ((before & isFree) !== 0) return true;
    if ((before & isWord) !== 0) return false;
    if (units[start - 1] !== apostropheUnit || start < 2 || (first & isLetter) === 0) return true;
    return !isSpacedLetter(this.#endingAt(units, start - 1));
  }

  isEnd(units: Uint16Array, end: number, length: number): boolean {
    if (end === length) return true;
    const last = this.#endingAt(units, end);
    const next = this.#at(units, end, length);
    if ((last & isEmoji) !== 0 && (next & isFollower) !== 0) return false;
    if ((last & isWord) === 0 || (last & isFree) !== 0) return true;
    if ((next & isFree) !== 0) return true;
    if ((next & isWord) !== 0) return false;
    if (units[end] !== apostropheUnit || end + 1 >= length || (last & isLetter) === 0) return true;
    return !isSpacedLetter(this.#at(units, end + 1, length));
  }

  #at(units: Uint16Array, at: number, length: number): number {
    const unit = units[at]!;
    return isHigh(unit) && at + 1 < length ? pairTraits(unit, units[at + 1]!) : this.#traits[unit]!;
  }

  /** A mark has the traits of the word character or emoji below it. */
  #endingAt(units: Uint16Array, end: number): number {
    let at = startOfLast(units, end);
    const own = this.#at(units, at, end);
    let traits = own;
    for (let marks = 0; (traits & isMark) !== 0 && at > 0 && marks < maxMarks; marks++) {
      const above = at;
      at = startOfLast(units, above);
      traits = this.#at(units, at, above);
    }
    const isBase = (traits & isMark) === 0 && (traits & (isWord | isEmoji)) !== 0;
    return isBase ? traits : own;
  }
}

function isSpacedLetter(traits: number): boolean {
  return (traits & isLetter) !== 0 && (traits & isFree) === 0;
}

function isHigh(unit: number): boolean {
  return (unit & 0xfc00) === 0xd800;
}

function widthAt(units: Uint16Array, at: number): number {
  return isHigh(units[at]!) ? 2 : 1;
}

function startOfLast(units: Uint16Array, end: number): number {
  return (units[end - 1]! & 0xfc00) === 0xdc00 && end > 1 ? end - 2 : end - 1;
}
