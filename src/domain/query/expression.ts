import type { ItemKind } from "../reading/item";

/** Maximum length (UTF-16 units), number of leaves, and nesting depth of AND and OR. */
export const expressionLimits = { length: 500, leaves: 50, depth: 10 } as const;

/** Limits and default for the number of words between the two sides of NEAR. */
export const nearWords = { min: 1, usual: 5, max: 20 } as const;

/** Minimum characters in a prefix. */
export const prefixLength = 3;

/** A word or phrase as typed. With `isPrefix`, matches words that start with it. */
export interface Term {
  text: string;
  isPrefix: boolean;
}

export const textFields = ["title", "body"] as const;
export type TextField = (typeof textFields)[number];

/** Fields other than text. Values are normalized by fields.ts. */
export const itemFields = ["author", "in", "site", "flair", "type", "link", "is", "thread"] as const;
export type ItemField = (typeof itemFields)[number];

/** Fields with many values, each of them rare. */
export const rareFields: ReadonlySet<ItemField> = new Set(["author", "link", "thread"]);

export interface TextLeaf {
  type: "text";
  /** Null searches all text fields. */
  field: TextField | null;
  term: Term;
}

export interface NearLeaf {
  type: "near";
  terms: readonly [Term, Term];
  /** Maximum number of words between the terms. */
  within: number;
}

export interface FieldLeaf {
  type: "field";
  field: ItemField;
  value: string;
}

export type Leaf = TextLeaf | NearLeaf | FieldLeaf;

/** At least two parts, none of the same type. */
export interface Joined {
  type: "and" | "or";
  parts: readonly Expression[];
}

/** The part is never a negation. */
export interface Negated {
  type: "not";
  part: Exclude<Expression, Negated>;
}

export type Expression = Leaf | Joined | Negated;

export const kindValues: readonly ItemKind[] = ["post", "comment"];
export const flagValues = ["nsfw", "bot"] as const;

export function joined(type: Joined["type"], parts: readonly Expression[]): Expression {
  const flat = parts.flatMap((part) => (part.type === type ? part.parts : [part]));
  return flat.length === 1 ? flat[0]! : { type, parts: flat };
}

export function negated(part: Expression): Expression {
  return part.type === "not" ? part.part : { type: "not", part };
}

export function isLeaf(expression: Expression): expression is Leaf {
  return expression.type === "text" || expression.type === "near" || expression.type === "field";
}

/** True if a condition of the expression is on this field, negated or not. */
export function hasField(expression: Expression, field: ItemField): boolean {
  if (expression.type === "not") return hasField(expression.part, field);
  if (isLeaf(expression)) return expression.type === "field" && expression.field === field;
  return expression.parts.some((part) => hasField(part, field));
}

export function getDepth(expression: Expression): number {
  if (expression.type === "not") return getDepth(expression.part);
  return isLeaf(expression) ? 0 : 1 + Math.max(...expression.parts.map(getDepth));
}

/** Pushes negations down to the leaves, such as for finding required words. */
export function withNotsAtLeaves(expression: Expression, isNegated = false): Expression {
  if (expression.type === "not") return withNotsAtLeaves(expression.part, !isNegated);
  if (isLeaf(expression)) return isNegated ? { type: "not", part: expression } : expression;
  const opposite = expression.type === "and" ? "or" : "and";
  const parts = expression.parts.map((part) => withNotsAtLeaves(part, isNegated));
  return joined(isNegated ? opposite : expression.type, parts);
}
