/** States of a source unit, as bits. `typed`: part of a short span of markup. */
const Mark = { dropped: 1, space: 2, moved: 4, typed: 8 } as const;
/** For longer markup, only the words at both ends are repeated as typed. */
const maxTyped = 40;
/** Limit for units visited by look-ahead: per source unit, plus a constant. */
const budget = { perUnit: 8, besides: 2_000 };

let buffer = new Uint8Array(4_096);

/** The hidden units of a source. All instances share one buffer: only one can be in use at a time. */
export class Cuts {
  readonly source: string;
  /** Ranges of the source that are matched as separate texts, two numbers each. */
  readonly apart: number[] = [];
  steps = 0;
  readonly #marks: Uint8Array;
  readonly #next = new Map<string, number>();

  constructor(source: string) {
    this.source = source;
    if (buffer.length < source.length) buffer = new Uint8Array(source.length * 2);
    this.#marks = buffer.subarray(0, source.length).fill(0);
  }

  drop(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#marks[at]! |= Mark.dropped;
  }

  move(from: number, to: number): void {
    if (from >= to) return;
    this.apart.push(from, to);
    for (let at = from; at < to; at++) this.#marks[at]! |= Mark.moved;
  }

  /** Hides a tag, which is also matched as a separate text. Leaves a space if it separates words. */
  dropTag(from: number, to: number, isSpace: boolean): void {
    this.apart.push(from, to);
    this.drop(from, to);
    if (isSpace) this.#marks[from]! |= Mark.space;
  }

  /** Marks a span of markup, including its signs, to be repeated as typed. */
  preserveTyped(from: number, to: number): void {
    if (to - from > maxTyped) return;
    for (let at = from; at < to; at++) this.#marks[at]! |= Mark.typed;
  }

  /** Counts look-ahead units. Returns false at the limit; remaining markup is then treated as text. */
  spend(units: number): boolean {
    if (this.steps > budget.besides + budget.perUnit * this.source.length) return false;
    this.steps += units;
    return true;
  }

  /** Returns the next position or Infinity. Cached, so ascending calls cost linear time. */
  next(criteria: string, from: number): number {
    const known = this.#next.get(criteria) ?? -1;
    if (known >= from) return known;
    const found = this.source.indexOf(criteria, from);
    const next = found < 0 ? Infinity : found;
    this.steps += Math.min(next, this.source.length) - from;
    this.#next.set(criteria, next);
    return next;
  }

  /** Calls `visit` with each visible range, and with an empty range for each space that replaces a tag. */
  eachSeen(visit: (from: number, to: number) => void): void {
    const marks = this.#marks;
    for (let at = 0; at < marks.length;) {
      const isSeen = (marks[at]! & (Mark.dropped | Mark.moved)) === 0;
      let end = at + 1;
      if (isSeen) while (end < marks.length && (marks[end]! & (Mark.dropped | Mark.moved)) === 0) end++;
      if (isSeen) visit(at, end);
      else if ((marks[at]! & Mark.space) !== 0) visit(at, at);
      at = end;
    }
  }

  /** Calls `visit` with each word, or short span of markup, that contains hidden signs. */
  eachTyped(visit: (from: number, to: number) => void): void {
    const marks = this.#marks;
    for (let at = 0; at < marks.length; at++) {
      const from = at;
      let signs = 0;
      for (; at < marks.length && this.#isInRun(at); at++) signs |= marks[at]! & Mark.dropped;
      if (signs !== 0) visit(from, at);
    }
  }

  #isInRun(at: number): boolean {
    const mark = this.#marks[at]!;
    if ((mark & Mark.moved) !== 0) return false;
    return (mark & Mark.typed) !== 0 || this.source.charCodeAt(at) > 0x20;
  }
}
