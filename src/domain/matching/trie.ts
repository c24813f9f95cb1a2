/**
 * Keywords as a tree. The children of state s are the states from `first[s]`, `counts[s]` of them. The states below
 * `broad` are numbered breadth first, the rest depth first, so that a walk down the tree stays where it is in memory.
 * A branch that leads to one keyword only is cut after `beyond` more states: what is left of that keyword is its tail.
 */
export interface Trie {
  stateCount: number;
  first: Int32Array;
  counts: Uint16Array;
  /** Of each state the class that leads to it; ascending among the children of one state. */
  labels: Uint16Array;
  /** Of each state the keyword that ends there but for its tail, or -1. */
  keywordAt: Int32Array;
  /** All states, those that are less deep first. */
  byDepth: Int32Array;
  /** Of each keyword how much of it the tree holds, in units. */
  depths: Int32Array;
}

/** So that few texts which are not going to show the keyword come as far as its tail. */
const beyond = 2;

/** Keywords as rows of classes, one behind the other, and the order in which they are being sorted. */
interface Rows {
  classes: Uint16Array;
  offsets: Int32Array;
  order: Int32Array;
}

/** Compiles distinct, non-empty keywords; of each unit in them `classes` has its class, above 0. */
export function buildTrie(
  keywords: readonly string[],
  classes: Uint16Array,
  classCount: number,
  broad: number,
): Trie {
  const rows = layOut(keywords, classes);
  const builder = new TrieBuilder(rows, classCount);
  let next = 0;
  while (next < builder.stateCount && builder.stateCount < broad) builder.expand(next++);
  const waiting: number[] = [];
  for (let at = builder.stateCount - 1; at >= next; at--) waiting.push(at);
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    const before = builder.stateCount;
    builder.expand(state);
    for (let child = builder.stateCount - 1; child >= before; child--) waiting.push(child);
  }
  return builder.finish();
}

/**
 * Each state is a range of keywords that share what leads to it; sorting the range by its next class gives the
 * children. So the keywords are sorted as far as they differ, and no further.
 */
class TrieBuilder {
  stateCount = 1;
  readonly #rows: Rows;
  readonly #sort: (from: number, to: number, depth: number) => void;
  readonly #keywordDepths: Int32Array;
  readonly #first: Int32Array;
  readonly #counts: Uint16Array;
  readonly #labels: Uint16Array;
  readonly #keywordAt: Int32Array;
  readonly #low: Int32Array;
  readonly #high: Int32Array;
  readonly #depth: Int32Array;
  /** How many states may follow before the branch is cut. */
  readonly #spare: Uint8Array;

  constructor(rows: Rows, classCount: number) {
    const most = rows.classes.length + 1;
    this.#rows = rows;
    this.#sort = rangeSorter(rows, classCount);
    this.#keywordDepths = new Int32Array(rows.order.length);
    this.#first = new Int32Array(most);
    this.#counts = new Uint16Array(most);
    this.#labels = new Uint16Array(most);
    this.#keywordAt = new Int32Array(most).fill(-1);
    this.#low = new Int32Array(most);
    this.#high = new Int32Array(most).fill(rows.order.length, 0, 1);
    this.#depth = new Int32Array(most);
    this.#spare = new Uint8Array(most).fill(beyond + 1, 0, 1);
  }

  /** Makes the children of a state. */
  expand(state: number): void {
    const { order } = this.#rows;
    const depth = this.#depth[state]!;
    const end = this.#high[state]!;
    let at = this.#low[state]!;
    this.#first[state] = this.stateCount;
    if (this.#spare[state] === 0) return this.#end(state, order[at]!, depth);
    this.#sort(at, end, depth);
    if (at < end && classAt(this.#rows, order[at]!, depth) === 0) this.#end(state, order[at++]!, depth);
    while (at < end) {
      const label = classAt(this.#rows, order[at]!, depth);
      const from = at++;
      while (at < end && classAt(this.#rows, order[at]!, depth) === label) at++;
      this.#addChild(state, label, from, at);
    }
  }

  finish(): Trie {
    return {
      stateCount: this.stateCount,
      first: this.#first,
      counts: this.#counts,
      labels: this.#labels.slice(0, this.stateCount),
      keywordAt: this.#keywordAt,
      byDepth: this.#byDepth(),
      depths: this.#keywordDepths,
    };
  }

  #addChild(parent: number, label: number, from: number, to: number): void {
    const child = this.stateCount++;
    this.#counts[parent]!++;
    this.#labels[child] = label;
    this.#low[child] = from;
    this.#high[child] = to;
    this.#depth[child] = this.#depth[parent]! + 1;
    this.#spare[child] = this.#spare[parent]! - (to - from === 1 ? 1 : 0);
  }

  #end(state: number, keyword: number, depth: number): void {
    this.#keywordAt[state] = keyword;
    this.#keywordDepths[keyword] = depth;
  }

  #byDepth(): Int32Array {
    const depth = this.#depth.subarray(0, this.stateCount);
    const starts = new Int32Array(depth.reduce((most, one) => Math.max(most, one), 0) + 2);
    for (const one of depth) starts[one + 1]!++;
    for (let at = 1; at < starts.length; at++) starts[at]! += starts[at - 1]!;
    const sorted = new Int32Array(this.stateCount);
    depth.forEach((one, state) => (sorted[starts[one]!++] = state));
    return sorted;
  }
}

function layOut(keywords: readonly string[], classes: Uint16Array): Rows {
  let size = 0;
  for (const keyword of keywords) size += keyword.length;
  const rows: Rows = {
    classes: new Uint16Array(size),
    offsets: new Int32Array(keywords.length + 1),
    order: new Int32Array(keywords.length),
  };
  let at = 0;
  keywords.forEach((keyword, index) => {
    rows.order[index] = index;
    for (let i = 0; i < keyword.length; i++) rows.classes[at++] = classes[keyword.charCodeAt(i)]!;
    rows.offsets[index + 1] = at;
  });
  return rows;
}

/** The keyword's class at this depth; 0, which sorts first, where it is over. */
function classAt(rows: Rows, keyword: number, depth: number): number {
  const at = rows.offsets[keyword]! + depth;
  return at < rows.offsets[keyword + 1]! ? rows.classes[at]! : 0;
}

/** Sorts a range of `order` by the class at a depth: by insertion when short, else by counting. */
function rangeSorter(rows: Rows, classCount: number): (from: number, to: number, depth: number) => void {
  const { order } = rows;
  const counts = new Int32Array(classCount + 1);
  const sorted = new Int32Array(order.length);
  const insert = (from: number, to: number, depth: number): void => {
    for (let i = from + 1; i < to; i++) {
      const moving = order[i]!;
      const label = classAt(rows, moving, depth);
      let at = i;
      for (; at > from && classAt(rows, order[at - 1]!, depth) > label; at--) order[at] = order[at - 1]!;
      order[at] = moving;
    }
  };
  return (from, to, depth) => {
    // Counting costs a walk over the alphabet, so it has to be worth that.
    if (to - from <= 32) return insert(from, to, depth);
    if (classCount > 8 * (to - from)) {
      order.subarray(from, to).sort((a, b) => classAt(rows, a, depth) - classAt(rows, b, depth));
      return;
    }
    counts.fill(0);
    for (let i = from; i < to; i++) counts[classAt(rows, order[i]!, depth) + 1]!++;
    for (let label = 1; label <= classCount; label++) counts[label]! += counts[label - 1]!;
    for (let i = from; i < to; i++) sorted[counts[classAt(rows, order[i]!, depth)]!++] = order[i]!;
    order.set(sorted.subarray(0, to - from), from);
  };
}
