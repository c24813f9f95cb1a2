import { wantedBits } from "./found";
import { Growing } from "./growing";
import { Reading } from "./reading";
import type { MatchRule } from "./rule";
import { none, TermTable } from "./term-table";

export const everywhere = 0;
const reading = new Reading();

/** What is known of rules before they are compiled: numbers in flat arrays, a rule's number being its place in the order. */
export class RuleDraft {
  readonly terms = new TermTable();
  readonly termOf: Growing<Int32Array>;
  readonly needs: Growing<Uint8Array>;
  readonly sinceSeconds: Growing<Uint32Array>;
  /** Where a rule is watched: pairs of a rule and a place's number. */
  readonly pairRules: Growing<Int32Array>;
  readonly pairPlaces: Growing<Int32Array>;
  readonly places = new Map<string, number>([["all", everywhere]]);

  constructor(expected = 64) {
    this.termOf = new Growing((length) => new Int32Array(length), expected);
    this.needs = new Growing((length) => new Uint8Array(length), expected);
    this.sinceSeconds = new Growing((length) => new Uint32Array(length), expected);
    this.pairRules = new Growing((length) => new Int32Array(length), 2 * expected);
    this.pairPlaces = new Growing((length) => new Int32Array(length), 2 * expected);
  }

  get length(): number {
    return this.needs.length;
  }

  add(rule: Omit<MatchRule, "watchId" | "revision">): void {
    const needs = wantedBits(rule);
    reading.read(rule.keyword);
    const term = needs === 0 ? none : this.terms.add(reading, rule.caseSensitive, needs);
    if (term !== none) this.#place(this.length, rule.places);
    this.termOf.push(term);
    this.needs.push(needs);
    this.sinceSeconds.push(Math.max(0, wholeSeconds(rule.activeSince)));
  }

  /** Each place once; 'all' swallows the rest, so that no item reaches a rule twice. */
  #place(rule: number, names: readonly string[]): void {
    const before = this.pairRules.length;
    for (const name of names) {
      const place = this.#numberOf(name.toLowerCase());
      if (place === everywhere) this.pairRules.length = this.pairPlaces.length = before;
      if (this.pairPlaces.values.subarray(before, this.pairRules.length).includes(place)) continue;
      this.pairRules.push(rule);
      this.pairPlaces.push(place);
      if (place === everywhere) return;
    }
  }

  #numberOf(name: string): number {
    let number = this.places.get(name);
    if (number === undefined) this.places.set(name, (number = this.places.size));
    return number;
  }
}

/** Times are compared in whole seconds. */
export function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
