/**
 * Keywords as a tree in breadth-first order: the children of state s are `first[s]` to before `first[s + 1]`. A branch
 * that leads to one keyword only is cut after `beyond` more states: what is left of that keyword is its tail.
 */
export interface Trie {
  stateCount: number;
  first: Int32Array;
  /** Of each state the class that leads to it; ascending among the children of one state. */
  labels: Uint16Array;
  /** Of each state the keyword that ends there but for its tail, or -1. */
  keywordAt: Int32Array;
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

/**
 * Each state is a range of keywords that share what leads to it; sorting the range by its next class gives the
 * children. So the keywords are sorted as far as they differ, and no further.
 */
export function buildTrie(keywords: readonly string[], classes: Uint16Array, classCount: number): Trie {
  const rows = layOut(keywords, classes);
  const most = rows.classes.length + 2;
  const depths = new Int32Array(keywords.length);
  const first = new Int32Array(most);
  const labels = new Uint16Array(most);
  const keywordAt = new Int32Array(most).fill(-1);
  const low = new Int32Array(most);
  const high = new Int32Array(most);
  const spare = new Uint8Array(most).fill(beyond + 1, 0, 1);
  const sort = rangeSorter(rows, classCount);
  high[0] = keywords.length;
  let stateCount = 1;
  for (let level = 0, depth = 0; level < stateCount; depth++) {
    for (const levelEnd = stateCount; level < levelEnd; level++) {
      first[level] = stateCount;
      const end = high[level]!;
      let at = low[level]!;
      if (spare[level] === 0 && depth > 0) {
        keywordAt[level] = rows.order[at]!;
        depths[rows.order[at]!] = depth;
        continue;
      }
      sort(at, end, depth);
      if (at < end && classAt(rows, rows.order[at]!, depth) === 0) {
        keywordAt[level] = rows.order[at]!;
        depths[rows.order[at++]!] = depth;
      }
      while (at < end) {
        const label = classAt(rows, rows.order[at]!, depth);
        low[stateCount] = at++;
        while (at < end && classAt(rows, rows.order[at]!, depth) === label) at++;
        high[stateCount] = at;
        spare[stateCount] = spare[level]! - (at - low[stateCount]! === 1 ? 1 : 0);
        labels[stateCount++] = label;
      }
    }
  }
  first[stateCount] = stateCount;
  return {
    stateCount,
    first: first.slice(0, stateCount + 1),
    labels: labels.slice(0, stateCount),
    keywordAt: keywordAt.slice(0, stateCount),
    depths,
  };
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
