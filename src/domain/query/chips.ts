import { foldKeyword } from "../matching/fold";
import {
  type Expression,
  type ItemField,
  joined,
  type Leaf,
  negated,
  prefixLength,
  type Term,
} from "./expression";
import { fieldValue } from "./fields";
import { isBare } from "./tokens";

/** An expression as lists of words and phrases. Prefixes end with `*`. */
export interface Chips {
  /** At least one must match. The first is the watch's keyword. */
  anyOf: readonly string[];
  must: readonly string[];
  mustNot: readonly string[];
  /** At least one must match. */
  authors: readonly string[];
  notAuthors: readonly string[];
  /** At least one must match. */
  flair: readonly string[];
}

export const noChips: Chips = { anyOf: [], must: [], mustNot: [], authors: [], notAuthors: [], flair: [] };

/** The keyword as a literal phrase (`*` is not a prefix). Null if it has no visible text. */
export function expressionOfKeyword(keyword: string): Leaf | null {
  if (foldKeyword(keyword) === "") return null;
  return { type: "text", field: null, term: { text: keyword.trim(), isPrefix: false } };
}

/** Returns null if there is no visible text in any chip. Invisible chips are ignored. */
export function expressionOfChips(chips: Chips): Expression | null {
  const parts = [
    ...either(getLeaves(chips.anyOf, termLeaf)),
    ...getLeaves(chips.must, termLeaf),
    ...getLeaves(chips.mustNot, termLeaf).map(negated),
    ...either(getLeaves(chips.authors, fieldLeaf("author"))),
    ...getLeaves(chips.notAuthors, fieldLeaf("author")).map(negated),
    ...either(getLeaves(chips.flair, fieldLeaf("flair"))),
  ];
  return parts.length === 0 ? null : joined("and", parts);
}

/** Returns the equivalent chips, ignoring order, or null if chips can't represent the expression. */
export function toChips(expression: Expression): Chips | null {
  const said = { words: [] as string[][], mustNot: [] as string[], notAuthors: [] as string[] };
  const once: Partial<Record<"author" | "flair", string[]>> = {};
  for (const part of expression.type === "and" ? expression.parts : [expression]) {
    const [inside, isNegated] = part.type === "not" ? [part.part, true] : [part, false];
    const alike = alikeIn(inside);
    if (alike === null || (isNegated && alike.texts.length > 1)) return null;
    const { kind, texts } = alike;
    if (isNegated && kind === "flair") return null;
    if (isNegated) said[kind === "term" ? "mustNot" : "notAuthors"].push(...texts);
    else if (kind === "term") said.words.push(texts);
    else if (once[kind] !== undefined) return null;
    else once[kind] = texts;
  }
  const { words, mustNot, notAuthors } = said;
  const choices = words.filter((texts) => texts.length > 1);
  if (choices.length > 1) return null;
  const anyOf = choices[0] ?? words[0] ?? [];
  const must = words.filter((texts) => texts !== anyOf).flat();
  return { anyOf, must, mustNot, authors: once.author ?? [], notAuthors, flair: once.flair ?? [] };
}

interface Alike {
  kind: "term" | "author" | "flair";
  texts: string[];
}

/** Accepts a single leaf, or leaves of the same kind joined by OR. */
function alikeIn(expression: Expression): Alike | null {
  const parts = expression.type === "or" ? expression.parts : [expression];
  const found = parts.map(chipOf);
  const kind = found[0]?.kind;
  if (kind === undefined || found.some((one) => one?.kind !== kind)) return null;
  return { kind, texts: found.flatMap((one) => one?.text ?? []) };
}

function chipOf(part: Expression): { kind: Alike["kind"]; text: string } | null {
  if (part.type === "field" && (part.field === "author" || part.field === "flair"))
    return { kind: part.field, text: part.value };
  if (part.type !== "text" || part.field !== null) return null;
  const text = part.term.isPrefix ? `${part.term.text}*` : part.term.text;
  // As a chip, a phrase that ends with `*` would become a prefix.
  return termOf(text).isPrefix === part.term.isPrefix ? { kind: "term", text } : null;
}

function either(leaves: readonly Leaf[]): Expression[] {
  return leaves.length === 0 ? [] : [joined("or", leaves)];
}

function getLeaves(texts: readonly string[], leafOf: (text: string) => Leaf | null): Leaf[] {
  return texts.flatMap((text) => leafOf(text) ?? []);
}

function termLeaf(text: string): Leaf | null {
  return foldKeyword(text) === "" ? null : { type: "text", field: null, term: termOf(text.trim()) };
}

function fieldLeaf(field: ItemField): (typed: string) => Leaf | null {
  return (typed) => {
    const read = fieldValue(field, typed);
    return "value" in read && foldKeyword(read.value) !== ""
      ? { type: "field", field, value: read.value }
      : null;
  };
}

function termOf(text: string): Term {
  const stem = text.slice(0, -1);
  const isPrefix = text.endsWith("*") && isBare(stem, true) && [...foldKeyword(stem)].length >= prefixLength;
  return isPrefix ? { text: stem, isPrefix } : { text, isPrefix };
}
