import type { Item } from "../item";
import { Reading } from "./reading";
import type { MatchRule } from "./rule";
import { RuleSet } from "./rule-set";

/** Changes are compiled anew each time, so they stay few; past either share of the whole everything is. */
const mostChanged = 2_000;
const mostChangedShare = 0.01;
const mostRemovedShare = 0.25;

/**
 * Which rules fit an item. The rules are compiled once; what changes afterwards is kept beside them in a small set of
 * its own, the old versions being struck out, until there is enough of it to compile everything again.
 */
export class Matcher {
  readonly #reading = new Reading();
  /** Every rule that counts, by watch. */
  readonly #rules = new Map<string, MatchRule>();
  #main = new RuleSet([]);
  /** Of each watch its place in the main set; without those that were struck out. */
  #mainIndex = new Map<string, number>();
  #changed = new Map<string, MatchRule>();
  #changedSet = new RuleSet([]);

  /** Of several rules for one watch the last one counts. */
  constructor(rules: Iterable<MatchRule>) {
    for (const rule of rules) this.#rules.set(rule.watchId, rule);
    this.#compile();
  }

  /** How many rules count. */
  get size(): number {
    return this.#rules.size;
  }

  /** Takes out the removed watches and puts in the changed or new ones; a watch in both is in. */
  update(changed: Iterable<MatchRule>, removed: Iterable<string>): void {
    let isChanged = false;
    for (const watchId of removed) {
      this.#strike(watchId);
      this.#rules.delete(watchId);
      isChanged = this.#changed.delete(watchId) || isChanged;
    }
    for (const rule of changed) {
      this.#strike(rule.watchId);
      this.#rules.set(rule.watchId, rule);
      this.#changed.set(rule.watchId, rule);
      isChanged = true;
    }
    const struck = this.#main.length - this.#mainIndex.size;
    const isTooMuch =
      this.#changed.size > Math.max(mostChanged, this.#main.length * mostChangedShare) ||
      struck > Math.max(mostChanged, this.#main.length * mostRemovedShare);
    if (isTooMuch) this.#compile();
    else if (isChanged) this.#changedSet = new RuleSet([...this.#changed.values()]);
  }

  /**
   * The rules that fit: keyword, subreddit, kind and filters, and the item not older than the rule, in whole seconds.
   * Each watch at most once, in no particular order.
   */
  match(item: Item): MatchRule[] {
    const matches: MatchRule[] = [];
    if (item.kind === "post") this.#scan(item.title, "title", item.kind);
    this.#scan(item.body, "body", item.kind);
    this.#main.collect(item, matches);
    this.#changedSet.collect(item, matches);
    return matches;
  }

  #scan(text: string, field: "title" | "body", kind: Item["kind"]): void {
    if (text === "" || this.#rules.size === 0) return;
    this.#reading.read(text);
    this.#main.scan(this.#reading, field, kind);
    if (this.#changed.size > 0) this.#changedSet.scan(this.#reading, field, kind);
  }

  #strike(watchId: string): void {
    const index = this.#mainIndex.get(watchId);
    if (index === undefined) return;
    this.#main.remove(index);
    this.#mainIndex.delete(watchId);
  }

  #compile(): void {
    const rules = [...this.#rules.values()];
    this.#main = new RuleSet(rules);
    this.#mainIndex = new Map(rules.map((rule, index) => [rule.watchId, index]));
    this.#changed = new Map();
    this.#changedSet = new RuleSet([]);
  }
}
