import type { ItemKind } from "../item";

/** What an expression may have: UTF-16 units, leaves, and how deep AND and OR may be nested in one another. */
export const expressionLimits = { length: 500, leaves: 50, depth: 10 } as const;

/** How many words may stand between the two sides of a NEAR. */
export const nearWords = { least: 1, usual: 5, most: 20 } as const;

/** Characters that a prefix has at least. */
export const prefixLength = 3;

/** A word or a phrase as it was typed; with `isPrefix` whatever begins so. */
export interface Term {
  text: string;
  isPrefix: boolean;
}

export const textFields = ["title", "body"] as const;
export type TextField = (typeof textFields)[number];

/** What else an item can be asked for; values are as fields.ts has made them. */
export const itemFields = ["author", "in", "site", "flair", "type", "link", "is"] as const;
export type ItemField = (typeof itemFields)[number];

export interface TextLeaf {
  type: "text";
  /** Null: in any of the texts. */
  field: TextField | null;
  term: Term;
}

export interface NearLeaf {
  type: "near";
  terms: readonly [Term, Term];
  /** So many words stand between them at most. */
  within: number;
}

export interface FieldLeaf {
  type: "field";
  field: ItemField;
  value: string;
}

/** What is asked of an item, and holds or doesn't. */
export type Leaf = TextLeaf | NearLeaf | FieldLeaf;

/** Two parts at least, of which none is of the same type. */
export interface Joined {
  type: "and" | "or";
  parts: readonly Expression[];
}

/** Its part is no negation. */
export interface Negated {
  type: "not";
  part: Exclude<Expression, Negated>;
}

export type Expression = Leaf | Joined | Negated;

/** The values that `type:` and `is:` take. */
export const kindValues: readonly ItemKind[] = ["post", "comment"];
export const flagValues = ["nsfw"] as const;

/** Parts as one expression: a part of the same type gives its own parts. There is at least one. */
export function joined(type: Joined["type"], parts: readonly Expression[]): Expression {
  const flat = parts.flatMap((part) => (part.type === type ? part.parts : [part]));
  return flat.length === 1 ? flat[0]! : { type, parts: flat };
}

/** The opposite; that of a negation is what it negates. */
export function negated(part: Expression): Expression {
  return part.type === "not" ? part.part : { type: "not", part };
}

export function isLeaf(expression: Expression): expression is Leaf {
  return expression.type === "text" || expression.type === "near" || expression.type === "field";
}

/** How deep AND and OR are nested; 0 for a leaf. */
export function depthOf(expression: Expression): number {
  if (expression.type === "not") return depthOf(expression.part);
  return isLeaf(expression) ? 0 : 1 + Math.max(...expression.parts.map(depthOf));
}

/**
 * The same with every negation at a leaf. What asks one question of an expression and of its opposite, such as which words an
 * item must have, asks it here.
 */
export function withNotsAtLeaves(expression: Expression, isNegated = false): Expression {
  if (expression.type === "not") return withNotsAtLeaves(expression.part, !isNegated);
  if (isLeaf(expression)) return isNegated ? { type: "not", part: expression } : expression;
  const opposite = expression.type === "and" ? "or" : "and";
  const parts = expression.parts.map((part) => withNotsAtLeaves(part, isNegated));
  return joined(isNegated ? opposite : expression.type, parts);
}
