import { type Expression, type FieldLeaf, isLeaf } from "./expression";
import type { ParsedExpression } from "./parse";
import { type Problem, ProblemList } from "./problems";

/** Maps names accepted by `author:` (lower case) to the author ids of one site's items. */
export type AuthorIds = Readonly<Record<string, string>>;
export type AuthorIdsBySite = Readonly<Record<string, AuthorIds>>;

export function authorNames(expression: Expression): string[] {
  return [...new Set(authorLeaves(expression).map(nameOf))];
}

/** Replaces author names with their ids. Names without an id are unchanged. */
export function withAuthorIds(part: Expression, ids: AuthorIds | null | undefined): Expression {
  if (!ids) return part;
  // The part of a negation is never a negation itself, and this doesn't change that.
  if (part.type === "not") return { type: "not", part: withAuthorIds(part.part, ids) as typeof part.part };
  if (!isLeaf(part)) return { type: part.type, parts: part.parts.map((one) => withAuthorIds(one, ids)) };
  if (!isAuthor(part) || !Object.hasOwn(ids, nameOf(part))) return part;
  return { ...part, value: ids[nameOf(part)]! };
}

export function unknownAuthors(
  { expression, ranges, text }: ParsedExpression,
  isKnown: (name: string) => boolean,
  titles: string,
): Problem[] {
  const found = new ProblemList(text);
  const unknown = (expression === null ? [] : authorLeaves(expression)).filter(
    (leaf) => !isKnown(nameOf(leaf)),
  );
  for (const leaf of unknown)
    found.add("wrong-value", ranges.get(leaf)!, {
      words: `No user named “${leaf.value}” on ${titles}. Enter the exact username.`,
    });
  return found.sorted();
}

function authorLeaves(part: Expression): FieldLeaf[] {
  if (part.type === "not") return authorLeaves(part.part);
  if (!isLeaf(part)) return part.parts.flatMap(authorLeaves);
  return isAuthor(part) ? [part] : [];
}

function isAuthor(part: Expression): part is FieldLeaf {
  return part.type === "field" && part.field === "author";
}

function nameOf({ value }: FieldLeaf): string {
  return value.toLowerCase();
}
