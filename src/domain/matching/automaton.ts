import { buildTrie, type Trie } from "./trie";

/** No keyword, no state. */
export const none = -1;

/** In a dense transition: the state that is reached ends a keyword. Words are signed, so this is "below 0". */
const ends = 1 << 31;
const stateMask = 0x7fffffff;
const denseStates = 8192;
const denseWords = 1 << 21;

/** What is held of a state, side by side so that a step touches one line of the cache. */
const width = 4;
/** Where to go on when no child fits. */
const failWord = 0;
/** The first child; the others follow it, in the order of their labels. */
const firstWord = 1;
/** How many children, above the label of the first one (0 where there is none). */
const childrenWord = 2;
/** The longest keyword that, but for its tail, ends here, or `none`. */
const keywordWord = 3;

/** An Aho-Corasick automaton over folded UTF-16 units, in flat arrays; the states are numbered as the trie has them. */
export interface Automaton {
  /** Of each unit its class in the alphabet; 0 where no keyword has it. */
  classes: Uint16Array;
  classCount: number;
  nodes: Int32Array;
  /** Of each state the class that leads to it. */
  labels: Uint16Array;
  /** Full rows of transitions for the states below `denseCount`. */
  dense: Int32Array;
  denseCount: number;
  /** Of each keyword the next shorter one that, but for their tails, ends where it ends, or `none`. */
  shorter: Int32Array;
  /** Of each keyword how much of it the automaton has read when it reports it; the rest is its tail. */
  depths: Int32Array;
}

/** Compiles distinct, non-empty folded keywords; a keyword's number is its place in the list. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  const { classes, classCount } = classify(keywords);
  const mostDense = Math.max(1, Math.min(denseStates, Math.floor(denseWords / classCount)));
  const trie = buildTrie(keywords, classes, classCount, mostDense);
  const denseCount = Math.min(trie.stateCount, mostDense);
  const automaton: Automaton = {
    classes,
    classCount,
    nodes: new Int32Array(width * trie.stateCount),
    labels: trie.labels,
    dense: new Int32Array(denseCount * classCount),
    denseCount,
    shorter: new Int32Array(keywords.length).fill(none),
    depths: trie.depths,
  };
  link(automaton, trie);
  return automaton;
}

function classify(keywords: readonly string[]): { classes: Uint16Array; classCount: number } {
  const classes = new Uint16Array(65536);
  let classCount = 1;
  for (const keyword of keywords) {
    for (let i = 0; i < keyword.length; i++) {
      const unit = keyword.charCodeAt(i);
      if (classes[unit] === 0) classes[unit] = classCount++;
    }
  }
  return { classes, classCount };
}

/** Fail links, what ends where by them, and the dense rows, each from states that are less deep. */
function link(automaton: Automaton, trie: Trie): void {
  const { nodes, labels, dense, denseCount, classCount, shorter } = automaton;
  const { first, counts, keywordAt, byDepth } = trie;
  nodes[keywordWord] = none;
  for (const state of byDepth) {
    const from = first[state]!;
    const to = from + counts[state]!;
    const fail = nodes[width * state + failWord]!;
    nodes[width * state + firstWord] = from;
    nodes[width * state + childrenWord] = to === from ? 0 : ((to - from) << 16) | labels[from]!;
    for (let child = from; child < to; child++) {
      const fallback = state === 0 ? 0 : step(automaton, fail, labels[child]!);
      const own = keywordAt[child]!;
      const behind = nodes[width * fallback + keywordWord]!;
      nodes[width * child + failWord] = fallback;
      nodes[width * child + keywordWord] = own === none ? behind : own;
      if (own !== none) shorter[own] = behind;
    }
    if (state >= denseCount) continue;
    if (state > 0) dense.copyWithin(state * classCount, fail * classCount, (fail + 1) * classCount);
    for (let child = from; child < to; child++) {
      const isEnd = nodes[width * child + keywordWord] !== none;
      dense[state * classCount + labels[child]!] = child | (isEnd ? ends : 0);
    }
  }
}

/** The state after this label. */
function step(automaton: Automaton, from: number, label: number): number {
  const { nodes, labels, dense, denseCount, classCount } = automaton;
  for (let state = from; ; state = nodes[width * state + failWord]!) {
    if (state < denseCount) return dense[state * classCount + label]! & stateMask;
    const child = findChild(nodes, labels, state, label);
    if (child !== none) return child;
  }
}

function findChild(nodes: Int32Array, labels: Uint16Array, state: number, label: number): number {
  const children = nodes[width * state + childrenWord]!;
  const first = nodes[width * state + firstWord]!;
  if ((children & 0xffff) === label) return first;
  const end = first + (children >>> 16);
  let low = first + 1;
  let high = end;
  while (high - low > 8) {
    const middle = (low + high) >>> 1;
    if (labels[middle]! <= label) low = middle;
    else high = middle;
  }
  for (let child = low; child < high; child++) if (labels[child] === label) return child;
  return none;
}

/**
 * Calls `visit` wherever a keyword, but for its tail, ends in the first `length` units: with the longest one there, and
 * the place behind it.
 */
export function eachEnd(
  automaton: Automaton,
  units: Uint16Array,
  length: number,
  visit: (keyword: number, end: number) => void,
): void {
  const { classes, classCount, nodes, labels, dense, denseCount } = automaton;
  let state = 0;
  for (let i = 0; i < length; i++) {
    const label = classes[units[i]!]!;
    if (label === 0) {
      state = 0;
      continue;
    }
    let child = none;
    while (state >= denseCount && (child = findChild(nodes, labels, state, label)) === none) {
      state = nodes[width * state + failWord]!;
    }
    if (child !== none) {
      state = child;
      const keyword = nodes[width * child + keywordWord]!;
      if (keyword !== none) visit(keyword, i + 1);
      continue;
    }
    const word = dense[state * classCount + label]!;
    state = word & stateMask;
    if (word < 0) visit(nodes[width * state + keywordWord]!, i + 1);
  }
}
