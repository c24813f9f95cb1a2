import { getAuthors, type Item } from "../reading/item";
import type { ItemTexts } from "../query/queried-item";
import type { Compiled } from "./compiled";
import { foldKeyword, toText } from "./fold";
import { needsMore, fields, wantedShift } from "./found";
import type { ItemMarks } from "./item-marks";
import type { Reading } from "./reading";
import { everywhere, wholeSeconds } from "./rule-draft";
import { ExpressionTable } from "./rule-expressions";
import { getHosts, Key, visitKey } from "./rule-keys";
import { Scan } from "./scan";

/** All `Found` bits, for rules that weren't found by a term. */
const anything = 15;
/** log2 of the rules per bit set row (32), used to look up expressions. */
const rowBits = 5;

/** Compiled rules that can match items. Immutable except that rules can be removed. */
export class RuleSet {
  readonly #compiled: Compiled;
  readonly #scan: Scan;
  readonly #places: ReadonlyMap<string, number>;
  readonly #isRemoved: Uint8Array;
  #removed = 0;
  #place = everywhere;
  /** By expression: the last item it was evaluated for. `#item` is the current item's number. */
  readonly #judgedFor: Uint32Array;
  #item = 0;
  readonly #expressions: ExpressionTable;
  /** Bit set of the rules with an expression, and the number of such rules before each row. */
  readonly #having: Uint32Array;
  readonly #rows: Int32Array;

  constructor(compiled: Compiled) {
    this.#compiled = compiled;
    this.#scan = new Scan(compiled);
    const names = toText(compiled.places, compiled.places.length).split(" ");
    this.#places = new Map(names.map((name, number) => [name, number]));
    this.#isRemoved = new Uint8Array(compiled.needs.length);
    this.#judgedFor = new Uint32Array(compiled.expressionRules.length);
    this.#expressions = new ExpressionTable(compiled.expressions);
    this.#having = havingOf(compiled.expressionRules, compiled.needs.length);
    this.#rows = getRows(this.#having);
  }

  get size(): number {
    return this.#isRemoved.length - this.#removed;
  }

  remove(rule: number): void {
    if (this.#isRemoved[rule] === 0) this.#removed++;
    this.#isRemoved[rule] = 1;
  }

  isIn(rule: number): boolean {
    return this.#isRemoved[rule] === 0;
  }

  /** True if a rule has a condition on an item's thread. */
  get hasThreads(): boolean {
    return (this.#compiled.keyKinds[0]! & Key.thread) !== 0;
  }

  /** Starts an item. `place` is in lower case. Unwatched places use the empty group of "all". */
  begin(place: string): void {
    this.#place = this.#places.get(place) ?? everywhere;
    this.#item = (this.#item + 1) >>> 0;
  }

  scan(reading: Reading, field: keyof typeof fields, kind: Item["kind"]): void {
    this.#scan.run(reading, this.#place, fields[field], wantedShift[kind]);
  }

  /** Calls `visit` with each rule that matches, based on the scans since `begin`. */
  collect(item: Item, marks: ItemMarks, visit: (rule: number) => void): void {
    const { allFrom, allRules, groupFrom, groupTerms, groupRules, needs, sinceSeconds } = this.#compiled;
    const isRemoved = this.#isRemoved;
    const shift = wantedShift[item.kind];
    const createdSeconds = wholeSeconds(item.createdAt);
    const from = groupFrom[this.#place]!;
    const to = groupFrom[this.#place + 1]!;
    const fit = (rule: number, found: number): void => {
      if ((((needs[rule]! & ~needsMore) >> shift) & 15 & found) === 0) return;
      if (createdSeconds < sinceSeconds[rule]! || isRemoved[rule] !== 0) return;
      if ((needs[rule]! & needsMore) === 0 || this.#hasResult(rule, marks)) visit(rule);
    };
    this.#scan.drain((term, found) => {
      for (let at = allFrom[term]!; at < allFrom[term + 1]!; at++) fit(allRules[at]!, found);
      for (let at = firstOf(groupTerms, from, to, term); at < to && groupTerms[at] === term; at++)
        fit(groupRules[at]!, found);
    });
    this.#visitKeys(marks.texts, (rule) => fit(rule, anything));
  }

  /** Evaluates a rule's expression only once per item. Returns false for repeated calls. */
  #hasResult(rule: number, marks: ItemMarks): boolean {
    const row = rule >>> rowBits;
    const at = this.#rows[row]! + bitsIn(this.#having[row]! & ((1 << (rule & 31)) - 1));
    if (this.#judgedFor[at] === this.#item) return false;
    this.#judgedFor[at] = this.#item;
    return this.#expressions.holds(this.#compiled.expressionFrom[at]!, marks);
  }

  #visitKeys(texts: ItemTexts, visit: (rule: number) => void): void {
    const kinds = this.#compiled.keyKinds[0]!;
    if (kinds === 0) return;
    const places = this.#place === everywhere ? [everywhere] : [everywhere, this.#place];
    const look = (kind: keyof typeof Key, value: string): void => {
      for (const place of places) visitKey(this.#compiled, { kind, value, place }, visit);
    };
    if ((kinds & Key.place) !== 0) look("place", "");
    if ((kinds & Key.author) !== 0)
      for (const author of getAuthors(texts.item)) look("author", foldKeyword(author));
    const { root } = texts.item;
    if ((kinds & Key.thread) !== 0 && root !== undefined) look("thread", root);
    if ((kinds & Key.link) === 0) return;
    for (const host of new Set(texts.links.flatMap(({ address }) => getHosts(address)))) look("link", host);
  }
}

function havingOf(expressionRules: Int32Array, rules: number): Uint32Array {
  const having = new Uint32Array((rules >>> rowBits) + 1);
  for (const rule of expressionRules) having[rule >>> rowBits]! |= 1 << (rule & 31);
  return having;
}

function getRows(having: Uint32Array): Int32Array {
  const rows = new Int32Array(having.length);
  for (let row = 1; row < rows.length; row++) rows[row] = rows[row - 1]! + bitsIn(having[row - 1]!);
  return rows;
}

/** Counts the set bits in parallel: in pairs, fours and bytes, then adds them up. */
function bitsIn(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}

function firstOf(values: Int32Array, from: number, to: number, value: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const between = (low + high) >>> 1;
    if (values[between]! < value) low = between + 1;
    else high = between;
  }
  return low;
}
