import { type Trie, buildTrie } from "./trie";

/** In a transition word: the state that is reached ends at least one keyword. Words are signed, so this is "below 0". */
const ends = 1 << 31;
const stateMask = 0x7fffffff;
/** No keyword, no state. */
export const none = -1;

const denseStates = 4096;
const denseWords = 1 << 21;

/**
 * An Aho-Corasick automaton over folded UTF-16 units, in flat arrays. States are numbered breadth first, so the
 * children of state s are the states from `nodes[2s]` to before `nodes[2s + 2]`, in the order of their labels;
 * `nodes[2s + 1]` is the fail link, as a transition word. `nodes[2s]` carries the flag `ends` of s itself.
 */
export interface Automaton {
  /** Of each unit its class in the alphabet; 0 where no keyword has it. */
  classes: Uint16Array;
  classCount: number;
  nodes: Int32Array;
  labels: Uint16Array;
  /** Full rows of transition words for the states below `denseCount`. */
  dense: Int32Array;
  denseCount: number;
  /** Of each state the longest keyword that, but for its tail, ends there, or `none`. */
  keywordAt: Int32Array;
  /** Of each keyword the next shorter one that, but for their tails, ends where it ends, or `none`. */
  shorter: Int32Array;
  /** Of each keyword how much of it the automaton has read when it reports it; the rest is its tail. */
  depths: Int32Array;
}

/** Compiles distinct, non-empty folded keywords; a keyword's number is its place in the list. */
export function buildAutomaton(keywords: readonly string[]): Automaton {
  const { classes, classCount } = classify(keywords);
  const trie = buildTrie(keywords, classes, classCount);
  const denseCount = Math.max(1, Math.min(trie.stateCount, denseStates, Math.floor(denseWords / classCount)));
  const automaton: Automaton = {
    classes,
    classCount,
    nodes: new Int32Array(2 * trie.stateCount + 2),
    labels: trie.labels,
    dense: new Int32Array(denseCount * classCount),
    denseCount,
    keywordAt: trie.keywordAt,
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
  const { nodes, labels, dense, denseCount, classCount, keywordAt, shorter } = automaton;
  const { first, stateCount } = trie;
  for (let state = 0; state < stateCount; state++) {
    const from = first[state]!;
    const to = first[state + 1]!;
    const fail = nodes[2 * state + 1]! & stateMask;
    nodes[2 * state] = from | (keywordAt[state] === none ? 0 : ends);
    for (let child = from; child < to; child++) {
      const word = state === 0 ? 0 : failOf(automaton, first, fail, labels[child]!);
      nodes[2 * child + 1] = word;
      const longestBehind = keywordAt[word & stateMask]!;
      if (keywordAt[child] === none) keywordAt[child] = longestBehind;
      else shorter[keywordAt[child]!] = longestBehind;
    }
    if (state >= denseCount) continue;
    if (state > 0) dense.copyWithin(state * classCount, fail * classCount, (fail + 1) * classCount);
    for (let child = from; child < to; child++) {
      dense[state * classCount + labels[child]!] = child | (keywordAt[child] === none ? 0 : ends);
    }
  }
  nodes[2 * stateCount] = stateCount;
}

/** The transition word from `state` by `label`, while only less deep states are linked. */
function failOf(automaton: Automaton, first: Int32Array, state: number, label: number): number {
  const { nodes, labels, dense, denseCount, classCount, keywordAt } = automaton;
  for (let at = state; ; at = nodes[2 * at + 1]! & stateMask) {
    if (at < denseCount) return dense[at * classCount + label]!;
    const child = findChild(labels, first[at]!, first[at + 1]!, label);
    if (child !== none) return child | (keywordAt[child] === none ? 0 : ends);
  }
}

/** The child with this label among the states from `from` to before `to`, or `none`. */
function findChild(labels: Uint16Array, from: number, to: number, label: number): number {
  let low = from;
  let high = to;
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
  const { classes, classCount, nodes, labels, dense, denseCount, keywordAt } = automaton;
  let state = 0;
  for (let i = 0; i < length; i++) {
    const label = classes[units[i]!]!;
    let word = 0;
    while (label !== 0) {
      if (state < denseCount) {
        word = dense[state * classCount + label]!;
        break;
      }
      const child = findChild(
        labels,
        nodes[2 * state]! & stateMask,
        nodes[2 * state + 2]! & stateMask,
        label,
      );
      if (child !== none) {
        word = child | (nodes[2 * child]! & ends);
        break;
      }
      state = nodes[2 * state + 1]! & stateMask;
    }
    state = word & stateMask;
    if (word < 0) visit(keywordAt[state]!, i + 1);
  }
}
