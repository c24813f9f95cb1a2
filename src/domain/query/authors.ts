import { type Expression, type FieldLeaf, isLeaf } from "./expression";
import type { ParsedExpression } from "./parse";
import { type Problem, ProblemList } from "./problems";

/** What accounts of one site are called in its items, such as an id, by the names that `author:` may call them, in lower case. */
export type AuthorIds = Readonly<Record<string, string>>;
/** The same of several sites, by their ids. */
export type AuthorIdsBySite = Readonly<Record<string, AuthorIds>>;

/** The names that an expression asks for by `author:`, in lower case, each once. */
export function authorNames(expression: Expression): string[] {
  return [...new Set(authorLeaves(expression).map(nameOf))];
}

/** The same with each author that there is an id of called by it; who has none keeps their name. */
export function withAuthorIds(part: Expression, ids: AuthorIds | null | undefined): Expression {
  if (!ids) return part;
  // A negation's part is none itself, and stays none.
  if (part.type === "not") return { type: "not", part: withAuthorIds(part.part, ids) as typeof part.part };
  if (!isLeaf(part)) return { type: part.type, parts: part.parts.map((one) => withAuthorIds(one, ids)) };
  if (!isAuthor(part) || !Object.hasOwn(ids, nameOf(part))) return part;
  return { ...part, value: ids[nameOf(part)]! };
}

/** The authors whom there is none of, on sites of these titles. */
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
