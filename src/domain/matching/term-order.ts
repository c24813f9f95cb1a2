import type { Anchors } from "./anchors";
import { inChunks, type InChunks } from "./compiled";
import type { TermTable } from "./term-table";

const fewTerms = 24;

/** Sorts the terms of a bucket by their units. Large buckets are merge sorted later, in chunks. */
export class TermOrder {
  readonly #table: TermTable;
  readonly #order: Int32Array;
  readonly #large: { from: number; to: number }[] = [];

  constructor(table: TermTable, order: Int32Array) {
    this.#table = table;
    this.#order = order;
  }

  /** Moves sorted terms to the start of the bucket and returns where the unsorted ones start. */
  orderedFirst({ isOrdered }: Anchors, from: number, to: number): number {
    const order = this.#order;
    let loose = from;
    for (let at = from; at < to; at++) {
      const term = order[at]!;
      if (isOrdered[term] === 0) continue;
      order[at] = order[loose]!;
      order[loose++] = term;
    }
    if (loose - from > fewTerms) this.#large.push({ from, to: loose });
    else this.#insert(from, loose);
    return loose;
  }

  *sortLarge(): InChunks<void> {
    for (const { from, to } of this.#large) {
      const runs = Math.ceil((to - from) / fewTerms);
      const sortRuns = (first: number, end: number): void => {
        for (let run = first; run < end; run++)
          this.#insert(from + run * fewTerms, Math.min(to, from + (run + 1) * fewTerms));
      };
      yield* inChunks(runs, sortRuns, 64);
      for (let run = fewTerms; run < to - from; run *= 2)
        for (let left = from; left + run < to; left += 2 * run)
          yield* this.#merge(left, left + run, Math.min(to, left + 2 * run));
    }
  }

  #insert(from: number, to: number): void {
    const order = this.#order;
    for (let i = from + 1; i < to; i++) {
      const moving = order[i]!;
      let at = i;
      for (; at > from && this.#compare(order[at - 1]!, moving) > 0; at--) order[at] = order[at - 1]!;
      order[at] = moving;
    }
  }

  *#merge(from: number, middle: number, to: number): InChunks<void> {
    const order = this.#order;
    const first = order.slice(from, middle);
    let one = 0;
    let other = middle;
    yield* inChunks(to - from, (start, end) => {
      for (let at = from + start; at < from + end; at++) {
        const takesOther =
          one === first.length || (other < to && this.#compare(order[other]!, first[one]!) < 0);
        order[at] = takesOther ? order[other++]! : first[one++]!;
      }
    });
  }

  /** Compares by units, prefixes first. Equal texts stay in draft order. */
  #compare(one: number, other: number): number {
    const { texts, textFrom } = this.#table;
    const units = texts.values;
    let at = textFrom.values[one]!;
    let others = textFrom.values[other]!;
    const oneEnd = textFrom.values[one + 1]!;
    const otherEnd = textFrom.values[other + 1]!;
    for (; at < oneEnd && others < otherEnd; at++, others++) {
      const difference = units[at]! - units[others]!;
      if (difference !== 0) return difference;
    }
    return oneEnd - at - (otherEnd - others) || one - other;
  }
}
