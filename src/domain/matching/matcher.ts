import { hasOwnTitle, type Item } from "../reading/item";
import type { TextField } from "../query/expression";
import { ItemTexts } from "../query/queried-item";
import { ItemMarks } from "./item-marks";
import { type Layer, getLayer } from "./layer";
import { Reading } from "./reading";
import type { Match, MatchRule } from "./rule";

/** Maximum size of the layer with the latest changes. Each change recompiles it, which takes some ms. */
export const maxRecent = 1_000;

/** Finds the rules that match an item: initial rules, later changes, and a small layer of the latest. */
export class Matcher {
  /** Must not be reused until an item is done because expressions still use them. */
  readonly #readings = { title: new Reading(), body: new Reading() };
  readonly #marks = new ItemMarks();
  readonly #layers: Layer[];
  #recent = new Map<string, MatchRule>();
  #recentLayer: Layer | null = null;

  /** Takes a compiled layer, or rules. If a watch has several rules, the last one wins. */
  constructor(base: Layer | Iterable<MatchRule>) {
    if ("rules" in base) this.#layers = [base];
    else {
      const rules = [...new Map(Array.from(base, (rule) => [rule.watchId, rule])).values()];
      this.#layers = rules.length > 0 ? [getLayer(rules)] : [];
    }
  }

  get size(): number {
    return this.#all().reduce((sum, layer) => sum + layer.rules.size, 0);
  }

  /** Number of layers. Each adds a small cost to every item. */
  get depth(): number {
    return this.#all().length;
  }

  get hasThreads(): boolean {
    return this.#all().some(({ rules }) => rules.hasThreads);
  }

  /** The active revision of a watch, or -1 if it is inactive. */
  revisionOf(watchId: string): number {
    for (const { find, rules, at } of this.#all()) {
      const rule = find(watchId);
      if (rule >= 0 && rules.isIn(rule)) return at(rule).revision;
    }
    return -1;
  }

  /** Removes and adds watches. A watch in both lists stays active. */
  update(changed: Iterable<MatchRule>, removed: Iterable<string>): void {
    let isChanged = false;
    for (const watchId of removed) isChanged = this.#remove(watchId) || isChanged;
    for (const rule of changed) {
      this.#remove(rule.watchId);
      this.#recent.set(rule.watchId, rule);
      isChanged = true;
      if (this.#recent.size >= maxRecent) this.#close();
    }
    if (isChanged) this.#recentLayer = this.#recent.size > 0 ? getLayer([...this.#recent.values()]) : null;
  }

  /** Returns the matching rules for items not older than the rule: each watch at most once, unordered. */
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

  #remove(watchId: string): boolean {
    for (const { find, rules } of this.#layers) {
      const rule = find(watchId);
      if (rule >= 0) rules.remove(rule);
    }
    return this.#recent.delete(watchId);
  }

  #close(): void {
    this.#layers.push(getLayer([...this.#recent.values()]));
    this.#recent = new Map();
    this.#recentLayer = null;
  }

  #all(): readonly Layer[] {
    return this.#recentLayer === null ? this.#layers : [...this.#layers, this.#recentLayer];
  }
}
