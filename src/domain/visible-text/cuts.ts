/** What happens to a unit of the source, as bits. `typed`: part of a short span of markup. */
const Mark = { dropped: 1, space: 2, moved: 4, typed: 8 } as const;
/** Markup longer than this is kept as typed only at both of its ends. */
const maxTyped = 40;
/** Units that look-ahead may visit, per unit of the source and besides. */
const budget = { perUnit: 8, besides: 2_000 };

let buffer = new Uint8Array(4_096);

/**
 * Which units of a Markdown source a reader does not see where they are. Only one can be in use at a time, because all share
 * one buffer.
 */
export class Cuts {
  readonly source: string;
  /** Ranges of the source that are texts of their own, two numbers each. */
  readonly apart: number[] = [];
  /** Units that were looked at ahead of the scan. */
  steps = 0;
  readonly #marks: Uint8Array;
  readonly #next = new Map<string, number>();

  constructor(source: string) {
    this.source = source;
    if (buffer.length < source.length) buffer = new Uint8Array(source.length * 2);
    this.#marks = buffer.subarray(0, source.length).fill(0);
  }

  /** Hides markup. */
  drop(from: number, to: number): void {
    for (let at = from; at < to; at++) this.#marks[at]! |= Mark.dropped;
  }

  /** Makes a range a text of its own, such as a link's target. */
  move(from: number, to: number): void {
    if (from >= to) return;
    this.apart.push(from, to);
    for (let at = from; at < to; at++) this.#marks[at]! |= Mark.moved;
  }

  /** Hides a tag, which is a text of its own as well, with a space in its place if it separates words. */
  dropTag(from: number, to: number, isSpace: boolean): void {
    this.apart.push(from, to);
    this.drop(from, to);
    if (isSpace) this.#marks[from]! |= Mark.space;
  }

  /** Keeps a span of markup, from its first sign to behind its last, as it was typed. */
  keepTyped(from: number, to: number): void {
    if (to - from > maxTyped) return;
    for (let at = from; at < to; at++) this.#marks[at]! |= Mark.typed;
  }

  /** Allows a look-ahead over so many more units. False once the source has cost too much: its markup is text from then on. */
  spend(units: number): boolean {
    if (this.steps > budget.besides + budget.perUnit * this.source.length) return false;
    this.steps += units;
    return true;
  }

  /** Where this is next at or behind a place; Infinity if nowhere. Cheap if the places that are asked about ascend. */
  next(sought: string, from: number): number {
    const known = this.#next.get(sought) ?? -1;
    if (known >= from) return known;
    const found = this.source.indexOf(sought, from);
    const next = found < 0 ? Infinity : found;
    this.steps += Math.min(next, this.source.length) - from;
    this.#next.set(sought, next);
    return next;
  }

  /** Calls `visit` with each range that is seen, and with an empty range for each space in place of something else. */
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

  /** Calls `visit` with each run of the source, up to white space, that has dropped signs in it. */
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
