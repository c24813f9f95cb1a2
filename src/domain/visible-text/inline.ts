import type { Cuts } from "./cuts";
import { Emphasis, isEmphasisSign } from "./emphasis";
import type { Angled } from "./html";
import { type Definitions, inlineTail, type LinkTail, referenceTail, sameLabel } from "./links";

const maxRaised = 1_000;

export interface Source {
  cuts: Cuts;
  angled: Angled;
  definitions: Definitions;
}

interface Bracket {
  from: number;
  signs: number;
  isImage: boolean;
  runs: number;
}

const special = new Uint8Array(128);
for (const sign of "\\`*_~|^[]!<>:") special[sign.charCodeAt(0)] = 1;
const letter = /\p{L}/u;
const wordCharacter = /[\p{L}\p{N}\p{M}_]/u;

/** The markup within one block: a paragraph, a heading, the text of a list item. */
export class Inline {
  readonly #source: string;
  readonly #shared: Source;
  readonly #cuts: Cuts;
  readonly #from: number;
  readonly #to: number;
  readonly #emphasis: Emphasis;
  readonly #brackets: Bracket[] = [];
  /** Links can't be within links: opening brackets below this are text. */
  #linkless = 0;
  /** Position of the last run of each length, once a search for a closing run has failed. */
  #lastTicks: Map<number, number> | null = null;

  constructor(shared: Source, from: number, to: number) {
    this.#shared = shared;
    this.#cuts = shared.cuts;
    this.#source = shared.cuts.source;
    this.#from = from;
    this.#to = to;
    this.#emphasis = new Emphasis(shared.cuts);
  }

  scan(): void {
    const source = this.#source;
    const to = this.#to;
    for (let at = this.#from; at < to;) {
      const unit = source.charCodeAt(at);
      at = unit < 128 && special[unit] === 1 ? Math.max(this.#markup(at, unit), at + 1) : at + 1;
    }
    this.#emphasis.close(0);
  }

  /** Handles the sign at `at`; returns the position after it, or `at` if it is not markup. */
  #markup(at: number, unit: number): number {
    if (isEmphasisSign(unit)) return this.#emphasis.add(at, { from: this.#from, to: this.#to });
    switch (this.#source.charAt(at)) {
      case "\\":
        return this.#escape(at);
      case "`":
        return this.#code(at);
      case "[":
        return this.#open(at, 1);
      case "!":
        return this.#source.charAt(at + 1) === "[" && at + 1 < this.#to ? this.#open(at, 2) : at;
      case "]":
        return this.#close(at);
      case "<":
        return this.#shared.angled.cut(at, this.#to);
      case ":":
        return this.#address(at);
      case "^":
        return this.#raised(at);
      case ">":
        return this.#spoiler(at, ">!", "!<");
      default:
        return this.#spoiler(at, "||", "||");
    }
  }

  #escape(at: number): number {
    if (at + 1 < this.#to && this.#source.charAt(at + 1) === "\n") this.#cuts.drop(at, at + 1);
    return at + 2;
  }

  #code(at: number): number {
    const open = this.#ticks(at);
    const length = open - at;
    if (this.#lastTicks !== null && (this.#lastTicks.get(length) ?? -1) < open) return open;
    const last = new Map<number, number>();
    for (let next = open; next < this.#to && this.#cuts.spend(1); next++) {
      if (this.#source.charAt(next) !== "`") continue;
      const end = this.#ticks(next);
      if (end - next === length)
        return this.#isApostrophes(at, next) ? open : this.#cutCode(at, open, next, end);
      last.set(end - next, next);
      next = end;
    }
    this.#lastTicks ??= last;
    return open;
  }

  /** Hides the backticks. If there is white space on both sides, hides one character of each. */
  #cutCode(at: number, open: number, close: number, end: number): number {
    const isBlank = (one: number) => this.#source.charCodeAt(one) <= 0x20;
    const isPadded = isBlank(open) && isBlank(close - 1) && /\S/.test(this.#source.slice(open, close));
    this.#cuts.drop(at, isPadded ? open + 1 : open);
    this.#cuts.drop(isPadded ? close - 1 : close, end);
    this.#cuts.preserveTyped(at, end);
    return end;
  }

  #ticks(at: number): number {
    let end = at;
    while (end < this.#to && this.#source.charAt(end) === "`") end++;
    return end;
  }

  /** Backticks used as apostrophes, with several words between: L`Oréal and L`Occitane. */
  #isApostrophes(open: number, close: number): boolean {
    const isBetween = (at: number) =>
      at > this.#from && letter.test(this.#source.charAt(at - 1)) && letter.test(this.#source.charAt(at + 1));
    return isBetween(open) && isBetween(close) && /\s/.test(this.#source.slice(open, close));
  }

  #open(at: number, signs: number): number {
    const from = at + signs;
    this.#brackets.push({ from, signs, isImage: signs === 2, runs: this.#emphasis.length });
    return from;
  }

  #close(at: number): number {
    const bracket = this.#brackets.pop();
    if (bracket === undefined) return at;
    const isText = !bracket.isImage && this.#brackets.length < this.#linkless;
    this.#linkless = Math.min(this.#linkless, this.#brackets.length);
    if (isText || this.#isNote(bracket, at)) return at;
    const tail = this.#tail(bracket, at);
    if (tail === null) return at;
    this.#cuts.drop(bracket.from - bracket.signs, bracket.from);
    this.#cuts.drop(at, tail.targetFrom);
    this.#cuts.move(tail.targetFrom, tail.targetTo);
    this.#cuts.drop(tail.targetTo, tail.end);
    this.#cuts.preserveTyped(bracket.from - bracket.signs, at + 1);
    this.#emphasis.close(bracket.runs);
    if (!bracket.isImage) this.#linkless = this.#brackets.length;
    return tail.end;
  }

  #tail({ from }: Bracket, at: number): LinkTail | null {
    const isInline = at + 1 < this.#to && this.#source.charAt(at + 1) === "(";
    const inline = isInline ? inlineTail(this.#cuts, at + 1, this.#to) : null;
    return inline ?? referenceTail(this.#cuts, this.#shared.definitions, { from, to: at }, this.#to);
  }

  /** Hides the sign of a footnote, which is rendered as a raised number. */
  #isNote({ from, signs }: Bracket, at: number): boolean {
    const { notes } = this.#shared.definitions;
    if (notes.size === 0 || signs !== 1 || this.#source.charAt(from) !== "^" || at - from > 200) return false;
    if (!notes.has(sameLabel(this.#source.slice(from + 1, at)))) return false;
    this.#cuts.drop(from - 1, at + 1);
    return true;
  }

  /** Skips URLs because signs within them aren't markup. */
  #address(at: number): number {
    const source = this.#source;
    if (!source.startsWith("//", at + 1) || !letter.test(source.charAt(at - 1))) return at;
    let end = at + 3;
    while (end < this.#to && source.charCodeAt(end) > 0x20 && !'<>"`[]'.includes(source.charAt(end))) end++;
    while (end > at + 3 && "*_~)|!?.,;:'".includes(source.charAt(end - 1))) end--;
    return end;
  }

  /** Raised text at the start of a word: `^like ^this` or `^(like this)`. Keeps the sign in 2^10. */
  #raised(at: number): number {
    const source = this.#source;
    let end = at;
    while (end < this.#to && source.charAt(end) === "^") end++;
    if (at > this.#from && wordCharacter.test(source.charAt(at - 1))) return end;
    if (end === this.#to || source.charCodeAt(end) <= 0x20) return end;
    this.#cuts.drop(at, end);
    if (source.charAt(end) !== "(") return end;
    const last = Math.min(this.#to, end + maxRaised);
    let open = 0;
    for (let next = end; next < last && this.#cuts.spend(1); next++) {
      if (source.charAt(next) === "(") open++;
      if (source.charAt(next) !== ")" || --open > 0) continue;
      this.#cuts.drop(end, end + 1);
      this.#cuts.drop(next, next + 1);
      return end + 1;
    }
    return end;
  }

  #spoiler(at: number, opening: string, closing: string): number {
    const source = this.#source;
    const from = at + opening.length;
    if (!source.startsWith(opening, at)) return at;
    if (from >= this.#to || source.charCodeAt(from) <= 0x20) return at;
    if (at > this.#from && wordCharacter.test(source.charAt(at - 1))) return at;
    const close = this.#cuts.next(closing, from);
    const end = close + closing.length;
    if (close === from || end > this.#to) return at;
    this.#cuts.drop(at, from);
    this.#cuts.drop(close, end);
    this.#cuts.preserveTyped(at, end);
    return from;
  }
}
