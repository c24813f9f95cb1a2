import { hasOwnTitle, type Item } from "../item";
import type { TextField } from "../query/expression";
import { ItemTexts } from "../query/queried-item";
import { ItemMarks } from "./item-marks";
import { type Layer, layerOf } from "./layer";
import { Reading } from "./reading";
import type { Match, MatchRule } from "./rule";

/** The newest changes are compiled anew with each further one, so they stay few: this takes some milliseconds. */
export const mostRecent = 1_000;

/**
 * Which rules fit an item. Rules are compiled in layers: what was there at first, then what changed since, the newest
 * changes in a small layer that is made anew each time. A changed or removed rule is struck out of the layers below.
 */
export class Matcher {
  /** Kept until an item is done with: an expression goes on asking them. */
  readonly #readings = { title: new Reading(), body: new Reading() };
  readonly #marks = new ItemMarks();
  readonly #layers: Layer[];
  #recent = new Map<string, MatchRule>();
  #recentLayer: Layer | null = null;

  /** Over a layer made beforehand, or over rules: of several for one watch the last one counts. */
  constructor(base: Layer | Iterable<MatchRule>) {
    if ("rules" in base) this.#layers = [base];
    else {
      const rules = [...new Map(Array.from(base, (rule) => [rule.watchId, rule])).values()];
      this.#layers = rules.length > 0 ? [layerOf(rules)] : [];
    }
  }

  /** How many rules count. */
  get size(): number {
    return this.#all().reduce((sum, layer) => sum + layer.rules.size, 0);
  }

  /** How many layers there are; each costs every item a little. */
  get depth(): number {
    return this.#all().length;
  }

  /** The revision in which a watch counts, or -1 where it does not. */
  revisionOf(watchId: string): number {
    for (const { find, rules, at } of this.#all()) {
      const rule = find(watchId);
      if (rule >= 0 && rules.isIn(rule)) return at(rule).revision;
    }
    return -1;
  }

  /** Takes out the removed watches and puts in the changed or new ones; a watch in both is in. */
  update(changed: Iterable<MatchRule>, removed: Iterable<string>): void {
    let isChanged = false;
    for (const watchId of removed) isChanged = this.#remove(watchId) || isChanged;
    for (const rule of changed) {
      this.#remove(rule.watchId);
      this.#recent.set(rule.watchId, rule);
      isChanged = true;
      if (this.#recent.size >= mostRecent) this.#close();
    }
    if (isChanged) this.#recentLayer = this.#recent.size > 0 ? layerOf([...this.#recent.values()]) : null;
  }

  /**
   * The rules that fit: keyword or expression, place, kind and filters, and the item not older than the rule, in whole seconds.
   * Each watch at most once, in no particular order.
   */
  match(item: Item): Match[] {
    const layers = this.#all();
    if (layers.length === 0) return [];
    const place = item.place.toLowerCase();
    for (const { rules } of layers) rules.begin(place);
    if (hasOwnTitle(item)) this.#scan(layers, item.kind, "title", item.title);
    this.#scan(layers, item.kind, "body", item.body);
    const matches: Match[] = [];
    this.#marks.begin(new ItemTexts(item, this.#readings));
    for (const { rules, at } of layers) rules.collect(item, this.#marks, (rule) => matches.push(at(rule)));
    return matches;
  }

  #scan(layers: readonly Layer[], kind: Item["kind"], field: TextField, text: string): void {
    const reading = this.#readings[field];
    reading.read(text, field === "body");
    if (reading.length > 0) for (const { rules } of layers) rules.scan(reading, field, kind);
  }

  /** True when the watch was among the newest changes. */
  #remove(watchId: string): boolean {
    for (const { find, rules } of this.#layers) {
      const rule = find(watchId);
      if (rule >= 0) rules.remove(rule);
    }
    return this.#recent.delete(watchId);
  }

  /** What has been changed so far stays compiled as it is. */
  #close(): void {
    this.#layers.push(layerOf([...this.#recent.values()]));
    this.#recent = new Map();
    this.#recentLayer = null;
  }

  #all(): readonly Layer[] {
    return this.#recentLayer === null ? this.#layers : [...this.#layers, this.#recentLayer];
  }
}
