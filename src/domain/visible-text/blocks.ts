import type { Cuts } from "./cuts";
import { Angled } from "./html";
import { Inline, type Source } from "./inline";
import { definitionsIn } from "./links";

const codeIndent = 4;
const tabWidth = 4;
const heading = /#{1,6}(?:\s|$)/y;
const marker = /(?:[-+*]|\d{1,9}[.)])(?=[ \t]|$)/my;
const fence = /`{3,}(?=[^`\n]*$)|~{3,}/my;
const fenceEnd = /(?:`{3,}|~{3,})[ \t\r]*$/my;
const ruler = /([-_*])[ \t]*(?:\1[ \t]*){2,}$/my;

interface Fence {
  sign: string;
  length: number;
  quotes: number;
}

/** Scans a source line by line, hides quote signs, and scans the markup of each block. */
export class Blocks {
  readonly #cuts: Cuts;
  readonly #source: string;
  readonly #shared: Source;
  /** Range of the current paragraph; -1 if there is no paragraph. */
  #from = -1;
  #to = -1;
  #quotes = 0;
  #fence: Fence | null = null;
  #listIndent = 0;
  /** End of the current link definition, which can span lines. */
  #definitionEnd = -1;

  constructor(cuts: Cuts) {
    this.#cuts = cuts;
    this.#source = cuts.source;
    this.#shared = { cuts, angled: new Angled(cuts), definitions: definitionsIn(cuts) };
  }

  scan(): void {
    const { length } = this.#source;
    for (let at = 0; at < length;) {
      const newLine = this.#source.indexOf("\n", at);
      const end = newLine < 0 ? length : newLine;
      this.#line(at, end);
      at = end + 1;
    }
    this.#endParagraph();
  }

  #line(from: number, end: number): void {
    if (from < this.#definitionEnd) return;
    const { at, quotes } = this.#skipQuotes(from, end);
    const { text, indent } = this.#skipIndent(at, end);
    // A quote starts a new block. Later lines can continue it without the sign.
    if (quotes > this.#quotes) this.#endParagraph();
    if (this.#from < 0) this.#quotes = quotes;
    if (this.#fence !== null && this.#isInFence(text, end, quotes)) return;
    if (text === end) return this.#endParagraph();
    if (this.#from < 0 && indent < 2 && !this.#isAt(marker, text)) this.#listIndent = 0;
    if (this.#from < 0 && indent >= codeIndent + this.#listIndent) return;
    if (this.#isAt(fence, text)) return this.#beginFence(text, end, quotes);
    if (this.#isAt(ruler, text)) return this.#hideLine(text, end);
    if (this.#from < 0 && this.#moveDefinition(text)) return;
    if (this.#isAt(heading, text) || this.#source.charAt(text) === "|") return this.#ownBlock(text, end);
    if (this.#isAt(marker, text)) this.#beginItem(text, indent);
    else if (this.#from < 0) this.#from = text;
    this.#to = end;
  }

  /** Hides quote signs outside spoilers. In fenced code, hides only those of the fence. */
  #skipQuotes(from: number, end: number): { at: number; quotes: number } {
    const max = this.#fence?.quotes ?? Infinity;
    let at = from;
    for (let quotes = 0; ; quotes++) {
      let next = at;
      while (next < end && next < at + codeIndent && this.#source.charAt(next) === " ") next++;
      const isQuote =
        next < end && this.#source.charAt(next) === ">" && this.#source.charAt(next + 1) !== "!";
      if (!isQuote || next === at + codeIndent || quotes === max) return { at, quotes };
      at = next + 1 < end && this.#source.charAt(next + 1) === " " ? next + 2 : next + 1;
      this.#cuts.drop(next, at);
    }
  }

  #skipIndent(from: number, end: number): { text: number; indent: number } {
    let text = from;
    let indent = 0;
    for (; text < end && this.#source.charCodeAt(text) <= 0x20; text++)
      indent += this.#source.charAt(text) === "\t" ? tabWidth : 1;
    return { text, indent };
  }

  #isAt(pattern: RegExp, at: number): boolean {
    pattern.lastIndex = at;
    return pattern.test(this.#source);
  }

  #isInFence(text: number, end: number, quotes: number): boolean {
    const { sign, length, quotes: own } = this.#fence!;
    const isEnd = this.#isAt(fenceEnd, text) && this.#source.startsWith(sign.repeat(length), text);
    if (quotes < own || isEnd) this.#fence = null;
    if (isEnd) this.#cuts.move(text, end);
    return quotes >= own;
  }

  /** The fence line, which can name a language, is matched as a separate text. */
  #beginFence(text: number, end: number, quotes: number): void {
    this.#endParagraph();
    const sign = this.#source.charAt(text);
    this.#fence = { sign, length: fence.lastIndex - text, quotes };
    this.#cuts.move(text, end);
  }

  #hideLine(text: number, end: number): void {
    this.#endParagraph();
    this.#cuts.drop(text, end);
  }

  #moveDefinition(text: number): boolean {
    const end = this.#shared.definitions.ends.get(text);
    if (end === undefined) return false;
    this.#cuts.move(text, end);
    this.#definitionEnd = end;
    return true;
  }

  #ownBlock(from: number, to: number): void {
    this.#endParagraph();
    new Inline(this.#shared, from, to).scan();
  }

  #beginItem(text: number, indent: number): void {
    this.#endParagraph();
    this.#from = marker.lastIndex;
    this.#listIndent = indent + marker.lastIndex - text + 1;
  }

  #endParagraph(): void {
    if (this.#from >= 0) new Inline(this.#shared, this.#from, this.#to).scan();
    this.#from = this.#to = -1;
  }
}
