import {
  type Expression,
  type FieldLeaf,
  isLeaf,
  type ItemField,
  type NearLeaf,
  type Negated,
  type Term,
  type TextLeaf,
} from "./expression";
import type { ParsedExpression } from "./parse";
import { printed } from "./printer";

export interface ExpressionReading {
  text: string;
  expression: string;
}

export type SiteNames = ReadonlyMap<string, string>;

/** Returns the interpretation, then the alternative if AND and OR are mixed without parentheses. */
export function getReadings({ expression, other }: ParsedExpression, sites?: SiteNames): ExpressionReading[] {
  const readings = [expression, other].filter((way) => way !== null);
  return readings.map((way) => ({ text: inWords(way, sites), expression: printed(way) }));
}

export function inWords(expression: Expression, sites: SiteNames = new Map()): string {
  return new Wording(sites).whole(expression);
}

const anyOf = new Intl.ListFormat("en-GB", { type: "disjunction" });
const anything = "anything";
/** Words that these sentences use themselves. Search terms equal to one of them are quoted. */
const building = /^(?:and|or|not|without|either|anything|in|on|by|with)$/i;

const fieldWords: Record<ItemField, [is: string, isNot: string]> = {
  author: ["by", "not by"],
  in: ["in", "not in"],
  site: ["on", "not on"],
  flair: ["with the flair", "without the flair"],
  type: ["only if it's a", "unless it's a"],
  link: ["with a link to", "without a link to"],
  is: ["marked", "not marked"],
  thread: ["in the thread", "outside the thread"],
};

class Wording {
  readonly #sites: SiteNames;

  constructor(sites: SiteNames) {
    this.#sites = sites;
  }

  whole(expression: Expression): string {
    if (expression.type !== "or" || this.#alike(expression) !== null) return this.#all(getParts(expression));
    const parts = expression.parts.map((part) => this.whole(part));
    if (parts.some((part) => part.includes(","))) return parts.join("; or ");
    return parts.some((part) => part.includes(" ")) && !expression.parts.every(isTerm)
      ? parts.join(", or ")
      : anyOf.format(parts);
  }

  #all(parts: readonly Expression[]): string {
    const there: string[] = [];
    const choices: string[] = [];
    const absent: string[] = [];
    const rest: string[] = [];
    for (const part of parts) {
      const [inside, isNegated] = part.type === "not" ? [part.part, true] : [part, false];
      const fields = this.#alike(inside);
      if (fields !== null) rest.push(this.#fields(fields, isNegated));
      else if (isNegated) absent.push(this.#one(inside));
      else if (inside.type === "or") choices.push(`either ${this.#one(inside)}`);
      else there.push(this.#one(inside));
    }
    const without = absent.length === 0 ? [] : [`without ${anyOf.format(absent)}`];
    const behind = [...without, ...rest].join(", ");
    // Put choices last to make clear which terms belong to them.
    const before = [there.join(" and "), choices.join(", and ")]
      .filter((words) => words !== "")
      .join(" and ");
    if (before === "") return `${anything} ${behind}`;
    return before + (behind === "" ? "" : `, ${behind}`);
  }

  #one(expression: Negated["part"]): string {
    if (isLeaf(expression))
      return expression.type === "field" ? this.whole(expression) : leafWords(expression);
    if (expression.type === "and") return `(${this.whole(expression)})`;
    return anyOf.format(expression.parts.map((part) => this.#bracketed(part)));
  }

  #bracketed(part: Expression): string {
    const words = this.whole(part);
    return isLeaf(part) || this.#alike(part) !== null ? words : `(${words})`;
  }

  /** Returns the leaves if all parts are leaves of the same field, otherwise null. */
  #alike(expression: Expression): FieldLeaf[] | null {
    const parts = expression.type === "or" ? expression.parts : [expression];
    const leaves = parts.filter((part) => part.type === "field");
    return leaves.length === parts.length && new Set(leaves.map(({ field }) => field)).size === 1
      ? leaves
      : null;
  }

  #fields(leaves: readonly FieldLeaf[], isNegated: boolean): string {
    const { field } = leaves[0]!;
    const values = leaves.map(({ value }) => this.#value(field, value));
    return `${fieldWords[field][isNegated ? 1 : 0]} ${anyOf.format(values)}`;
  }

  #value(field: ItemField, value: string): string {
    if (field === "site") return this.#sites.get(value) ?? value;
    if (field === "is") return value === "bot" ? "as a bot's" : value.toUpperCase();
    return /\s/.test(value) ? `“${value}”` : value;
  }
}

function getParts(expression: Expression): readonly Expression[] {
  return expression.type === "and" ? expression.parts : [expression];
}

function isTerm(part: Expression): boolean {
  return part.type === "text" && part.field === null;
}

function leafWords(leaf: TextLeaf | NearLeaf): string {
  if (leaf.type === "text")
    return termWords(leaf.term) + (leaf.field === null ? "" : fieldPlaces[leaf.field]);
  const [one, other] = leaf.terms.map(termWords) as [string, string];
  return `${one} within ${leaf.within === 1 ? "1 word" : `${leaf.within} words`} of ${other}`;
}

const fieldPlaces = { title: " in the title", body: " in the text" } as const;

function termWords({ text, isPrefix }: Term): string {
  if (isPrefix) return `a word starting with ${text}`;
  return /[\s,;()]/.test(text) || building.test(text) ? `“${text}”` : text;
}
