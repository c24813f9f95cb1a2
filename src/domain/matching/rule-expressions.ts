import { leafMatches } from "../query/evaluate";
import {
  type Expression,
  isLeaf,
  type ItemField,
  itemFields,
  type Leaf,
  type Term,
  textFields,
} from "../query/expression";
import { ReadItem, type TermFilters } from "../query/queried-item";
import type { Growing } from "./growing";
import { anyMark, hasMark, type ItemMarks, markOfField, markOfTerm } from "./item-marks";

const Part = { and: 0, or: 1, not: 2, text: 3, near: 4, field: 5 } as const;
/** Bytes before an expression: the term filters, and its most selective required mark (little-endian). */
const expressionHead = 3;
const Filter = { wholeWordOnly: 1, caseSensitive: 2, matchTitlesOnly: 4 } as const;
/** Header of AND and OR: byte length of the parts. Header of a leaf: its field, or the distance of NEAR. */
const joinedHead = 3;
const leafHead = 2;
/** Header of a text: length, two flags and mark (little-endian). One or two bytes per unit follow. */
const textHead = 4;
const wideFlag = 1;
const prefixFlag = 2;
const flagBits = 2;
/** Result based on an item's marks. The values are symmetric, so negation reverses the order. */
const Said = { no: 0, maybe: 1, yes: 2 } as const;

const hasFewValues: ReadonlySet<ItemField> = new Set(["site", "type", "is"]);

type Bytes = Growing<Uint8Array>;

export function writeExpression(to: Bytes, expression: Expression, filters: TermFilters): void {
  const { wholeWordOnly, caseSensitive, matchTitlesOnly } = filters;
  to.push(
    (wholeWordOnly ? Filter.wholeWordOnly : 0) |
      (caseSensitive ? Filter.caseSensitive : 0) |
      (matchTitlesOnly ? Filter.matchTitlesOnly : 0),
  );
  pushTwo(to, leadOf(expression)?.mark ?? anyMark);
  writePart(to, expression);
}

interface Lead {
  mark: number;
  weight: number;
}

/** Returns the most selective required leaf, or null if no single leaf is required. */
function leadOf(part: Expression): Lead | null {
  if (part.type === "and")
    return part.parts.map(leadOf).reduce((one, other) => {
      return one === null || (other !== null && other.weight < one.weight) ? other : one;
    }, null);
  if (!isLeaf(part)) return null;
  const mark = markOfLeaf(part);
  return { mark, weight: mark === anyMark ? Infinity : getWeight(part) };
}

function markOfLeaf(leaf: Leaf): number {
  if (leaf.type === "field") return markOfField(leaf.field, leaf.value);
  return markOfTerm(leaf.type === "text" ? leaf.term : leaf.terms[0]);
}

function writePart(to: Bytes, part: Expression): void {
  to.push(Part[part.type]);
  if (part.type === "not") writePart(to, part.part);
  else if (!isLeaf(part)) {
    const from = to.length;
    pushTwo(to, 0);
    for (const one of part.parts.toSorted((a, b) => getWeight(a) - getWeight(b))) writePart(to, one);
    const size = to.length - from - 2;
    to.values[from] = size & 0xff;
    to.values[from + 1] = size >>> 8;
  } else if (part.type === "text") {
    to.push(part.field === null ? textFields.length : textFields.indexOf(part.field));
    writeTerm(to, part.term, markOfLeaf(part));
  } else if (part.type === "near") {
    to.push(part.within);
    for (const term of part.terms) writeTerm(to, term, markOfTerm(term));
  } else {
    to.push(itemFields.indexOf(part.field));
    writeTerm(to, { text: part.value, isPrefix: false }, markOfLeaf(part));
  }
}

/** Evaluation order: fields with many values, then words (the longest first), then other parts. */
function getWeight(part: Expression): number {
  if (part.type === "field") return hasFewValues.has(part.field) ? 1 : 0;
  return part.type === "text" ? 1 / part.term.text.length : 2;
}

function writeTerm(to: Bytes, { text, isPrefix }: Term, mark: number): void {
  const isWide = /[^\0-\xff]/.test(text);
  pushTwo(to, (text.length << flagBits) | (isWide ? wideFlag : 0) | (isPrefix ? prefixFlag : 0));
  pushTwo(to, mark);
  for (let at = 0; at < text.length; at++) {
    if (isWide) pushTwo(to, text.charCodeAt(at));
    else to.push(text.charCodeAt(at));
  }
}

function pushTwo(to: Bytes, value: number): void {
  to.push(value & 0xff);
  to.push(value >>> 8);
}

/** Evaluates compiled expressions. Creates objects only for leaves whose marks the item has. */
export class ExpressionTable {
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** Returns true if the item matches the expression that starts at byte `from`. */
  holds(from: number, item: ItemMarks): boolean {
    const marks = item.read();
    if (!hasMark(marks, this.#two(from + 1))) return false;
    const whole = from + expressionHead;
    const said = this.#said(whole, marks);
    if (said !== Said.maybe) return said === Said.yes;
    return this.#isSatisfied(
      whole,
      marks,
      new ReadItem(item.texts.item, getFilters(this.#bytes[from]!), item.texts),
    );
  }

  #said(at: number, marks: Uint32Array): number {
    const type = this.#bytes[at]!;
    if (type === Part.not) return Said.yes - this.#said(at + 1, marks);
    if (type > Part.or) return this.#isMarked(at, marks) ? Said.maybe : Said.no;
    const decided = type === Part.and ? Said.no : Said.yes;
    let all: number = Said.yes - decided;
    const end = this.#endOf(at);
    for (let part = at + joinedHead; part < end && all !== decided; part = this.#endOf(part)) {
      const said = this.#said(part, marks);
      all = type === Part.and ? Math.min(all, said) : Math.max(all, said);
    }
    return all;
  }

  #isSatisfied(at: number, marks: Uint32Array, read: ReadItem): boolean {
    const type = this.#bytes[at]!;
    if (type === Part.not) return !this.#isSatisfied(at + 1, marks, read);
    if (type > Part.or) return this.#isMarked(at, marks) && leafMatches(this.#leaf(at), read);
    const end = this.#endOf(at);
    for (let part = at + joinedHead; part < end; part = this.#endOf(part))
      if (this.#isSatisfied(part, marks, read) === (type === Part.or)) return type === Part.or;
    return type === Part.and;
  }

  #isMarked(leaf: number, marks: Uint32Array): boolean {
    const one = leaf + leafHead;
    if (!hasMark(marks, this.#two(one + 2))) return false;
    return this.#bytes[leaf] !== Part.near || hasMark(marks, this.#two(this.#endOfText(one) + 2));
  }

  #leaf(at: number): Leaf {
    const type = this.#bytes[at]!;
    const what = this.#bytes[at + 1]!;
    const one = this.#term(at + leafHead);
    if (type === Part.text) return { type: "text", field: textFields[what] ?? null, term: one };
    if (type === Part.field) return { type: "field", field: itemFields[what]!, value: one.text };
    return { type: "near", within: what, terms: [one, this.#term(this.#endOfText(at + leafHead))] };
  }

  #term(at: number): Term {
    const head = this.#two(at);
    const isWide = (head & wideFlag) !== 0;
    const end = this.#endOfText(at);
    let text = "";
    for (let unit = at + textHead; unit < end; unit += isWide ? 2 : 1)
      text += String.fromCharCode(isWide ? this.#two(unit) : this.#bytes[unit]!);
    return { text, isPrefix: (head & prefixFlag) !== 0 };
  }

  #endOf(at: number): number {
    const type = this.#bytes[at]!;
    if (type <= Part.or) return at + joinedHead + this.#two(at + 1);
    if (type === Part.not) return this.#endOf(at + 1);
    const end = this.#endOfText(at + leafHead);
    return type === Part.near ? this.#endOfText(end) : end;
  }

  #endOfText(at: number): number {
    const head = this.#two(at);
    return at + textHead + ((head >>> flagBits) << ((head & wideFlag) !== 0 ? 1 : 0));
  }

  #two(at: number): number {
    return this.#bytes[at]! | (this.#bytes[at + 1]! << 8);
  }
}

function getFilters(bits: number): TermFilters {
  return {
    wholeWordOnly: (bits & Filter.wholeWordOnly) !== 0,
    caseSensitive: (bits & Filter.caseSensitive) !== 0,
    matchTitlesOnly: (bits & Filter.matchTitlesOnly) !== 0,
  };
}
