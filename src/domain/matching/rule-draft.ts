import { withAuthorIds } from "../query/authors";
import { type Expression, hasField } from "../query/expression";
import { parseExpression } from "../query/parse";
import { prefilterTermsFor } from "../query/prefilter-terms";
import { needsMore, wantedBits } from "./found";
import { Growing } from "./growing";
import { Reading } from "./reading";
import type { MatchRule } from "./rule";
import { writeExpression } from "./rule-expressions";
import { KeyDraft, getKey } from "./rule-keys";
import { none, TermTable } from "./term-table";

export const everywhere = 0;
const reading = new Reading();

type DraftedRule = Omit<MatchRule, "watchId" | "revision">;

/** Rules before compilation, as numbers in flat arrays. A rule's number is its position. */
export class RuleDraft {
  readonly terms = new TermTable();
  readonly needs: Growing<Uint8Array>;
  readonly sinceSeconds: Growing<Uint32Array>;
  readonly pairRules: Growing<Int32Array>;
  readonly pairPlaces: Growing<Int32Array>;
  readonly pairTerms: Growing<Int32Array>;
  /** Rules that can't be found by a term. */
  readonly keys = new KeyDraft();
  readonly expressionRules = new Growing((length) => new Int32Array(length));
  readonly expressionFrom = new Growing((length) => new Int32Array(length));
  readonly expressions = new Growing((length) => new Uint8Array(length));
  readonly places = new Map<string, number>([["all", everywhere]]);

  constructor(expected = 64) {
    this.needs = new Growing((length) => new Uint8Array(length), expected);
    this.sinceSeconds = new Growing((length) => new Uint32Array(length), expected);
    this.pairRules = new Growing((length) => new Int32Array(length), 2 * expected);
    this.pairPlaces = new Growing((length) => new Int32Array(length), 2 * expected);
    this.pairTerms = new Growing((length) => new Int32Array(length), 2 * expected);
  }

  get length(): number {
    return this.needs.length;
  }

  add(rule: DraftedRule): void {
    const expression = rule.expression === null ? null : parseExpression(rule.expression).expression;
    this.needs.push(
      expression === null
        ? this.#addKeyword(rule)
        : this.#addExpression(rule, withAuthorIds(expression, rule.authors)),
    );
    this.sinceSeconds.push(Math.max(0, wholeSeconds(rule.activeSince)));
  }

  #addKeyword(rule: DraftedRule): number {
    const needs = wantedBits(rule);
    const term = this.#term(rule.keyword, rule, needs);
    if (term !== none) this.#pair(this.#getPlaces(rule.places), term);
    return needs;
  }

  /** Indexes an expression by its prefilter terms, or by its places if there are none. */
  #addExpression(rule: DraftedRule, expression: Expression): number {
    const wanted = wantedBits(rule);
    if (wanted === 0) return 0;
    this.expressionRules.push(this.length);
    this.expressionFrom.push(this.expressions.length);
    writeExpression(this.expressions, expression, rule);
    if (hasField(expression, "thread")) this.keys.requireThreads();
    const anywhere = wantedBits({ ...rule, wholeWordOnly: false });
    const places = this.#getPlaces(rule.places);
    const terms = new Set<number>();
    for (const requiredTerm of prefilterTermsFor(expression) ?? [null]) {
      const key = requiredTerm === null ? { kind: "place" as const, value: "" } : getKey(requiredTerm);
      if (key !== null) for (const place of places) this.keys.add(key.kind, key.value, place, this.length);
      if (requiredTerm?.type !== "term") continue;
      const { text, isPrefix } = requiredTerm.term;
      terms.add(this.#term(text, rule, isPrefix ? anywhere : wanted));
    }
    for (const term of terms) if (term !== none) this.#pair(places, term);
    return wanted | anywhere | needsMore;
  }

  #term(text: string, { caseSensitive }: DraftedRule, wanted: number): number {
    if (wanted === 0) return none;
    reading.read(text);
    return this.terms.add(reading, caseSensitive, wanted);
  }

  #pair(places: readonly number[], term: number): void {
    for (const place of places) {
      this.pairRules.push(this.length);
      this.pairPlaces.push(place);
      this.pairTerms.push(term);
    }
  }

  /** Removes duplicates. "all" replaces all other places, so an item reaches a rule only once. */
  #getPlaces(names: readonly string[]): number[] {
    const places = [...new Set(names.map((name) => this.#getNumber(name.toLowerCase())))];
    return places.includes(everywhere) ? [everywhere] : places;
  }

  #getNumber(name: string): number {
    let number = this.places.get(name);
    if (number === undefined) this.places.set(name, (number = this.places.size));
    return number;
  }
}

export function wholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
