import type { MatchRule } from "./rule";

const everywhere = 0;

/**
 * From an entry of the keyword table to the rules that wait for it, by subreddit: each entry has groups, ordered by
 * subreddit number, and each group its rules. Number 0 is 'all'. An item meets at most two groups of an entry, however
 * many rules wait for the same keyword.
 */
export class Postings {
  readonly #subreddits = new Map<string, number>([["all", everywhere]]);
  readonly #groupsFrom: Int32Array;
  readonly #groupSubreddit: Int32Array;
  readonly #rulesFrom: Int32Array;
  readonly #rules: Int32Array;

  /** `entries` names for each rule its entry, negative where it has none. */
  constructor(rules: readonly MatchRule[], entries: Int32Array, entryCount: number) {
    const pairs: number[] = [];
    rules.forEach((rule, index) => {
      if (entries[index]! < 0) return;
      for (const subreddit of this.#subredditsOf(rule)) pairs.push(subreddit, index);
    });
    const count = pairs.length / 2;
    const bySubreddit = sortBy(
      count,
      this.#subreddits.size,
      Int32Array.from({ length: count }, (_, i) => i),
      (i) => pairs[2 * i]!,
    );
    const sorted = sortBy(count, entryCount, bySubreddit, (i) => entries[pairs[2 * i + 1]!]!);
    this.#rules = sorted.map((i) => pairs[2 * i + 1]!);
    this.#groupsFrom = new Int32Array(entryCount + 1);
    const groupSubreddit: number[] = [];
    const rulesFrom: number[] = [];
    let entry = -1;
    sorted.forEach((pair, at) => {
      const subreddit = pairs[2 * pair]!;
      const isNewEntry = entries[pairs[2 * pair + 1]!]! !== entry;
      if (!isNewEntry && groupSubreddit.at(-1) === subreddit) return;
      for (const next = entries[pairs[2 * pair + 1]!]!; entry < next;)
        this.#groupsFrom[++entry] = rulesFrom.length;
      groupSubreddit.push(subreddit);
      rulesFrom.push(at);
    });
    while (entry < entryCount) this.#groupsFrom[++entry] = rulesFrom.length;
    rulesFrom.push(count);
    this.#groupSubreddit = Int32Array.from(groupSubreddit);
    this.#rulesFrom = Int32Array.from(rulesFrom);
  }

  /** The number of a subreddit by its name in lower case, negative when no rule names it. */
  subreddit(name: string): number {
    return this.#subreddits.get(name) ?? -1;
  }

  /** Calls `visit` with each rule that waits for this entry in this subreddit or in all. */
  each(entry: number, subreddit: number, visit: (rule: number) => void): void {
    const from = this.#groupsFrom[entry]!;
    const to = this.#groupsFrom[entry + 1]!;
    if (from === to) return;
    if (this.#groupSubreddit[from] === everywhere) this.#eachOf(from, visit);
    if (subreddit === everywhere) return;
    const group = this.#find(from, to, subreddit);
    if (group >= 0) this.#eachOf(group, visit);
  }

  #eachOf(group: number, visit: (rule: number) => void): void {
    const to = this.#rulesFrom[group + 1]!;
    for (let at = this.#rulesFrom[group]!; at < to; at++) visit(this.#rules[at]!);
  }

  #find(from: number, to: number, subreddit: number): number {
    let low = from;
    let high = to;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.#groupSubreddit[middle]!;
      if (found === subreddit) return middle;
      if (found < subreddit) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** Each subreddit once; 'all' swallows the rest, so that no item reaches a rule twice. */
  #subredditsOf(rule: MatchRule): Iterable<number> {
    const numbers = rule.subreddits.map((name) => this.#numberOf(name.toLowerCase()));
    if (numbers.includes(everywhere)) return [everywhere];
    return numbers.length > 1 ? new Set(numbers) : numbers;
  }

  #numberOf(name: string): number {
    let number = this.#subreddits.get(name);
    if (number === undefined) this.#subreddits.set(name, (number = this.#subreddits.size));
    return number;
  }
}

/** `items` in the order of their keys, equal keys left as they are. */
function sortBy(
  count: number,
  keyCount: number,
  items: Int32Array,
  key: (item: number) => number,
): Int32Array {
  const starts = new Int32Array(keyCount + 1);
  for (const item of items) starts[key(item) + 1]!++;
  for (let at = 1; at <= keyCount; at++) starts[at]! += starts[at - 1]!;
  const sorted = new Int32Array(count);
  for (const item of items) sorted[starts[key(item)]!++] = item;
  return sorted;
}
