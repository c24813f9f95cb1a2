import { type Expression, itemFields, isLeaf, type Term, textFields } from "../query/expression";
import type { TermFilters } from "../query/queried-item";
import type { Growing } from "./growing";

/** What begins each part of a compiled expression. */
const Part = { and: 0, or: 1, not: 2, text: 3, near: 4, field: 5 } as const;
const Filter = { wholeWordOnly: 1, caseSensitive: 2, matchTitlesOnly: 4 } as const;
/** Of a text its length and two flags, in two bytes, the lower one first; then a byte a unit, or two. */
const wideFlag = 1;
const prefixFlag = 2;
const flagBits = 2;

type Bytes = Growing<Uint8Array>;

/** Appends a rule's expression and how its terms are looked for: some bytes and its words. */
export function writeExpression(to: Bytes, expression: Expression, filters: TermFilters): void {
  const { wholeWordOnly, caseSensitive, matchTitlesOnly } = filters;
  to.push(
    (wholeWordOnly ? Filter.wholeWordOnly : 0) |
      (caseSensitive ? Filter.caseSensitive : 0) |
      (matchTitlesOnly ? Filter.matchTitlesOnly : 0),
  );
  writePart(to, expression);
}

function writePart(to: Bytes, part: Expression): void {
  to.push(Part[part.type]);
  if (part.type === "not") writePart(to, part.part);
  else if (!isLeaf(part)) {
    to.push(part.parts.length);
    for (const one of part.parts) writePart(to, one);
  } else if (part.type === "text") {
    to.push(part.field === null ? textFields.length : textFields.indexOf(part.field));
    writeTerm(to, part.term);
  } else if (part.type === "near") {
    to.push(part.within);
    for (const term of part.terms) writeTerm(to, term);
  } else {
    to.push(itemFields.indexOf(part.field));
    writeTerm(to, { text: part.value, isPrefix: false });
  }
}

function writeTerm(to: Bytes, { text, isPrefix }: Term): void {
  const isWide = /[^\0-\xff]/.test(text);
  const head = (text.length << flagBits) | (isWide ? wideFlag : 0) | (isPrefix ? prefixFlag : 0);
  to.push(head & 0xff);
  to.push(head >>> 8);
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    to.push(unit & 0xff);
    if (isWide) to.push(unit >>> 8);
  }
}

/** The expression that begins at a byte, and how its terms are looked for. */
export function readExpression(
  bytes: Uint8Array,
  from: number,
): { expression: Expression; filters: TermFilters } {
  const filters = bytes[from]!;
  return {
    filters: {
      wholeWordOnly: (filters & Filter.wholeWordOnly) !== 0,
      caseSensitive: (filters & Filter.caseSensitive) !== 0,
      matchTitlesOnly: (filters & Filter.matchTitlesOnly) !== 0,
    },
    expression: new Reader(bytes, from + 1).part(),
  };
}

class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  part(): Expression {
    const type = this.#byte();
    if (type === Part.not) return { type: "not", part: this.part() as never };
    if (type === Part.and || type === Part.or) {
      const parts = Array.from({ length: this.#byte() }, () => this.part());
      return { type: type === Part.and ? "and" : "or", parts };
    }
    const what = this.#byte();
    if (type === Part.text) return { type: "text", field: textFields[what] ?? null, term: this.#term() };
    if (type === Part.near) return { type: "near", within: what, terms: [this.#term(), this.#term()] };
    return { type: "field", field: itemFields[what]!, value: this.#term().text };
  }

  #term(): Term {
    const head = this.#byte() | (this.#byte() << 8);
    const isWide = (head & wideFlag) !== 0;
    let text = "";
    for (let left = head >>> flagBits; left > 0; left--)
      text += String.fromCharCode(isWide ? this.#byte() | (this.#byte() << 8) : this.#byte());
    return { text, isPrefix: (head & prefixFlag) !== 0 };
  }

  #byte(): number {
    return this.#bytes[this.#at++]!;
  }
}
